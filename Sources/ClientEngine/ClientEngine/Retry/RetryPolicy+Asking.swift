internal import EngineSupport
import FoundationEssentials

extension RetryPolicy {
    /// Asks a closure, about failures of the network and of parsing alike.
    ///
    /// Not asked about answers below 400, and not about requests that are not idempotent, unless `ignoringIdempotence`.
    public static func custom(
        ignoringIdempotence: Bool = false, maximumRetries: Int? = nil,
        _ retrier: @escaping @Sendable (RetryContext) async -> Duration?
    ) -> RetryPolicy {
        var policy = RetryPolicy(maximumRetries: maximumRetries, ignoresIdempotence: ignoringIdempotence)
        policy.rule = .custom(IdentityBox(closure: retrier))
        return policy
    }

    /// Asks several policies in turn until one wants another attempt; none of none does.
    ///
    /// Each sees the same number of attempts.
    public static func any(_ policies: [RetryPolicy]) -> RetryPolicy {
        let counts = policies.map(\.maximumRetries)
        var policy = RetryPolicy(
            maximumRetries: counts.contains(nil) ? nil : counts.compactMap { $0 }.max() ?? 0)
        policy.rule = .any(policies)
        return policy
    }

    /// Tries again once something has been refreshed: a session, a key, an address.
    ///
    /// Only for attempts that were answered, whatever the method, and where `wants` says so. One refresh runs at a time;
    /// all attempts that end meanwhile wait for it, and go again at once if it returns true.
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

    /// Polls: sends the request again until the closure accepts a response; otherwise only a deadline or cancelling ends it.
    ///
    /// Transient failures count as no response yet if sending the request twice is safe.
    ///
    /// The wait between two attempts is `interval`, or longer if `Retry-After` asks for it. The closure returns nil to accept the
    /// response, or a text that says how it differs, such as `status is 202`.
    public static func until(
        every interval: Duration, _ judge: @escaping @Sendable (RetryContext) -> String?
    ) -> RetryPolicy {
        var policy = RetryPolicy(
            maximumRetries: nil, backoff: RetrySchedule.constant(interval, attempts: nil).backoff)
        policy.rule = .until(IdentityBox(closure: judge))
        return policy
    }

    /// Indicates whether somebody must be asked who may take his time.
    var mustAsk: Bool {
        switch rule {
        case .custom, .until: true
        case .any(let policies): policies.contains(where: \.mustAsk)
        case .conditions, .networkFailure, .anythingButSuccess: false
        }
    }

    /// Indicates whether answers that are no failure have to be judged, too.
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

    /// Returns whether the number of the attempt and the method let anybody be asked at all.
    private func allows(_ attempt: EndedAttempt) -> Bool {
        maximumRetries.map { attempt.number <= $0 } ?? true && (attempt.isIdempotent || ignoresIdempotence)
    }
}
