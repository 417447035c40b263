internal import EngineSupport

/// A rule that determines whether another attempt follows an attempt, and after which wait.
///
/// A policy is a plain value. Two policies with closures are equal only if one is a copy of the other.
public struct RetryPolicy: Sendable, Hashable {
    /// A reason to retry.
    public enum Condition: Sendable, Hashable {
        /// A response with this status.
        case status(StatusCode)
        /// A response with a status of this class, such as 5 for 500…599.
        case statusClass(Int)
        /// An error of this kind.
        case kind(ClientError.Kind)
    }

    enum Rule: Sendable, Hashable {
        /// ``conditions``, or the default conditions.
        case conditions
        /// A network failure, or, if `orUnavailable` is `true`, also a 503.
        case networkFailure(orUnavailable: Bool)
        case anythingButSuccess
        case custom(IdentityBox<Retrier>)
        /// The request is repeated until a response is accepted.
        case until(IdentityBox<PollCondition>)
        case any([RetryPolicy])
    }

    typealias Retrier = @Sendable (RetryContext) async -> Duration?

    typealias PollCondition = @Sendable (RetryContext) -> String?

    /// The maximum number of retries, or `nil` for no limit.
    public var maximumRetries: Int?
    /// The conditions for a retry, or `nil` for transient errors and the statuses 408, 425, 429, 500, 502, 503 and 504.
    ///
    /// Policies with a separate rule, such as ``custom(ignoringIdempotence:maximumRetries:_:)``, do not use them.
    public var conditions: Set<Condition>?
    /// The waits before retries.
    public var backoff: Backoff
    /// Indicates whether requests that are not idempotent are sent again even if the server may have received them.
    public var ignoresIdempotence: Bool
    /// The longest wait that `Retry-After` can request.
    ///
    /// A longer one is shortened to it, and to ``Limits/retryAfter``.
    public var retryAfterLimit: Duration
    var rule = Rule.conditions

    /// Creates a policy that retries if one of the conditions is met, and if sending the request twice is safe or
    /// `ignoresIdempotence` is `true`.
    public init(
        maximumRetries: Int?, when conditions: Set<Condition>? = nil, backoff: Backoff = Backoff(),
        ignoresIdempotence: Bool = false
    ) {
        self.maximumRetries = maximumRetries
        self.conditions = conditions
        self.backoff = backoff
        self.ignoresIdempotence = ignoresIdempotence
        retryAfterLimit = .seconds(60)
    }

    /// A policy that never retries.
    public static let never = RetryPolicy(maximumRetries: 0)
}
