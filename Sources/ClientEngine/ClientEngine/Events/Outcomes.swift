/// The outcome of an attempt.
public enum AttemptOutcome: Sendable, Hashable {
    /// With a complete response of this status.
    case response(status: StatusCode)
    /// With an error.
    case error(ClientError)
    /// Cancelled.
    case cancelled
}

/// The outcome of a task.
public enum TaskOutcome: Sendable, Hashable {
    /// With a complete response, whatever its status.
    case succeeded
    /// Without one.
    case failed(ClientError)
    /// Cancelled, which is not an error.
    case cancelled
}
