/// Decides whether an attempt is followed by another, and after how long: a plain value.
public struct RetryPolicy: Sendable, Hashable {
    /// A reason to try again.
    public enum Condition: Sendable, Hashable {
        /// This status.
        case status(Int)
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

    /// Somebody who decides about retries.
    ///
    /// Called off the engine's loop; the Swift task it runs in is cancelled when the request is. Returns how long to
    /// wait, or nil for no further attempt.
    package typealias Retrier = @Sendable (RetryContext) async -> Duration?

    /// Says what an answer is instead of the one that is waited for; nil when it is that one.
    package typealias PollCondition = @Sendable (RetryContext) -> String?

    /// The number of attempts that may follow the first; nil sets no bound.
    package var maximumRetries: Int?
    /// The conditions for a retry; nil is the default rule of ``decision(after:now:random:)``.
    package var conditions: Set<Condition>?
    package var backoff: Backoff
    package var ignoresIdempotence: Bool
    /// The longest `Retry-After` that is honoured; a longer one is cut to it.
    package var retryAfterLimit: Duration
    var rule = Rule.conditions

    package init(
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
