import ClientEngine

/// What the history holds of a saved request's calls.
package struct EarlierCalls: Equatable, Sendable {
    /// The last one, without its bodies.
    package var last: TaskRecord
    package var count: Int
    /// The number of those that have failed.
    package var failed: Int
    /// What calls like the last one usually take.
    package var usual: UsualDuration?

    package init(last: TaskRecord, count: Int, failed: Int, usual: UsualDuration? = nil) {
        self.last = last
        self.count = count
        self.failed = failed
        self.usual = usual
    }
}
