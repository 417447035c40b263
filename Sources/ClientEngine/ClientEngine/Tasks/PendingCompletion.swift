/// The end of a task that has done everything: all that can change it is a cancel that comes before ``decide()``.
struct PendingCompletion: Sendable {
    /// The outcome of the task, once nothing can change it any more.
    struct Decision {
        let outcome: TaskOutcome
        let response: Response?
        let core: TaskCore

        /// Has the observers told, where the loop does not do it for all that have ended in its turn.
        func announce() {
            core.publish()
            core.close()
        }
    }

    let core: TaskCore
    /// The event that is to tell the end.
    let event: Event
    let response: Response?
    /// The work that is done with the decision before those who wait are told.
    var close: (@Sendable (TaskOutcome, Response?) async -> Void)?

    /// The outcome, if nobody cancels the task.
    var outcome: TaskOutcome { if case .taskEnded(let outcome) = event.kind { outcome } else { .cancelled } }

    /// Gives the task its final state, which the observers are to be told before those who wait.
    ///
    /// To be called once, on any thread; with an instant where it has waited for its completion's executor.
    func decide(at instant: Instant? = nil) -> Decision {
        let instant = instant.map { max(event.at, $0) } ?? event.at
        let outcome = core.end(outcome, attempt: event.attempt, exchange: event.exchange, at: instant)
        return Decision(outcome: outcome, response: response?.ended(core), core: core)
    }
}
