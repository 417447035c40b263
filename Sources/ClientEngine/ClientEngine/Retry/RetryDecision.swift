/// An attempt that has just ended, as input of a retry policy.
struct EndedAttempt: Sendable, Hashable {
    /// The number of the attempt, starting with 1.
    var number: Int
    var outcome: AttemptOutcome
    /// The unparsed `Retry-After` values of the response, in order.
    var retryAfter: [String] = []
    var isIdempotent: Bool
    var isParsingFailure = false
}

/// The decision of a retry policy to try again.
struct RetryDecision: Sendable, Hashable {
    var reason: RetryReason
    var delay: Duration
    var explanation: String
}
