/// Runs the exchanges of a task, one at a time: picks who answers, a mock, the cache or the network; checks the body on its
/// way, and has cookies kept.
///
/// ```
///  begin(request) ─▶ mock? ──yes──▶ MockedExchange ───────────┐
///   + cookies        │ no              │ passes on          │
///                  cache? ──yes──▶ CachedExchange ──────────┼─▶ signals, `.ended` last ─▶ sink
///                    │ no, or + conditions                  │
///                    └─▶ the network ───────▶ kept? ────────┘
/// ```
///
/// Lives on the loop thread.
final class ExchangeRunner {
    let core: TaskCore
    let loop: EngineLoop
    private unowned let owner: any ExchangeOwner
    private let receiver: (any BodyReceiver)?
    /// The exchange that answers; nil where it is a server, or nobody does just now.
    @exclusivity(unchecked) var current: (any AnsweringExchange)?
    /// Where the exchange stands on the network, its request there, and what the stage holds on the loop.
    @exclusivity(unchecked) var network = NetworkMachine()
    @exclusivity(unchecked) var online: ExchangeRequest?
    @exclusivity(unchecked) var transfer: Transfer?
    @exclusivity(unchecked) var ticket: ChallengeCoordinator.Ticket?
    @exclusivity(unchecked) var arrival: LoopCallback?
    /// The cache's part in the exchange; nil where it is not asked.
    @exclusivity(unchecked) private var cached: CachedExchange?
    /// The number of answers that the request's own mock has given.
    private var ownMockHits = 0
    /// The URL that cookies of the answer belong to; nil where none are kept.
    @exclusivity(unchecked) private var cookieURL: RequestURL?
    @exclusivity(unchecked) private var collector: BodyCollector?
    /// Indicates whether the body under way goes to the receiver.
    @exclusivity(unchecked) private var isDelivering = false

    init(
        of core: TaskCore, on loop: EngineLoop, receiver: (any BodyReceiver)?, for owner: any ExchangeOwner
    ) {
        self.core = core
        self.loop = loop
        self.receiver = receiver
        self.owner = owner
    }

    /// Begins an exchange; the request's own mock is asked before those of the client.
    func begin(_ exchangeRequest: ExchangeRequest, of request: Request) {
        stop()
        if collector != nil { collector = nil }
        isDelivering = false
        cookieURL = nil
        if exchangeRequest.isAnswered {
            owner.exchangeBegan(mock: nil)
            return answerFromCache(exchangeRequest)
        }
        let exchangeRequest = exchangeRequest.carryingCookies(of: core.settings)
        if exchangeRequest.usesCookies { cookieURL = exchangeRequest.url }
        if let mock = request.mock, let hit = ownHit(of: mock, exchangeRequest) {
            owner.exchangeBegan(mock: hit.reference)
            return play(hit, exchangeRequest, of: request)
        }
        ask(nil, exchangeRequest, of: request)
    }

    /// Ends the exchange; it says nothing more.
    func stop() {
        current?.stop()
        current = nil
        cached?.stop()
        goOffline()
    }

    // MARK: - Who answers

    /// Asks the mocks of the client; about a file, once it was read elsewhere, where its content decides.
    private func ask(_ read: MockedRequest?, _ exchangeRequest: ExchangeRequest, of request: Request) {
        switch loop.mocks.ask(
            read ?? loop.mockScripts.request(exchangeRequest), now: loop.time.date(),
            unmocked: exchangeRequest.unmocked)
        {
        case .wantsFile:
            let unread = MockedRequest(exchangeRequest)
            owner.offLoop.runBlocking {
                unread.readingFile()
            } then: { [unowned self] in
                if let read = try? $0.get() { ask(read, exchangeRequest, of: request) }
            }
        case .nobody:
            owner.exchangeBegan(mock: nil)
            noteCookies(of: exchangeRequest)
            goOn(exchangeRequest)
        case .hit(let hit):
            owner.exchangeBegan(mock: hit.reference)
            play(hit, exchangeRequest, of: request)
        }
    }

    private func ownHit(of mock: Mock, _ exchangeRequest: ExchangeRequest) -> MockHit? {
        guard let answer = mock.answer(after: ownMockHits) else { return nil }
        ownMockHits += 1
        return loop.mocks.hit(of: mock, answer, to: MockedRequest(exchangeRequest), now: loop.time.date())
    }

    private func play(_ hit: MockHit, _ exchangeRequest: ExchangeRequest, of request: Request) {
        noteCookies(of: exchangeRequest)
        begin(
            MockedExchange(hit, to: exchangeRequest, of: request, on: loop, owner, in: self), exchangeRequest)
    }

    /// Goes on behind the mocks: asks the cache, where there is one and the answer may be kept, before anybody else.
    func goOn(_ exchangeRequest: ExchangeRequest) {
        // A body that nobody keeps may be of any size, too large for a cache.
        guard loop.cache != nil, core.keepsBody, receiver == nil else {
            return goOnline(exchangeRequest)
        }
        answerFromCache(exchangeRequest)
    }

    private func answerFromCache(_ exchangeRequest: ExchangeRequest) {
        let exchange = cached ?? CachedExchange(core.configuration, on: loop, owner, in: self)
        cached = exchange
        begin(exchange, exchangeRequest)
    }

    private func begin(_ exchange: any AnsweringExchange, _ exchangeRequest: ExchangeRequest) {
        current = exchange
        exchange.begin(exchangeRequest)
    }

    // MARK: - Cookies

    private func noteCookies(of exchangeRequest: ExchangeRequest) {
        if exchangeRequest.leavesCookiesOut { owner.receive(.anomaly(.cookiesLeftOut), at: loop.time.now()) }
    }

    private func keepCookies(of head: ResponseHead) {
        guard head.headers.first(named: "Set-Cookie") != nil, current?.setsCookies != false,
            let cookieURL
        else { return }
        core.settings.configuration.cookies(at: cookieURL)?
            .store(head.headers, from: cookieURL, at: loop.time.date())
    }

    // MARK: - Signals

    /// Passes on what an exchange reports, with the body checked on the way.
    func report(_ reports: MovingQueue<ExchangeReport>) {
        let owner = owner
        do throws(ClientError) {
            while let (signal, instant) = reports.popFirst() {
                cached?.note(signal)
                switch consume signal {
                case .told(let what): try receive(told: what, at: instant)
                case .ended(let end):
                    owner.passOn()
                    try conclude(end, instant)
                case let other: owner.receive(other, at: instant)
                }
            }
            owner.passOn()
        } catch {
            owner.passOn()
            stop()
            let end = ExchangeEnd(error: error, decodedBody: collector?.partial)
            owner.receive(.ended(end), at: loop.time.now())
        }
    }

    /// Passes signals on that come now.
    func report(_ signals: ExchangeSignal...) {
        report(signals)
    }

    func report(_ signals: [ExchangeSignal]) {
        let (now, reports) = (loop.time.now(), MovingQueue<ExchangeReport>())
        for signal in signals { reports.append((signal, now)) }
        report(reports)
    }

    /// Has told what is told as it is, but for the body, which is looked at on its way.
    private func receive(told what: consuming Event.Kind, at instant: Instant) throws(ClientError) {
        switch what {
        case .received(let bytes): return try receive(bytes, at: instant)
        case .head(let head): try receive(head)
        default: break
        }
        owner.receive(told: what, at: instant)
    }

    /// Begins to take the body.
    private func receive(_ head: ResponseHead) throws(ClientError) {
        keepCookies(of: head)
        isDelivering = try receiver?.accepts(head) ?? false
        collector = BodyCollector(head, limits: limits, purpose: purpose)
    }

    /// Ends the exchange, once the cache has taken what it wants of it.
    private func conclude(_ end: ExchangeEnd, _ instant: Instant) throws(ClientError) {
        current?.stop()
        current = nil
        goOffline()
        var end = end
        end.decodedBody = collector?.partial
        for anomaly in collector?.anomalies ?? [] { owner.receive(.anomaly(anomaly), at: instant) }
        if end.error == nil { end.decodedBody = try collector?.finish() }
        guard let cached else { return owner.receive(end.isPlain ? .complete : .ended(end), at: instant) }
        cached.end(end, at: instant)
    }

    /// Passes bytes of the body on to who keeps them.
    private func receive(_ bytes: [UInt8], at instant: Instant) throws(ClientError) {
        let isShared = !isDelivering || receiver?.takesWireBytes == true
        let isKept = isShared && collector?.leavesBytesToRecord != false
        owner.receive(told: isKept ? .received(bytes) : .delivered(bytes.count), at: instant)
        guard isDelivering else {
            _ = try collector?.receive(bytes)
            return
        }
        // Who takes them may end the task.
        owner.passOn()
        let plain = try collector?.receive(bytes) ?? bytes
        guard !plain.isEmpty, receiver?.receive(plain) == false else { return }
        transfer?.pause(because: .receiver)
    }

    /// The limits of a body; of one that is handed on and not kept besides, none of it is for the record.
    private var limits: Limits {
        var limits = core.settings.configuration.limits
        if !core.keepsBody, purpose == .overhearing { limits.collectedBody = 0 }
        return limits
    }

    private var purpose: BodyCollector.Purpose {
        if isDelivering, receiver?.takesWireBytes == true { return .overhearing }
        return isDelivering || !core.keepsBody ? .passing : .collecting
    }

    /// Indicates whether bytes of the answer went to somebody who cannot take another one.
    var isCommitted: Bool { isDelivering && receiver?.isReplayable == false }

    /// Hears that the receiver has room again, or can take no more.
    func receiverCalls() {
        // One that fails behind the end has nothing to say about it any more.
        guard current != nil || network.stage != .idle else { return }
        if let error = receiver?.failure, isDelivering {
            report(.ended(ExchangeEnd(error: error)))
        } else {
            resumeReceiving()
        }
    }
}
