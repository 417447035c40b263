extension TaskMachine {
    /// The stage of a task, with all that exists in it.
    enum Stage: Equatable {
        case idle
        /// Interceptors adapt the request.
        case adapting
        /// Credentials are added to an exchange.
        case preparing(Attempt)
        case exchange(Attempt)
        /// The credentials are asked about a response with this status.
        case challenged(Attempt, status: StatusCode)
        /// Retry judges are asked about another attempt.
        indirect case deciding(Attempt, EndedAttempt)
        /// The task waits for the next attempt.
        ///
        /// The last one ended with the outcome `last`.
        indirect case waiting(Attempt, RetryPlan, since: Instant, last: AttemptOutcome)
        /// The response is being parsed.
        case processing(Attempt)
        case done
    }
}

extension TaskMachine.Stage {
    /// Changes the attempt whose exchange is running, or returns `nil` if there is none.
    @inline(__always)
    mutating func updateExchange<Result>(_ change: (inout TaskMachine.Attempt) -> Result) -> Result? {
        guard case .exchange(var attempt) = self else { return nil }
        // Moved out and back, because a second reference would copy the progress.
        self = .idle
        defer { self = .exchange(attempt) }
        return change(&attempt)
    }

    /// The current or last attempt, or `nil` before the first one and after the end.
    var attempt: TaskMachine.Attempt? {
        switch self {
        case .idle, .adapting, .done: nil
        case .preparing(let attempt), .exchange(let attempt), .challenged(let attempt, _),
            .deciding(let attempt, _), .waiting(let attempt, _, _, _), .processing(let attempt):
            attempt
        }
    }

    /// The name of the stage.
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
