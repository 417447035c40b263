// Early ends of a task.

extension TaskMachine {
    /// Ends a task or an attempt that takes longer than allowed.
    mutating func timeOut(_ now: Instant) {
        let isPastDeadline = deadline.map { $0 <= now } ?? false
        let settings = prepared.settings
        let allowed =
            (isPastDeadline ? settings.options.totalTimeout : settings.options.attemptTimeout) ?? .zero
        switch stage {
        case .adapting:
            actions.append(.abort)
            finish(.failed(.timeout(.queue, after: allowed)), Place(), now)
        case .exchange(let attempt) where attempt.isUnread: endUnread(attempt, now)
        case .preparing(let attempt), .exchange(let attempt), .challenged(let attempt, _):
            let error = attempt.progress.timeout(after: allowed, now: now)
            abort(attempt, error, now)
            end(attempt, .error(error), now)
        case .deciding(let attempt, let ended):
            actions.append(.abort)
            settle(ended, nil, attempt, now)
        case .processing(let attempt) where isPastDeadline:
            var error = ClientError.timeout(.process, after: allowed)
            error.elapsed = now - created
            actions.append(.abort)
            finish(.failed(error), attempt.place, now)
        // The limit of an attempt is cleared at its end, and the deadline was handled above.
        case .idle, .waiting, .processing, .done: unexpected(.fired(.limit), now)
        }
    }

    /// Prevents further attempts.
    ///
    /// The current one continues.
    mutating func giveUp(_ now: Instant) {
        retries.givesUp = true
        switch stage {
        case .waiting(let attempt, _, _, let last):
            actions.append(.clear(.retry))
            conclude(last, attempt, now)
        case .deciding(let attempt, let ended):
            actions.append(.abort)
            actions.append(.clear(.limit))
            settle(ended, nil, attempt, now)
        case .idle, .adapting, .preparing, .exchange, .challenged, .processing, .done: break
        }
    }

    mutating func cancel(_ now: Instant) {
        let phase = stage.attempt?.progress.phase ?? .queue
        stop(ClientError(.cancelled, phase, "cancelled"), .cancelled, .cancelled, now)
    }

    /// The time limit for reading the rest of a response after the program that receives it has disconnected.
    static let restTime = Duration.milliseconds(500)
    /// The largest number of bytes of such a rest.
    private static let largestRest = 256 << 10

    /// Ends the task with the status of the response if there is a head, otherwise cancels it.
    ///
    /// The rest of a small body is read for the record.
    mutating func leave(_ now: Instant) {
        switch stage {
        case .exchange(var attempt):
            guard let head = attempt.progress.head else { return cancel(now) }
            retries.givesUp = true
            attempt.isUnread = true
            stage = .exchange(attempt)
            guard head.isCollectable(upTo: attempt.progress.bytesReceived + Self.largestRest) else {
                return endUnread(attempt, now)
            }
            actions.append(.clear(.limit))
            actions.append(.set(.limit, now + Self.restTime))
        case .processing(let attempt):
            actions.append(.abort)
            finish(.succeeded, attempt.place, now)
        case .idle, .adapting, .preparing, .challenged, .deciding, .waiting, .done: cancel(now)
        }
    }

    /// Ends the exchange of a program that has disconnected before the body was complete.
    private mutating func endUnread(_ attempt: Attempt, _ now: Instant) {
        guard let head = attempt.progress.head else { return cancel(now) }
        actions.append(.abort)
        emit(.exchangeEnded(ExchangeEnd()), attempt.place, now)
        end(attempt, .response(status: head.status), now)
    }

    /// Ends a task with an error after an input that its stage does not expect.
    ///
    /// Otherwise the task might wait forever or report wrong events. This can only be a fault of the engine. Debug
    /// builds stop there (`TaskDriver`).
    mutating func unexpected(_ input: Input, _ now: Instant) {
        let words = "\(input.name) while \(stage.name)"
        actions.append(.report(words))
        let error = ClientError(
            .unsupported, stage.attempt?.progress.phase ?? .queue,
            "a fault of this client ended the task: it does not expect \(words)",
            hint: "please report this, with what was asked for")
        stop(error, .error(error), .failed(error), now)
    }

    /// Ends the exchange, the attempt and the task.
    private mutating func stop(
        _ error: ClientError, _ outcome: AttemptOutcome, _ end: TaskOutcome, _ now: Instant
    ) {
        let place = stage.attempt?.place ?? Place()
        switch stage {
        case .preparing(let attempt), .exchange(let attempt), .challenged(let attempt, _):
            abort(attempt, error, now)
            emit(.attemptEnded(outcome, retry: nil), place, now)
        case .adapting: actions.append(.abort)
        case .deciding(_, let ended):
            actions.append(.abort)
            if !ended.isParsingFailure { emit(.attemptEnded(ended.outcome, retry: nil), place, now) }
        case .waiting: actions.append(.clear(.retry))
        case .idle, .processing: break
        case .done: return
        }
        finish(end, place, now)
    }

    /// Ends the current exchange.
    ///
    /// The record always has a start and an end of it.
    private mutating func abort(_ attempt: Attempt, _ error: ClientError, _ now: Instant) {
        actions.append(.abort)
        if case .preparing = stage { began(attempt, nil, now) }
        if case .challenged = stage { return }
        emit(.exchangeEnded(ExchangeEnd(error: error)), attempt.place, now)
    }

    mutating func finish(_ outcome: TaskOutcome, _ place: Place, _ now: Instant) {
        stage = .done
        actions.append(.clear(.limit))
        end = event(.taskEnded(outcome), place, now)
        actions.append(.finish)
    }

    mutating func emit(_ what: consuming Event.Kind, _ place: Place, _ now: Instant) {
        events.append(event(what, place, now))
    }

    private func event(_ what: consuming Event.Kind, _ place: Place, _ now: Instant) -> Event {
        Event(task: id, attempt: place.attempt, exchange: place.exchange, at: now, what)
    }
}
