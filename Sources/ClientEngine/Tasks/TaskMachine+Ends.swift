// How a task ends before its time.

extension TaskMachine {
    /// Ends what takes longer than allowed.
    mutating func timeOut(_ now: Instant, _ chance: RetryChance) {
        let isPastDeadline = deadline.map { $0 <= now } ?? false
        let settings = prepared.settings
        let allowed =
            (isPastDeadline ? settings.options.totalTimeout : settings.options.attemptTimeout) ?? .zero
        switch stage {
        case .adapting:
            actions.append(.abort)
            finish(.failed(.timeout(.queue, after: allowed)), now)
        case .preparing, .exchange, .challenged:
            guard let error = progress?.timeout(after: allowed, now: now) else { return }
            abort(error, now)
            endAttempt(.error(error), now, chance)
        case .deciding(let ended):
            actions.append(.abort)
            settle(ended, nil, now)
        case .processing where isPastDeadline:
            var error = ClientError.timeout(.process, after: allowed)
            error.elapsed = now - created
            actions.append(.abort)
            finish(.failed(error), now)
        case .idle, .waiting, .processing, .done: break
        }
    }

    /// Has no further attempt made; what is under way goes on.
    mutating func giveUp(_ now: Instant) {
        retries.givesUp = true
        switch stage {
        case .waiting(_, _, let last):
            actions.append(.clear(.retry))
            conclude(last, now)
        case .deciding(let ended):
            actions += [.abort, .clear(.limit)]
            settle(ended, nil, now)
        case .idle, .adapting, .preparing, .exchange, .challenged, .processing, .done: break
        }
    }

    /// Ends everything.
    mutating func cancel(_ now: Instant) {
        switch stage {
        case .preparing, .exchange, .challenged:
            abort(ClientError(.cancelled, progress?.phase ?? .queue, "cancelled"), now)
            emit(.attemptEnded(.cancelled, retry: nil), now)
        case .adapting: actions.append(.abort)
        case .deciding(let ended):
            actions.append(.abort)
            if !ended.isParsingFailure { emit(.attemptEnded(ended.outcome, retry: nil), now) }
        case .waiting: actions.append(.clear(.retry))
        case .idle, .processing, .done: break
        }
        finish(.cancelled, now)
    }

    /// Ends the exchange under way, which has begun and ended on record whatever becomes of it.
    private mutating func abort(_ error: ClientError, _ now: Instant) {
        actions.append(.abort)
        if stage == .preparing { began(nil, now) }
        if stage != .challenged { emit(.exchangeEnded(ExchangeEnd(error: error)), now) }
    }
}
