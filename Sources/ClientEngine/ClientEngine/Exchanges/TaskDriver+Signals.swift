// What an exchange reports, on its way to the machine: the body is checked, and goes to whoever takes it.

extension TaskDriver {
    /// Takes what an exchange reports, in order; `.ended` comes last and exactly once, unless it is stopped.
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

    /// Takes signals that come now.
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

    /// Takes what neither the body's checks nor its receiver have a say in.
    func receive(_ signal: ExchangeSignal, at instant: Instant) {
        guard case .told(let what) = signal else { return feed(.signal(signal), at: instant) }
        news.append(Event(task: core.id, at: instant, what))
        passOn()
    }

    /// Does what a signal decides; what was told before it comes first.
    private func handle(_ signal: ExchangeSignal, at instant: Instant) throws(ClientError) {
        exchange.cached?.note(signal)
        guard case .ended(let end) = signal else { return feed(.signal(signal), at: instant) }
        passOn()
        try conclude(end, instant)
    }

    /// Adds to what is told of the exchange, where those have looked first who have a say in it; ``passOn()`` follows.
    private func tell(_ what: consuming Event.Kind, at instant: Instant) throws(ClientError) {
        if let cached = exchange.cached { cached.note(.told(what)) }
        if what.isOfAnswer { return try tell(answer: what, at: instant) }
        news.append(Event(task: core.id, at: instant, what))
    }

    /// The same of an event, which is moved on as it is.
    private func tell(_ event: consuming Event) throws(ClientError) {
        guard exchange.cached == nil, !event.kind.isOfAnswer else {
            return try tell(event.kind, at: event.at)
        }
        news.append(event)
    }

    /// Ends an exchange whose answer cannot be taken.
    private func fail(with error: ClientError) {
        passOn()
        stopExchange()
        let end = ExchangeEnd(error: error, decodedBody: exchange.collector?.partial)
        receive(.ended(end), at: loop.time.now())
    }

    // MARK: - The answer

    /// Takes the head, or bytes of the body.
    private func tell(answer what: Event.Kind, at instant: Instant) throws(ClientError) {
        switch what {
        case .received(let bytes): try handle(bytes: bytes, at: instant)
        case .head(let head):
            try begin(head)
            news.append(Event(task: core.id, at: instant, what))
            // Who has begun to read this answer cannot be given another one.
            if isCommitted { feed(.giveUp) }
        default: break
        }
    }

    /// Begins to take the body.
    private func begin(_ head: ResponseHead) throws(ClientError) {
        keepCookies(of: head)
        exchange.isDelivering = try receiver?.accepts(head) ?? false
        exchange.collector = BodyCollector(head, limits: limits, purpose: purpose)
    }

    /// Passes bytes of the body on to who keeps them.
    private func handle(bytes: [UInt8], at instant: Instant) throws(ClientError) {
        let isShared = !exchange.isDelivering || receiver?.takesWireBytes == true
        let isKept = isShared && exchange.collector?.leavesBytesToRecord != false
        let what: Event.Kind = isKept ? .received(bytes) : .delivered(bytes.count)
        news.append(Event(task: core.id, at: instant, what))
        guard exchange.isDelivering else {
            _ = try exchange.collector?.receive(bytes)
            return
        }
        // Who takes them may end the task.
        passOn()
        let plain = try exchange.collector?.receive(bytes) ?? bytes
        guard !plain.isEmpty, receiver?.receive(plain) == false else { return }
        exchange.transfer?.pause(because: .receiver)
    }

    /// Ends the exchange, once the cache has taken what it wants of it.
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

    /// The limits of a body; of one that is handed on and not kept besides, none of it is for the record.
    private var limits: Limits {
        var limits = core.settings.configuration.limits
        if !core.keepsBody, purpose == .overhearing { limits.collectedBody = 0 }
        return limits
    }

    private var purpose: BodyCollector.Purpose {
        if exchange.isDelivering, receiver?.takesWireBytes == true { return .overhearing }
        return exchange.isDelivering || !core.keepsBody ? .passing : .collecting
    }

    /// Indicates whether bytes of the answer went to somebody who cannot take another one.
    private var isCommitted: Bool { exchange.isDelivering && receiver?.isReplayable == false }

    /// Hears that the receiver has room again, or can take no more.
    func receiverCalls() {
        // One that fails behind the end has nothing to say about it any more.
        guard exchange.current != nil || !exchange.network.isIdle else { return }
        if let error = receiver?.failure, exchange.isDelivering {
            report([.ended(ExchangeEnd(error: error))])
        } else {
            resumeReceiving()
        }
    }
}

extension Event.Kind {
    /// Indicates whether it is the head of an answer, or bytes of its body.
    fileprivate var isOfAnswer: Bool {
        switch self {
        case .head, .received: true
        default: false
        }
    }
}
