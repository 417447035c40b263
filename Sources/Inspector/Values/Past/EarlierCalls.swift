import ClientEngine

/// The calls of a saved request that the history holds.
package struct EarlierCalls: Equatable, Sendable {
    /// The last one, without its bodies.
    package var last: TaskRecord
    package var count: Int
    /// The number of those that have failed.
    package var failed: Int
    /// The usual duration of calls like the last one.
    package var usual: UsualDuration?

    package init(last: TaskRecord, count: Int, failed: Int, usual: UsualDuration? = nil) {
        self.last = last
        self.count = count
        self.failed = failed
        self.usual = usual
    }
}
