/// The number of attempts, and the waits between them.
public struct RetrySchedule: Sendable, Hashable {
    /// The waits between the attempts.
    public var backoff: Backoff
    /// The maximum number of attempts, including the first one, or `nil` for no limit.
    public var attempts: Int?

    /// Creates a schedule.
    public init(_ backoff: Backoff, attempts: Int?) {
        self.backoff = backoff
        self.attempts = attempts
    }

    /// Returns a schedule whose waits grow by a factor, up to `maximum`.
    ///
    /// With jitter, each wait is a random part of the computed one, between half and all, so that clients do not retry
    /// at the same time. If `attempts` is `nil`, the number of attempts is not limited.
    public static func exponential(
        from initial: Duration = .milliseconds(200), multiplier: Double = 2,
        maximum: Duration = .seconds(10), hasJitter: Bool = true, attempts: Int?
    ) -> RetrySchedule {
        RetrySchedule(
            Backoff(from: initial, multiplier: multiplier, maximum: maximum, hasJitter: hasJitter),
            attempts: attempts)
    }

    /// Returns a schedule with equal waits, without jitter.
    public static func constant(_ delay: Duration, attempts: Int?) -> RetrySchedule {
        RetrySchedule(
            Backoff(from: delay, multiplier: 1, maximum: delay, hasJitter: false), attempts: attempts)
    }

    /// One retry without a wait.
    public static let retryOnce = RetrySchedule(waits: [.zero])

    /// Returns a schedule with one retry without a wait, and one after a delay.
    public static func retryTwice(delay: Duration = .seconds(2)) -> RetrySchedule {
        RetrySchedule(waits: [.zero, delay])
    }

    /// Creates a schedule with these waits, one before each retry.
    public init(waits: [Duration]) {
        self.init(Backoff(hasJitter: false), attempts: waits.count + 1)
        backoff.steps = waits
    }

    /// The maximum number of retries, or `nil` for no limit.
    var maximumRetries: Int? { attempts.map { max(0, $0 - 1) } }
}

extension RetryPolicy {
    /// Retries after transient failures if the request can be sent twice safely.
    public static func transientFailures(_ schedule: RetrySchedule) -> RetryPolicy {
        RetryPolicy(maximumRetries: schedule.maximumRetries, backoff: schedule.backoff)
    }

    /// Retries after network failures.
    ///
    /// If sending the request twice is not safe, it is sent again only if the server cannot have received it.
    /// Incomplete JSON counts as a network failure. No status causes a retry.
    public static func networkFailure(_ schedule: RetrySchedule) -> RetryPolicy {
        network(schedule, orUnavailable: false)
    }

    /// Retries after network failures, as ``networkFailure(_:)``, and after every 503, with any method.
    public static func networkFailureOrServiceUnavailable(_ schedule: RetrySchedule) -> RetryPolicy {
        network(schedule, orUnavailable: true)
    }

    /// Calls a closure after every network failure, and, if `orUnavailable` is `true`, after every 503.
    public static func networkFailure(
        orServiceUnavailable orUnavailable: Bool = false,
        _ retrier: @escaping @Sendable (RetryContext) async -> Duration?
    ) -> RetryPolicy {
        let condition = network(.retryOnce, orUnavailable: orUnavailable)
        return custom(ignoringIdempotence: true) { context in
            var attempt = context.attempt
            attempt.number = 1
            let isMet = condition.decision(after: attempt, now: .distantPast, random: 0) != nil
            return isMet ? await retrier(context) : nil
        }
    }

    /// Retries after timeouts and the statuses 408 and 503, with any method.
    public static func timeoutOrUnavailable(
        maximumRetries: Int = 4, delay: Duration = .seconds(3)
    ) -> RetryPolicy {
        RetryPolicy(
            maximumRetries: maximumRetries, when: [.kind(.timeout), .status(408), .status(503)],
            backoff: RetrySchedule.constant(delay, attempts: nil).backoff, ignoresIdempotence: true)
    }

    /// Retries after every failure, with any method, until a 2xx response arrives and can be parsed.
    ///
    /// Without `maximumRetries`, only cancellation, the end of the wait by a caller, or a deadline ends the task. A
    /// request that cannot be sent is not retried.
    public static func untilSuccess(
        delay: Duration = .seconds(3), maximumRetries: Int? = nil
    ) -> RetryPolicy {
        var policy = RetryPolicy(
            maximumRetries: maximumRetries, backoff: RetrySchedule.constant(delay, attempts: nil).backoff,
            ignoresIdempotence: true)
        policy.rule = .anythingButSuccess
        return policy
    }

    private static func network(_ schedule: RetrySchedule, orUnavailable: Bool) -> RetryPolicy {
        var policy = RetryPolicy(maximumRetries: schedule.maximumRetries, backoff: schedule.backoff)
        policy.rule = .networkFailure(orUnavailable: orUnavailable)
        return policy
    }
}
