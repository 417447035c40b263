extension TaskMachine {
    /// The stage of a task, with all that exists in it.
    enum Stage: Equatable {
        case idle
        /// The request is looked at by those who may change it.
        case adapting
        /// An exchange is dressed in its credentials.
        case preparing(Attempt)
        case exchange(Attempt)
        /// The credentials are asked about an answer with this status.
        case challenged(Attempt, status: StatusCode)
        /// Somebody is asked about another attempt.
        indirect case deciding(Attempt, EndedAttempt)
        /// The time before the next attempt passes; the last one ended with this outcome.
        indirect case waiting(Attempt, RetryPlan, since: Instant, last: AttemptOutcome)
        /// The response is parsed.
        case processing(Attempt)
        case done
    }
}

extension TaskMachine.Stage {
    /// Changes the attempt whose exchange is under way; nil where there is none.
    @inline(__always)
    mutating func updateExchange<Result>(_ change: (inout TaskMachine.Attempt) -> Result) -> Result? {
        guard case .exchange(var attempt) = self else { return nil }
        // Taken out and put back: the progress is copied where there are two references to it.
        self = .idle
        defer { self = .exchange(attempt) }
        return change(&attempt)
    }

    /// The attempt that is under way, or was last; nil before the first and behind the end.
    var attempt: TaskMachine.Attempt? {
        switch self {
        case .idle, .adapting, .done: nil
        case .preparing(let attempt), .exchange(let attempt), .challenged(let attempt, _),
            .deciding(let attempt, _), .waiting(let attempt, _, _, _), .processing(let attempt):
            attempt
        }
    }

    /// The word for it.
    var name: String {
        switch self {
        case .idle: "idle"
        case .adapting: "adapting"
        case .preparing: "preparing"
        case .exchange: "exchange"
        case .challenged: "challenged"
        case .deciding: "deciding"
        case .waiting: "waiting"
        case .processing: "processing"
        case .done: "done"
        }
    }
}
