/// The outcome of an attempt.
public enum AttemptOutcome: Sendable, Hashable {
    /// The attempt ended with a complete response of this status.
    case response(status: StatusCode)
    /// The attempt ended with an error.
    case error(ClientError)
    /// The attempt was cancelled.
    case cancelled
}

/// The outcome of a task.
public enum TaskOutcome: Sendable, Hashable {
    /// The task ended with a complete response, of any status.
    case succeeded
    /// The task ended without a complete response.
    case failed(ClientError)
    /// The task was cancelled, which is not an error.
    case cancelled
}
