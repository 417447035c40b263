// The exchanges within an attempt, one after the other.

extension TaskMachine {
    mutating func prepare(
        _ exchangeRequest: ExchangeRequest, for reason: ExchangeStart.Reason, in attempt: Attempt,
        _ now: Instant
    ) {
        var attempt = attempt
        attempt.begin(exchangeRequest, for: reason, at: now)
        stage = .preparing(attempt)
        actions.append(.prepare(exchangeRequest))
    }

    /// Adds the header fields of this attempt, and prepares its exchange with them.
    mutating func add(
        _ fields: Headers, to attempt: Attempt, _ now: Instant
    ) {
        var attempt = attempt
        do throws(ClientError) {
            try attempt.add(fields)
        } catch {
            return failToPrepare(attempt, error, now)
        }
        stage = .preparing(attempt)
        actions.append(.prepare(attempt.exchangeRequest))
    }

    mutating func began(_ attempt: Attempt, _ mock: MockReference?, _ now: Instant) {
        let start = prepared.start(
            of: attempt.exchangeRequest, because: attempt.progress.reason, mock: mock)
        emit(start, attempt.place, now)
        emit(.phase(.queue), attempt.place, now)
        stage = .exchange(attempt)
    }

    mutating func failToPrepare(
        _ attempt: Attempt, _ error: ClientError, _ now: Instant
    ) {
        began(attempt, nil, now)
        emit(.exchangeEnded(ExchangeEnd(error: error)), attempt.place, now)
        end(attempt, .error(error), now)
    }

    /// Updates the progress with events that decide nothing, and sets their task and exchange.
    ///
    /// Returns `false` if there is no exchange.
    mutating func note(_ events: UnsafeMutableBufferPointer<Event>) -> Bool {
        let place = stage.updateExchange { attempt in
            attempt.progress.note(events)
            return attempt.place
        }
        guard let place else { return false }
        for index in events.indices {
            (events[index].task, events[index].attempt, events[index].exchange) =
                (id, place.attempt, place.exchange)
        }
        return true
    }

    mutating func receive(_ signal: ExchangeSignal, _ now: Instant) {
        let noted = stage.updateExchange { ($0.progress.note(signal), $0.place) }
        guard let (told, place) = noted else { return unexpected(.signal(signal), now) }
        if let told { emit(told, place, now) }
        switch signal {
        case .round(let reason): beginRound(reason, now)
        case .ended(let end): conclude(end, now)
        case .told, .setback, .instead: break
        }
    }

    private mutating func conclude(_ end: ExchangeEnd, _ now: Instant) {
        guard case .exchange(let attempt) = stage else { return }
        if let error = end.error {
            guard attempt.isUnread, let head = attempt.progress.head else {
                return recover(from: error, in: attempt, now)
            }
            return self.end(attempt, .response(status: head.status), now)
        }
        guard let head = attempt.progress.head else { return unexpected(.signal(.ended(end)), now) }
        switch attempt.progress.substitute {
        case .confirmed(let kept): answer(from: kept, attempt, now)
        case .nothing: prepare(attempt.exchangeRequest.reloading, for: .cache, in: attempt, now)
        case .staleIfError, nil: answer(head, in: attempt, now)
        }
    }

    /// Sends a request again within the attempt if there was no response and a repetition is safe.
    private mutating func recover(
        from error: ClientError, in attempt: Attempt, _ now: Instant
    ) {
        guard let reason = attempt.progress.setback,
            let exchangeRequest = attempt.exchangeRequest.repeated(for: reason)
        else {
            return end(attempt, .error(error), now)
        }
        prepare(exchangeRequest, for: reason, in: attempt, now)
    }

    mutating func answer(from kept: CachedAnswer, _ attempt: Attempt, _ now: Instant) {
        var exchangeRequest = attempt.exchangeRequest
        exchangeRequest.kept = kept
        prepare(exchangeRequest, for: .cache, in: attempt, now)
    }

    /// Continues with an exchange that libcurl has started itself.
    private mutating func beginRound(_ reason: ExchangeStart.Reason, _ now: Instant) {
        guard case .exchange(var attempt) = stage else { return }
        attempt.begin(attempt.exchangeRequest, for: reason, at: now)
        began(attempt, nil, now)
    }

    private mutating func answer(
        _ head: ResponseHead, in attempt: Attempt, _ now: Instant
    ) {
        if head.status == 416, canStartOver, !attempt.hasStartedOver {
            // The partial download of an earlier attempt is useless. The next request asks for the whole content.
            var attempt = attempt
            attempt.hasStartedOver = true
            return prepare(attempt.exchangeRequest, for: .restart, in: attempt, now)
        }
        // An attempt is copied when it is changed.
        if (300...399).contains(head.status) {
            var attempt = attempt
            do throws(ClientError) {
                if var next = try attempt.redirects.exchangeRequest(
                    after: head, to: attempt.exchangeRequest, authorization)
                {
                    next.isFromPublicAddress = attempt.progress.addressScope == .public
                    return prepare(prepared.following(next), for: .redirect, in: attempt, now)
                }
            } catch {
                return end(attempt, .error(error), now)
            }
        }
        guard authorization.asks(about: head.status, to: attempt.exchangeRequest) else {
            return end(attempt, .response(status: head.status), now)
        }
        actions.append(.challenge(attempt.exchangeRequest))
        stage = .challenged(attempt, status: head.status)
    }

    mutating func conclude(
        _ verdict: ChallengeVerdict, about status: StatusCode, _ attempt: Attempt, _ now: Instant
    ) {
        switch verdict {
        case .giveUp: end(attempt, .response(status: status), now)
        case .fails(let error): end(attempt, .error(error), now)
        case .sendAgain:
            if let error = authorization.beginRound() { return end(attempt, .error(error), now) }
            retries.restart(with: attempt.number)
            prepare(attempt.exchangeRequest, for: .authentication, in: attempt, now)
        }
    }
}
