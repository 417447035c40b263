/// Answers one exchange as a mock says: reads and fills in what it says, plays it step by step, asks its code.
///
/// Whatever may wait for a disk, or is the code of others, happens off the loop; what lies in memory is played at once.
final class MockedExchange: AnsweringExchange {
    private unowned let loop: EngineLoop
    private let hit: MockHit
    private let request: Request
    private unowned let owner: any ExchangeOwner
    private let tell: ExchangeSink
    private let goOn: (ExchangeRequest) -> Void
    private var machine = MockMachine()
    private var timer: TimerQueue<() -> Void>.ID?

    let setsCookies = true

    /// Creates the exchange of a mock that has answered; `goOn` is handed the request where a server is to answer after all.
    init(
        _ hit: MockHit, for request: Request, on loop: EngineLoop, _ owner: any ExchangeOwner,
        _ tell: @escaping ExchangeSink, goOn: @escaping (ExchangeRequest) -> Void
    ) {
        self.hit = hit
        self.request = request
        self.loop = loop
        self.owner = owner
        self.tell = tell
        self.goOn = goOn
    }

    func begin(_ exchangeRequest: ExchangeRequest) {
        handle(.begin, exchangeRequest)
    }

    func stop() {
        if machine.stage == .making { owner.offLoop.cancel() }
        clearTimer()
        _ = machine.handle(.stop, at: loop.time.now())
    }

    private func handle(_ input: MockMachine.Input, _ exchangeRequest: ExchangeRequest) {
        switch machine.handle(input, at: loop.time.now()) {
        case .nothing: break
        case .fillIn: fillIn(exchangeRequest)
        case .askCode: askCode(exchangeRequest)
        case .wait(let due): set(at: due) { $0.handle(.due, exchangeRequest) }
        case .tell(let signals):
            let now = loop.time.now()
            tell(signals.map { ($0, now) })
            handle(.told, exchangeRequest)
        case .pass: pass(exchangeRequest)
        case .fail(let error):
            clearTimer()
            owner.offLoop.cancel()
            end(with: error)
        }
    }

    private func end(with error: ClientError) {
        tell([(.ended(ExchangeEnd(error: error)), loop.time.now())])
    }

    // MARK: - What it says

    private func fillIn(_ exchangeRequest: ExchangeRequest) {
        let (script, limit) = (script(exchangeRequest), loop.configuration.limits.collectedBody)
        guard hit.takesTime else {
            return play(
                Result { try script.steps(for: hit, limit: limit) }, then: hit.sequel, exchangeRequest)
        }
        setDeadline(exchangeRequest)
        owner.offLoop.runBlocking { [hit] in
            try script.steps(for: hit, limit: limit)
        } then: { [unowned self] in
            play($0, then: hit.sequel, exchangeRequest)
        }
    }

    private func play(
        _ made: Result<[MockScript.Step], any Error>, then sequel: MockMachine.Sequel,
        _ exchangeRequest: ExchangeRequest
    ) {
        clearTimer()
        switch made {
        case .success(let steps): handle(.made(steps, sequel), exchangeRequest)
        case .failure(let error): handle(.failed(hit.reference.noReply(because: error)), exchangeRequest)
        }
    }

    private func askCode(_ exchangeRequest: ExchangeRequest) {
        guard case .made(let responder) = hit.answer.kind else { return }
        setDeadline(exchangeRequest, after: hit.answer.delay)
        var userInfo = request.userInfo
        userInfo[.mocked] = request.sent(as: exchangeRequest)
        let (script, limit) = (script(exchangeRequest), loop.configuration.limits.collectedBody)
        let parameters = hit.parameters
        owner.offLoop.run { [userInfo] in
            let (reply, body) = try await responder.reply(
                to: MockedRequest(exchangeRequest), parameters, userInfo: userInfo, limit: limit)
            return script.steps(replying: reply, body: body)
        } then: { [unowned self] in
            play($0, then: .nothing, exchangeRequest)
        }
    }

    private func pass(_ exchangeRequest: ExchangeRequest) {
        guard case .proxy(let upstream) = hit.answer.kind else { return goOn(exchangeRequest) }
        do throws(ClientError) {
            goOn(try exchangeRequest.sent(to: upstream))
        } catch {
            end(with: error)
        }
    }

    private func script(_ exchangeRequest: ExchangeRequest) -> MockScript {
        let start = ExchangeStart(
            method: exchangeRequest.method, url: exchangeRequest.url, body: exchangeRequest.body,
            mock: hit.reference)
        return MockScript(
            start: start, headers: exchangeRequest.headers, timeouts: exchangeRequest.timeouts,
            mock: hit.reference)
    }

    // MARK: - Time

    /// Has it take no longer than a first byte may, of which the delay is over.
    private func setDeadline(_ exchangeRequest: ExchangeRequest, after delay: Duration = .zero) {
        guard let allowed = exchangeRequest.timeouts.firstByte else { return }
        set(at: loop.time.now() + (allowed - delay)) {
            $0.handle(.failed($0.hit.reference.noReply(in: allowed)), exchangeRequest)
        }
    }

    private func set(at instant: Instant, _ fire: @escaping (MockedExchange) -> Void) {
        clearTimer()
        timer = loop.schedule(at: instant) { [weak self] in
            // Held while it plays: any signal may end the task, and then the loop lets go of it.
            guard let self else { return }
            timer = nil
            fire(self)
        }
    }

    private func clearTimer() {
        if let timer { loop.unschedule(timer) }
        timer = nil
    }
}

extension MockScript {
    /// Plays an answer as it is filled in, which may wait for a disk.
    fileprivate func steps(for hit: MockHit, limit: Int) throws(ClientError) -> [Step] {
        let (answer, body) = try hit.filledIn(limit: limit)
        return steps(for: answer, body: body)
    }
}

extension MockHit {
    /// What comes behind the steps of the answer.
    fileprivate var sequel: MockMachine.Sequel {
        switch answer.kind {
        case .response, .fault: .nothing
        case .made: .code
        case .passThrough, .proxy: .passing
        }
    }
}

extension MockedRequest {
    init(_ exchangeRequest: ExchangeRequest) {
        self.init(
            method: exchangeRequest.method, url: exchangeRequest.url, headers: exchangeRequest.headers,
            body: exchangeRequest.body)
    }
}
