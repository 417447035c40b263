/// How often a request is tried, and how long the client waits in between.
public struct RetrySchedule: Sendable, Hashable {
    /// The waits between attempts.
    public var backoff: Backoff
    /// How many attempts there are in all; nil sets no bound.
    public var attempts: Int?

    /// Creates a schedule.
    public init(_ backoff: Backoff = Backoff(), attempts: Int?) {
        self.backoff = backoff
        self.attempts = attempts
    }

    /// Doubles the wait before each further attempt, up to `maximum`, with jitter.
    public static func exponential(
        from initial: Duration = .milliseconds(200), maximum: Duration = .seconds(10), attempts: Int?
    ) -> RetrySchedule {
        RetrySchedule(Backoff(from: initial, maximum: maximum), attempts: attempts)
    }

    /// Waits equally long before each further attempt, without jitter.
    public static func constant(_ delay: Duration, attempts: Int?) -> RetrySchedule {
        RetrySchedule(
            Backoff(from: delay, multiplier: 1, maximum: delay, hasJitter: false), attempts: attempts)
    }
}

extension RetryPolicy {
    /// Tries again after failures that may pass, where sending twice is safe.
    public static func transientFailures(_ schedule: RetrySchedule) -> RetryPolicy {
        RetryPolicy(
            maximumRetries: schedule.attempts.map { max(0, $0 - 1) }, backoff: schedule.backoff)
    }

    /// Tries again after failures that may pass, so many attempts in all.
    public static func transientFailures(_ backoff: Backoff = Backoff(), attempts: Int) -> RetryPolicy {
        transientFailures(RetrySchedule(backoff, attempts: attempts))
    }
}
