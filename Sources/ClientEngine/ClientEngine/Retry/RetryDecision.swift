/// An attempt that has just ended, as a policy is asked about it.
struct EndedAttempt: Sendable, Hashable {
    /// The number of the attempt, from 1.
    var number: Int
    var outcome: AttemptOutcome
    /// The `Retry-After` values of its response, unparsed, in order.
    var retryAfter: [String] = []
    var isIdempotent: Bool
    var isParsingFailure = false
}

/// The decision of a policy to try again.
struct RetryDecision: Sendable, Hashable {
    var reason: RetryReason
    var delay: Duration
    var explanation: String
}
