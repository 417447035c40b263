/// The number of attempts, and the waits between them.
public struct RetrySchedule: Sendable, Hashable {
    /// The waits.
    public var backoff: Backoff
    /// The number of attempts in all; nil sets no bound.
    public var attempts: Int?

    /// Creates a schedule.
    public init(_ backoff: Backoff, attempts: Int?) {
        self.backoff = backoff
        self.attempts = attempts
    }

    /// Multiplies the wait before each further attempt, up to `maximum`; no bound where `attempts` is nil.
    ///
    /// With jitter a wait is drawn at random between half of it and all of it, so that clients do not march in step.
    public static func exponential(
        from initial: Duration = .milliseconds(200), multiplier: Double = 2,
        maximum: Duration = .seconds(10), hasJitter: Bool = true, attempts: Int?
    ) -> RetrySchedule {
        RetrySchedule(
            Backoff(from: initial, multiplier: multiplier, maximum: maximum, hasJitter: hasJitter),
            attempts: attempts)
    }

    /// Waits equally long before each further attempt, without jitter.
    public static func constant(_ delay: Duration, attempts: Int?) -> RetrySchedule {
        RetrySchedule(
            Backoff(from: delay, multiplier: 1, maximum: delay, hasJitter: false), attempts: attempts)
    }

    /// Tries again once, at once.
    public static let retryOnce = RetrySchedule(waits: [.zero])

    /// Tries again at once, and once more after a delay.
    public static func retryTwice(delay: Duration = .seconds(2)) -> RetrySchedule {
        RetrySchedule(waits: [.zero, delay])
    }

    /// Waits for each of these durations in turn before a further attempt.
    public init(waits: [Duration]) {
        self.init(Backoff(hasJitter: false), attempts: waits.count + 1)
        backoff.steps = waits
    }

    /// The number of attempts that may follow the first; nil sets no bound.
    var maximumRetries: Int? { attempts.map { max(0, $0 - 1) } }
}

extension RetryPolicy {
    /// Tries again after failures that may pass, where sending twice is safe.
    public static func transientFailures(_ schedule: RetrySchedule) -> RetryPolicy {
        RetryPolicy(maximumRetries: schedule.maximumRetries, backoff: schedule.backoff)
    }

    /// Tries again when the network failed; where sending twice is not safe, only when nothing can have been sent.
    ///
    /// JSON that ends too early counts as cut off on the way. No status is retried.
    public static func networkFailure(_ schedule: RetrySchedule) -> RetryPolicy {
        network(schedule, orUnavailable: false)
    }

    /// Tries again when the network failed, as ``networkFailure(_:)`` does, and after every 503, whatever the method.
    public static func networkFailureOrServiceUnavailable(_ schedule: RetrySchedule) -> RetryPolicy {
        network(schedule, orUnavailable: true)
    }

    /// Asks a closure about every failure of the network, and with `orUnavailable` about every 503.
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

    /// Tries again after timeouts and the statuses 408 and 503, whatever the method.
    public static func timeoutOrUnavailable(
        maximumRetries: Int = 4, delay: Duration = .seconds(3)
    ) -> RetryPolicy {
        RetryPolicy(
            maximumRetries: maximumRetries, when: [.kind(.timeout), .status(408), .status(503)],
            backoff: RetrySchedule.constant(delay, attempts: nil).backoff, ignoresIdempotence: true)
    }

    /// Tries again whatever happens, and whatever the method, until a 2xx arrives and can be parsed.
    ///
    /// Without `maximumRetries` only cancelling, giving up or a deadline ends it. What can never be sent is not tried.
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
