/// An attempt that has just ended, as a policy is asked about it.
package struct EndedAttempt: Sendable, Hashable {
    /// The number of the attempt, from 1.
    package var number: Int
    package var outcome: AttemptOutcome
    /// The `Retry-After` values of its response, unparsed, in order.
    package var retryAfter: [String] = []
    package var isIdempotent: Bool
    package var isParsingFailure = false
}

/// The decision of a policy to try again.
package struct RetryDecision: Sendable, Hashable {
    package var reason: RetryReason
    package var delay: Duration
    package var explanation: String
}
