/// The end of a task that has done everything: all that can change it is a cancel that comes before ``decide()``.
struct PendingCompletion: Sendable {
    /// What came of the task, once nothing can change it any more.
    struct Decision {
        let outcome: TaskOutcome
        let response: Response?
        let core: TaskCore
    }

    let core: TaskCore
    let outcome: TaskOutcome
    /// What is to tell the end.
    let event: Event
    let response: Response?
    /// What is done with the decision before those who wait are told.
    var close: (@Sendable (TaskOutcome, Response?) async -> Void)?

    /// Gives the task its final state and tells all observers.
    ///
    /// To be called once, on any thread.
    func decide() -> Decision {
        let outcome = core.isCancelRequested ? TaskOutcome.cancelled : outcome
        var event = event
        event.kind = .ended(outcome)
        // It may have waited for its completion's executor.
        event.at = max(event.at, core.settings.configuration.time.now())
        core.end(with: event)
        return Decision(outcome: outcome, response: response?.ended(core), core: core)
    }
}
