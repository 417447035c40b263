/// The reason for another attempt.
public enum RetryReason: Sendable, Hashable, CustomStringConvertible {
    /// The answer had this status.
    case status(Int)
    /// The attempt failed in this way.
    case error(kind: ClientError.Kind, phase: Phase)

    /// The reason in the words of the filter: `status 503`, `timeout/wait`.
    public var description: String {
        switch self {
        case .status(let status): "status \(status)"
        case .error(let kind, let phase): "\(kind.rawValue)/\(phase.rawValue)"
        }
    }
}

/// A decided retry: when it comes and why.
public struct RetryPlan: Sendable, Hashable {
    /// The reason.
    public var reason: RetryReason
    /// The wait before the next attempt.
    public var delay: Duration
    package var until: Instant
    /// The origin of the delay, for a person: `200ms × 2`, `Retry-After: 2`.
    public var explanation: String

    package init(reason: RetryReason, delay: Duration, until: Instant, explanation: String) {
        self.reason = reason
        self.delay = delay
        self.until = until
        self.explanation = explanation
    }
}
