import ClientEngine

/// The calls of a saved request in the history.
package struct EarlierCalls: Equatable, Sendable {
    /// The last call, without its bodies.
    package var last: TaskRecord
    package var count: Int
    /// The number of failed calls.
    package var failed: Int
    /// The usual duration of calls similar to the last one.
    package var usual: UsualDuration?

    package init(last: TaskRecord, count: Int, failed: Int, usual: UsualDuration? = nil) {
        self.last = last
        self.count = count
        self.failed = failed
        self.usual = usual
    }
}
