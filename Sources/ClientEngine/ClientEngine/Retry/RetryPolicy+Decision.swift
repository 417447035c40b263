import FoundationEssentials

//  ended attempt
//      │ retries left?          no ─▶ nil
//      │ a condition met?       no ─▶ nil      conditions, or the default rule
//      │ safe to send again?    no ─▶ nil      idempotent, or surely not carried out
//      ▼
//  delay: Retry-After, capped; else the backoff

extension RetryPolicy {
    /// Decides what follows an attempt; nil is the end of the task.
    ///
    /// If ``conditions`` is nil, the conditions are the transient errors and the statuses 408, 425, 429,
    /// 500, 502, 503 and 504. A request that is not idempotent goes out again only when its bytes cannot have
    /// been sent, or when the server itself asked for it with 429 or 503 and `Retry-After`, unless
    /// ``ignoresIdempotence``. `random` is in 0..<1. Those that ``custom(ignoringIdempotence:maximumRetries:_:)`` names
    /// are not asked here.
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

    /// Returns whether another attempt may follow at all; asked first, for it needs neither date nor dice.
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

    /// The server may ask for a longer wait, and for none that is shorter.
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
        // To the microsecond, so that three doublings of 200 ms are 1.6 s and not a bit more.
        let seconds = backoff.delay(beforeRetry: number, random: random).seconds
        return .microseconds((seconds * 1_000_000).rounded())
    }

    private func delay(for requested: RetryAfter, random: Double) -> Duration {
        guard requested.delay == .zero else { return min(requested.delay, retryAfterLimit) }
        // "At once" is said to every client alike: jitter keeps them from coming back in step.
        return backoff.hasJitter ? min(backoff.initial * random, retryAfterLimit) : .zero
    }

    private func explanation(for requested: RetryAfter) -> String {
        let text = "Retry-After: \(requested.text)"
        return requested.delay > retryAfterLimit ? "\(text), capped at \(retryAfterLimit.brief)" : text
    }
}

extension RetryReason {
    /// The reason that an outcome is; nil where no retry can follow.
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

    /// Returns whether the request was surely not carried out, so that nothing can happen twice.
    fileprivate func isSafeToRepeat(asked: Bool) -> Bool {
        switch self {
        case .response(let status): asked && (status == 429 || status == 503)
        case .error(let error): error.isBeforeSending
        case .cancelled: false
        }
    }
}

extension EndedAttempt {
    /// Indicates whether the network, or something on the way, let the request down; where sending twice is not safe,
    /// only when nothing was sent.
    ///
    /// JSON that ends too early counts: it was cut off.
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
