/// The reason for another attempt.
///
/// New cases may be added in any release: switch with a default.
public enum RetryReason: Sendable, Hashable, CustomStringConvertible {
    /// The answer had this status.
    case status(StatusCode)
    /// The attempt failed in this way.
    case error(kind: ClientError.Kind, phase: Phase)
    /// The answer is not the one that is waited for; the text says what it is.
    case unmet(String)

    /// The reason in the words of the filter: `status 503`, `timeout/wait`; what an answer is: `status is 202`.
    public var description: String {
        switch self {
        case .status(let status): "status \(status)"
        case .error(let kind, let phase): "\(kind.rawValue)/\(phase.rawValue)"
        case .unmet(let text): text
        }
    }
}

/// A decided retry: when it comes and why.
public struct RetryPlan: Sendable, Hashable {
    /// The reason.
    public var reason: RetryReason
    /// The wait before the next attempt.
    public var delay: Duration
    /// The instant at which the next attempt begins.
    public var until: Instant
    /// The origin of the delay, for a person: `200ms × 2`, `Retry-After: 2`.
    public var explanation: String

    /// Creates a plan.
    public init(reason: RetryReason, delay: Duration, until: Instant, explanation: String) {
        self.reason = reason
        self.delay = delay
        self.until = until
        self.explanation = explanation
    }
}
