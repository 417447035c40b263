/// The reason for another attempt.
///
/// New cases may be added in any release, so use a default case.
public enum RetryReason: Sendable, Hashable, CustomStringConvertible {
    /// The response had this status.
    case status(StatusCode)
    /// The attempt failed with this kind of error in this phase.
    case error(kind: ClientError.Kind, phase: Phase)
    /// The response is not the expected one.
    ///
    /// The text describes the difference.
    case unmet(String)

    /// The reason in the syntax of the filter, as in `status 503` or `timeout/wait`, or the text of ``unmet(_:)``, such
    /// as `status is 202`.
    public var description: String {
        switch self {
        case .status(let status): "status \(status)"
        case .error(let kind, let phase): "\(kind.rawValue)/\(phase.rawValue)"
        case .unmet(let text): text
        }
    }
}

/// A retry that a policy has decided on.
public struct RetryPlan: Sendable, Hashable {
    /// The reason for the retry.
    public var reason: RetryReason
    /// The wait before the next attempt.
    public var delay: Duration
    /// The time when the next attempt starts.
    public var until: Instant
    /// The origin of the wait, for people, as in `200ms × 2` or `Retry-After: 2`.
    public var explanation: String

    /// Creates a plan.
    public init(reason: RetryReason, delay: Duration, until: Instant, explanation: String) {
        self.reason = reason
        self.delay = delay
        self.until = until
        self.explanation = explanation
    }
}
