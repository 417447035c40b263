/// The end of a task that has done everything: all that can change it is a cancel that comes before ``decide``.
struct PendingCompletion: Sendable {
    /// What came of the task, once nothing can change it any more.
    struct Decision {
        let outcome: TaskOutcome
        let response: Response?
        let record: TaskRecord
    }

    /// Gives the task its final state and tells all observers.
    ///
    /// To be called once, on any thread.
    let decide: @Sendable () -> Decision
    /// What is done with the decision before those who wait are told.
    var close: (@Sendable (TaskOutcome, Response?) async -> Void)?
}
