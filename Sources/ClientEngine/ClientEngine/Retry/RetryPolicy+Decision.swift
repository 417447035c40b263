import FoundationEssentials

//  ended attempt
//      │ retries left?          no ─▶ nil
//      │ a condition met?       no ─▶ nil      conditions, or the default rule
//      │ safe to send again?    no ─▶ nil      idempotent, or surely not carried out
//      ▼
//  delay: Retry-After, capped; else the backoff

extension RetryPolicy {
    /// Returns the decision after an attempt, or `nil` to end the task.
    ///
    /// If ``conditions`` is `nil`, the conditions are the transient errors and the statuses 408, 425, 429, 500, 502,
    /// 503 and 504. A request that is not idempotent is sent again only if the server cannot have received it, or if
    /// the server asks for it with 429 or 503 and `Retry-After`, unless ``ignoresIdempotence`` is `true`. `random` is
    /// in 0..<1. The closures of ``custom(ignoringIdempotence:maximumRetries:_:)`` are not called here.
    func decision(after attempt: EndedAttempt, now: Date, random: Double) -> RetryDecision? {
        if case .any(let policies) = rule {
            return policies.lazy.compactMap { $0.decision(after: attempt, now: now, random: random) }.first
        }
        if let maximumRetries, attempt.number > maximumRetries { return nil }
        let requested = RetryAfter(first: attempt.retryAfter, now: now)
        guard let reason = RetryReason(attempt.outcome), wants(attempt, asked: requested != nil) else {
            return nil
        }
        guard let requested else {
            return RetryDecision(
                reason: reason, delay: delay(beforeRetry: attempt.number, random: random),
                explanation: backoff.explanation(ofRetry: attempt.number))
        }
        return RetryDecision(
            reason: reason, delay: delay(for: requested, random: random),
            explanation: explanation(for: requested))
    }

    /// Returns whether a retry is possible at all.
    ///
    /// It is checked first, because it requires neither a date nor a random number.
    func mayFollow(_ attempt: EndedAttempt) -> Bool {
        if case .any(let policies) = rule { return policies.contains { $0.mayFollow(attempt) } }
        if let maximumRetries, attempt.number > maximumRetries { return false }
        return wants(attempt, asked: true)
    }

    private func wants(_ attempt: EndedAttempt, asked: Bool) -> Bool {
        switch rule {
        case .conditions:
            answers(to: attempt.outcome)
                && (attempt.isIdempotent || ignoresIdempotence
                    || attempt.outcome.isSafeToRepeat(asked: asked))
        case .networkFailure(let orUnavailable):
            orUnavailable && attempt.outcome == .response(status: 503)
                || attempt.isNetworkFailure
        case .anythingButSuccess: attempt.outcome.status.map { $0.class != .success } ?? true
        case .custom, .until, .any: false
        }
    }

    func reason(toPoll context: RetryContext, _ judge: PollCondition) -> RetryReason? {
        switch context.attempt.outcome {
        case .response: judge(context).map { .unmet($0) }
        case .error(let error)
        where error.isTransient && (context.attempt.isIdempotent || error.isBeforeSending):
            .unmet("no answer")
        case .error, .cancelled: nil
        }
    }

    /// The server can request a longer wait, but not a shorter one.
    func pollDecision(
        _ reason: RetryReason, after attempt: EndedAttempt, now: Date, random: Double
    ) -> RetryDecision {
        if let requested = RetryAfter(first: attempt.retryAfter, now: now), requested.delay > backoff.initial
        {
            return RetryDecision(
                reason: reason, delay: delay(for: requested, random: random),
                explanation: explanation(for: requested))
        }
        return RetryDecision(
            reason: reason, delay: backoff.initial, explanation: "every \(backoff.initial.brief)")
    }

    private static let transientStatuses: Set<StatusCode> = [408, 425, 429, 500, 502, 503, 504]

    private func answers(to outcome: AttemptOutcome) -> Bool {
        switch outcome {
        case .cancelled:
            false
        case .response(let status):
            conditions.map {
                $0.contains(.status(status)) || $0.contains(.statusClass(status.rawValue / 100))
            }
                ?? Self.transientStatuses.contains(status)
        case .error(let error):
            conditions?.contains(.kind(error.kind)) ?? error.isTransient
        }
    }

    private func delay(beforeRetry number: Int, random: Double) -> Duration {
        // Rounded to microseconds, so that 200 ms doubled three times is exactly 1.6 s.
        let seconds = backoff.delay(beforeRetry: number, random: random).seconds
        return .microseconds((seconds * 1_000_000).rounded())
    }

    private func delay(for requested: RetryAfter, random: Double) -> Duration {
        guard requested.delay == .zero else { return min(requested.delay, retryAfterLimit) }
        // All clients receive the same zero: the jitter prevents them from returning at the same time.
        return backoff.hasJitter ? min(backoff.initial * random, retryAfterLimit) : .zero
    }

    private func explanation(for requested: RetryAfter) -> String {
        let text = "Retry-After: \(requested.text)"
        return requested.delay > retryAfterLimit ? "\(text), capped at \(retryAfterLimit.brief)" : text
    }
}

extension RetryReason {
    /// Creates the reason from an outcome, or returns `nil` if no retry can follow it.
    init?(_ outcome: AttemptOutcome) {
        switch outcome {
        case .response(let status): self = .status(status)
        case .error(let error) where error.kind == .cancelled || error.kind == .invalidRequest: return nil
        case .error(let error): self = .error(kind: error.kind, phase: error.phase)
        case .cancelled: return nil
        }
    }
}

extension AttemptOutcome {
    var isSuccess: Bool { status.map { $0 < 400 } ?? false }

    fileprivate var status: StatusCode? {
        if case .response(let status) = self { status } else { nil }
    }

    /// Returns whether the server has certainly not processed the request, so that sending it again is safe.
    fileprivate func isSafeToRepeat(asked: Bool) -> Bool {
        switch self {
        case .response(let status): asked && (status == 429 || status == 503)
        case .error(let error): error.isBeforeSending
        case .cancelled: false
        }
    }
}

extension EndedAttempt {
    /// Indicates whether the network or an intermediary caused the failure.
    ///
    /// If sending the request twice is not safe, this is only the case if nothing was sent. Incomplete JSON counts as
    /// well, because it was cut off.
    fileprivate var isNetworkFailure: Bool {
        guard case .error(let error) = outcome else { return false }
        switch error.kind {
        case .resolve, .connect, .tls, .proxy, .timeout, .connectionLost:
            return isIdempotent || error.isBeforeSending
        case .protocolViolation, .truncated: return isIdempotent
        case .decode: return isIdempotent && !isParsingFailure
        case .invalidRequest, .limit, .redirect, .auth, .io, .cancelled, .unsupported: return false
        }
    }
}
