/// An attempt that has just ended, as a policy is asked about it.
package struct EndedAttempt: Sendable, Hashable {
    /// The number of the attempt, from 1.
    package var number: Int
    /// How it ended.
    package var outcome: AttemptOutcome
    /// The `Retry-After` values of its response, unparsed, in order.
    package var retryAfter: [String]
    /// Whether the request may be sent twice.
    package var isIdempotent: Bool
    /// Whether a response had come whole, and could not be parsed.
    package var isParsingFailure = false

    /// Creates a question.
    package init(number: Int, outcome: AttemptOutcome, retryAfter: [String] = [], isIdempotent: Bool) {
        self.number = number
        self.outcome = outcome
        self.retryAfter = retryAfter
        self.isIdempotent = isIdempotent
    }
}

/// What a policy answers: go again, after so long, for this reason.
package struct RetryDecision: Sendable, Hashable {
    /// Why.
    package var reason: RetryReason
    /// How long to wait.
    package var delay: Duration
    /// Where the delay comes from, for people.
    package var explanation: String

    /// Creates a decision.
    package init(reason: RetryReason, delay: Duration, explanation: String) {
        self.reason = reason
        self.delay = delay
        self.explanation = explanation
    }
}
