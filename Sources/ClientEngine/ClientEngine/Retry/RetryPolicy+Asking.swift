internal import EngineSupport
import FoundationEssentials

extension RetryPolicy {
    /// Calls a closure after failures of the network and of parsing.
    ///
    /// It is not called for responses with a status below 400, or, unless `ignoringIdempotence` is `true`, for requests
    /// that are not idempotent.
    public static func custom(
        ignoringIdempotence: Bool = false, maximumRetries: Int? = nil,
        _ retrier: @escaping @Sendable (RetryContext) async -> Duration?
    ) -> RetryPolicy {
        var policy = RetryPolicy(maximumRetries: maximumRetries, ignoresIdempotence: ignoringIdempotence)
        policy.rule = .custom(IdentityBox(closure: retrier))
        return policy
    }

    /// Tries several policies in order, until one decides to retry.
    ///
    /// Without policies, there is no retry. Each policy receives the same number of attempts.
    public static func any(_ policies: [RetryPolicy]) -> RetryPolicy {
        let counts = policies.map(\.maximumRetries)
        var policy = RetryPolicy(
            maximumRetries: counts.contains(nil) ? nil : counts.compactMap { $0 }.max() ?? 0)
        policy.rule = .any(policies)
        return policy
    }

    /// Tries again after a refresh, for example of a session, a key or an address.
    ///
    /// This applies only to attempts with a response, with any method, for which `wants` returns `true`. Only one
    /// refresh runs at a time. All attempts that end in the meantime wait for it, and are repeated at once if it
    /// returns `true`.
    public static func afterRefresh(
        maximumRetries: Int = 1, when wants: @escaping @Sendable (RetryContext) -> Bool,
        refresh: @escaping @Sendable () async -> Bool
    ) -> RetryPolicy {
        let shared = SingleFlight<Bool>()
        return custom(ignoringIdempotence: true, maximumRetries: maximumRetries) { context in
            guard context.response != nil, wants(context) else { return nil }
            return await shared.value(refresh) ? .zero : nil
        }
    }

    /// Polls: sends the request again until the closure accepts a response.
    ///
    /// Otherwise, only a deadline or cancellation ends the task. Transient failures count as no response yet if the
    /// request can be sent twice safely.
    ///
    /// The wait between two attempts is `interval`, or longer if `Retry-After` requests it. The closure returns `nil`
    /// to accept the response, or a text that describes the difference, such as `status is 202`.
    public static func until(
        every interval: Duration, _ judge: @escaping @Sendable (RetryContext) -> String?
    ) -> RetryPolicy {
        var policy = RetryPolicy(
            maximumRetries: nil, backoff: RetrySchedule.constant(interval, attempts: nil).backoff)
        policy.rule = .until(IdentityBox(closure: judge))
        return policy
    }

    /// Indicates whether the decision requires a closure, which may take a long time.
    var mustAsk: Bool {
        switch rule {
        case .custom, .until: true
        case .any(let policies): policies.contains(where: \.mustAsk)
        case .conditions, .networkFailure, .anythingButSuccess: false
        }
    }

    /// Indicates whether successful responses must be checked as well.
    var judgesAll: Bool {
        switch rule {
        case .until: true
        case .any(let policies): policies.contains(where: \.judgesAll)
        case .custom, .conditions, .networkFailure, .anythingButSuccess: false
        }
    }

    func decision(about context: RetryContext, now: Date, random: Double) async -> RetryDecision? {
        switch rule {
        case .any(let policies):
            for policy in policies where !Task.isCancelled {
                if let found = await policy.decision(about: context, now: now, random: random) {
                    return found
                }
            }
            return nil
        case .custom(let retrier):
            guard allows(context.attempt), let reason = RetryReason(context.attempt.outcome),
                let delay = await retrier.object(context)
            else { return nil }
            return RetryDecision(reason: reason, delay: max(.zero, delay), explanation: delay.brief)
        case .until(let judge):
            guard let reason = reason(toPoll: context, judge.object) else { return nil }
            return pollDecision(reason, after: context.attempt, now: now, random: random)
        case .conditions, .networkFailure, .anythingButSuccess:
            return decision(after: context.attempt, now: now, random: random)
        }
    }

    /// Returns whether the number of the attempt and the method allow a retry.
    private func allows(_ attempt: EndedAttempt) -> Bool {
        maximumRetries.map { attempt.number <= $0 } ?? true && (attempt.isIdempotent || ignoresIdempotence)
    }
}
