extension TaskCore {
    /// The end of the task, with the event that is to tell it.
    func completion(_ outcome: TaskOutcome, as event: Event, _ response: Response?) -> PendingCompletion {
        PendingCompletion { self.decide(outcome, as: event, response) }
    }

    private func decide(_ outcome: TaskOutcome, as event: Event, _ response: Response?)
        -> PendingCompletion.Decision
    {
        let outcome = isCancelRequested ? TaskOutcome.cancelled : outcome
        var event = event
        event.kind = .ended(outcome)
        // It may have waited for its completion's executor.
        event.at = max(event.at, configuration.time.now())
        emit(event)
        let record = snapshot
        var response = response
        response?.record = record
        return PendingCompletion.Decision(outcome: outcome, response: response, record: record)
    }
}
