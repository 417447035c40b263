import ClientEngine

/// Shows a run while it happens.
protocol RunOutput {
    /// Shows what the event changed in the record, whose state was `previous` before; nil when the event began it.
    ///
    /// At the end of a task its record already holds what was found about its response, so that it has its verdict;
    /// the findings are shown after that, one by one.
    mutating func show(_ event: Event, in record: TaskRecord, after previous: TaskState?)

    /// Shows what is under way now.
    mutating func showProgress(of live: [TaskRecord], now: Instant)

    /// Shows what it all adds up to.
    mutating func finish(_ summary: RunSummary)
}
