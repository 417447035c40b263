/// How a try ended.
public enum AttemptOutcome: Sendable, Hashable {
    /// With a complete response of this status.
    case response(status: Int)
    /// With an error.
    case error(ClientError)
    /// Cancelled.
    case cancelled
}

/// How a task ended.
public enum TaskOutcome: Sendable, Hashable {
    /// With a complete response, whatever its status.
    case succeeded
    /// Without one.
    case failed(ClientError)
    /// Cancelled, which is not an error.
    case cancelled
}
