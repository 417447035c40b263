/// The end of a task whose work is done.
///
/// Only a cancellation before ``decide(at:)`` can change it.
struct PendingCompletion: Sendable {
    /// The final outcome of a task.
    struct Decision {
        let outcome: TaskOutcome
        let response: Response?
        let core: TaskCore

        /// Notifies the observers, if the loop does not do so together with others.
        func announce() {
            core.publish()
            core.close()
        }
    }

    let core: TaskCore
    /// The event that reports the end.
    let event: Event
    let response: Response?
    /// Takes the decision before the result is delivered, and returns work that has to be done before that.
    var close: (@Sendable (TaskOutcome, Response?) -> (@Sendable () async -> Void)?)?

    /// The outcome, unless the task is cancelled.
    var outcome: TaskOutcome { if case .taskEnded(let outcome) = event.kind { outcome } else { .cancelled } }

    /// Sets the final state of the task.
    ///
    /// Observers must be notified of it before waiting tasks are resumed. To be called once, on any thread, with
    /// `instant` if it comes from the completion's executor.
    func decide(at instant: Instant? = nil) -> Decision {
        let instant = instant.map { max(event.at, $0) } ?? event.at
        let outcome = core.end(outcome, attempt: event.attempt, exchange: event.exchange, at: instant)
        return Decision(outcome: outcome, response: response?.ended(core), core: core)
    }
}
