// The reports of an exchange, on their way to the state machine. The body is checked and passed to its receiver.

extension TaskDriver {
    /// Processes the reports of an exchange in order.
    ///
    /// `.ended` comes last and exactly once, unless the exchange is stopped.
    func report(_ reports: ExchangeReports) {
        do throws(ClientError) {
            var place = 0
            for next in reports.decisive {
                while place < next.place, let event = reports.events.popFirst() {
                    try tell(event)
                    place += 1
                }
                try handle(next.signal, at: next.at)
            }
            while let event = reports.events.popFirst() { try tell(event) }
            passOn()
        } catch {
            fail(with: error)
        }
    }

    /// Processes signals that occur now.
    func report(_ signals: [ExchangeSignal]) {
        let now = loop.time.now()
        do throws(ClientError) {
            for signal in signals {
                if case .told(let what) = signal {
                    try tell(what, at: now)
                } else {
                    try handle(signal, at: now)
                }
            }
            passOn()
        } catch {
            fail(with: error)
        }
    }

    /// Processes a signal that neither the checks of the body nor its receiver need.
    func receive(_ signal: ExchangeSignal, at instant: Instant) {
        guard case .told(let what) = signal else { return feed(.signal(signal), at: instant) }
        news.append(Event(task: core.id, at: instant, what))
        passOn()
    }

    /// Processes a decisive signal, after all events before it.
    private func handle(_ signal: ExchangeSignal, at instant: Instant) throws(ClientError) {
        exchange.cached?.note(signal)
        guard case .ended(let end) = signal else { return feed(.signal(signal), at: instant) }
        passOn()
        try conclude(end, instant)
    }

    /// Adds an event of the exchange, after the cache and the checks of the body have processed it.
    ///
    /// ``passOn()`` follows.
    private func tell(_ what: consuming Event.Kind, at instant: Instant) throws(ClientError) {
        if let cached = exchange.cached { cached.note(.told(what)) }
        if what.isOfAnswer { return try tell(answer: what, at: instant) }
        news.append(Event(task: core.id, at: instant, what))
    }

    /// Adds an event without copying it.
    private func tell(_ event: consuming Event) throws(ClientError) {
        guard exchange.cached == nil, !event.kind.isOfAnswer else {
            return try tell(event.kind, at: event.at)
        }
        news.append(event)
    }

    /// Ends an exchange whose response cannot be accepted.
    private func fail(with error: ClientError) {
        passOn()
        stopExchange()
        let end = ExchangeEnd(error: error, decodedBody: exchange.collector?.partial)
        receive(.ended(end), at: loop.time.now())
    }

    // MARK: - The answer

    /// Processes the head, or bytes of the body.
    private func tell(answer what: Event.Kind, at instant: Instant) throws(ClientError) {
        switch what {
        case .received(let bytes): try handle(bytes: bytes, at: instant)
        case .head(let head):
            try begin(head)
            news.append(Event(task: core.id, at: instant, what))
            // A receiver that has started to read this response cannot accept another one.
            if isCommitted { feed(.giveUp) }
        default: break
        }
    }

    /// Prepares for receiving the body.
    private func begin(_ head: ResponseHead) throws(ClientError) {
        keepCookies(of: head)
        exchange.isDelivering = try receiver?.accepts(head) ?? false
        exchange.collector = BodyCollector(head, limits: limits, purpose: purpose)
    }

    /// Passes bytes of the body to the record and to the receiver.
    private func handle(bytes: [UInt8], at instant: Instant) throws(ClientError) {
        let isShared = !exchange.isDelivering || receiver?.takesWireBytes == true
        let isKept = isShared && exchange.collector?.leavesBytesToRecord != false
        let what: Event.Kind = isKept ? .received(bytes) : .delivered(bytes.count)
        news.append(Event(task: core.id, at: instant, what))
        guard exchange.isDelivering else {
            _ = try exchange.collector?.receive(bytes)
            return
        }
        // The receiver may end the task.
        passOn()
        let plain = try exchange.collector?.receive(bytes) ?? bytes
        guard !plain.isEmpty, receiver?.receive(plain) == false else { return }
        exchange.transfer?.pause(because: .receiver)
    }

    /// Ends the exchange, after the cache has stored the response.
    private func conclude(_ end: consuming ExchangeEnd, _ instant: Instant) throws(ClientError) {
        exchange.current?.stop()
        exchange.current = nil
        goOffline()
        end.decodedBody = exchange.collector?.partial
        for anomaly in exchange.collector?.anomalies ?? [] { receive(.anomaly(anomaly), at: instant) }
        if end.error == nil { end.decodedBody = try exchange.collector?.finish() }
        guard let cached = exchange.cached else {
            return receive(end.isPlain ? .complete : .ended(end), at: instant)
        }
        cached.end(end, at: instant)
    }

    /// The limits of a body.
    ///
    /// Of a body that is passed on and not kept, nothing is collected for the record.
    private var limits: Limits {
        var limits = core.settings.configuration.limits
        if !core.keepsBody, purpose == .overhearing { limits.collectedBody = 0 }
        return limits
    }

    private var purpose: BodyCollector.Purpose {
        if exchange.isDelivering, receiver?.takesWireBytes == true { return .overhearing }
        return exchange.isDelivering || !core.keepsBody ? .passing : .collecting
    }

    /// Indicates whether bytes of the response went to a receiver that cannot accept another response.
    private var isCommitted: Bool { exchange.isDelivering && receiver?.isReplayable == false }

    /// Called when the receiver can accept more bytes, or none at all.
    func receiverCalls() {
        // A failure of the receiver after the end has no effect.
        guard exchange.current != nil || !exchange.network.isIdle else { return }
        if let error = receiver?.failure, exchange.isDelivering {
            report([.ended(ExchangeEnd(error: error))])
        } else {
            resumeReceiving()
        }
    }
}

extension Event.Kind {
    /// Indicates whether the event is the head of a response, or bytes of its body.
    fileprivate var isOfAnswer: Bool {
        switch self {
        case .head, .received: true
        default: false
        }
    }
}
