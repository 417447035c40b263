internal import EngineSupport

/// Decides whether an attempt is followed by another, and after how long: a plain value.
///
/// Two policies with closures are equal only if one is a copy of the other.
public struct RetryPolicy: Sendable, Hashable {
    /// A reason to try again.
    public enum Condition: Sendable, Hashable {
        /// This status.
        case status(StatusCode)
        /// Every status of a class: 5 stands for 500…599.
        case statusClass(Int)
        /// Every error of this kind.
        case kind(ClientError.Kind)
    }

    enum Rule: Sendable, Hashable {
        /// ``conditions``, or the default rule.
        case conditions
        /// The network failed, or the server said 503 where that counts too.
        case networkFailure(orUnavailable: Bool)
        case anythingButSuccess
        case custom(IdentityBox<Retrier>)
        /// An answer is waited for.
        case until(IdentityBox<PollCondition>)
        case any([RetryPolicy])
    }

    typealias Retrier = @Sendable (RetryContext) async -> Duration?

    typealias PollCondition = @Sendable (RetryContext) -> String?

    /// The number of attempts that may follow the first; nil sets no bound.
    public var maximumRetries: Int?
    /// The conditions for a retry; nil means transient errors and the statuses 408, 425, 429, 500, 502, 503 and 504.
    ///
    /// Policies with a rule of their own, such as ``custom(ignoringIdempotence:maximumRetries:_:)``, do not use them.
    public var conditions: Set<Condition>?
    /// The waits before retries.
    public var backoff: Backoff
    /// Indicates whether requests that are not idempotent are sent again even if the server may have received them.
    public var ignoresIdempotence: Bool
    /// The longest wait that `Retry-After` can ask for; a longer one is shortened to it, and to ``Limits/retryAfter``.
    public var retryAfterLimit: Duration
    var rule = Rule.conditions

    /// Creates a policy that tries again when one of the conditions is met, if sending twice is safe or `ignoresIdempotence`.
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

    /// Never tries again.
    public static let never = RetryPolicy(maximumRetries: 0)
}
