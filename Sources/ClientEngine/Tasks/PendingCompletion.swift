/// The end of a task that has done everything: all that can change it is a cancel that comes before ``decide()``.
struct PendingCompletion: Sendable {
    private let cell: TaskCell
    private let outcome: TaskOutcome
    private let event: Event
    private let response: Response?
    /// What is done with the decision before those who wait are told.
    var close: (@Sendable (TaskOutcome, Response?) async -> Void)?

    /// Creates the completion with the event that is to tell it.
    init(of cell: TaskCell, _ outcome: TaskOutcome, as event: Event, _ response: Response?) {
        self.cell = cell
        self.outcome = outcome
        self.event = event
        self.response = response
    }

    /// What came of the task, once nothing can change it any more.
    struct Decision {
        let outcome: TaskOutcome
        let response: Response?
        let record: TaskRecord
    }

    /// Gives the task its final state and tells all observers.
    ///
    /// To be called once, on any thread.
    func decide() -> Decision {
        let outcome = cell.isCancelRequested ? TaskOutcome.cancelled : outcome
        var event = event
        event.what = .ended(outcome)
        // It may have waited for its completion's executor.
        event.at = max(event.at, cell.configuration.time.now())
        cell.emit(event)
        let record = cell.snapshot
        var response = response
        response?.record = record
        return Decision(outcome: outcome, response: response, record: record)
    }
}
