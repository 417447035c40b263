/// Answers one exchange with a mock: reads and renders the answer, reports it step by step, and calls its closure.
///
/// Work that may wait for the disk, and closures of users, run off the loop. An answer in memory is reported at once.
final class MockedExchange: AnsweringExchange, Firing {
    private let loop: EngineLoop
    private let hit: MockHit
    private let exchangeRequest: ExchangeRequest
    private unowned let task: TaskDriver
    @exclusivity(unchecked) private var machine = MockMachine()
    @exclusivity(unchecked) private var timer: TimerQueue<() -> Void>.ID?

    let setsCookies = true

    init(_ hit: MockHit, to exchangeRequest: ExchangeRequest, for task: TaskDriver) {
        self.hit = hit
        self.exchangeRequest = exchangeRequest
        loop = task.loop
        self.task = task
    }

    func begin(_ exchangeRequest: ExchangeRequest) {
        handle(.begin)
    }

    func stop() {
        if machine.stage == .making { task.offLoop.cancel() }
        clearTimer()
        _ = machine.handle(.stop, at: loop.time.now())
    }

    /// Reports the step that is due.
    func fire() {
        handle(.due)
    }

    private func handle(_ input: MockMachine.Input) {
        switch machine.handle(input, at: loop.time.now()) {
        case .nothing: break
        case .fillIn: fillIn()
        case .askCode: askCode()
        case .wait(let due): wait(until: due)
        case .tell(let signals):
            task.report(signals)
            handle(.told)
        case .pass: pass()
        case .fail(let error):
            clearTimer()
            task.offLoop.cancel()
            end(with: error)
        }
    }

    private func end(with error: ClientError) {
        task.report([.ended(ExchangeEnd(error: error))])
    }

    // MARK: - What it says

    private func fillIn() {
        guard hit.takesTime else {
            do throws(ClientError) {
                let steps = try loop.mockScripts.steps(for: hit, to: exchangeRequest, steps)
                return handle(.made(steps, hit.sequel))
            } catch {
                return handle(.failed(hit.reference.noReply(because: error)))
            }
        }
        setDeadline()
        let (script, limit) = (script, task.core.configuration.limits.collectedBody)
        task.offLoop.runBlocking { [hit] in
            try script.steps(for: hit, limit: limit)
        } then: { [unowned self] in
            play($0, then: hit.sequel)
        }
    }

    private func steps() throws(ClientError) -> [MockScript.Step] {
        try script.steps(for: hit, limit: task.core.configuration.limits.collectedBody)
    }

    private func play(_ made: Result<[MockScript.Step], any Error>, then sequel: MockMachine.Sequel) {
        clearTimer()
        switch made {
        case .success(let steps): handle(.made(steps, sequel))
        case .failure(let error): handle(.failed(hit.reference.noReply(because: error)))
        }
    }

    private func askCode() {
        guard case .computed(let responder) = hit.answer.kind else { return }
        setDeadline(after: hit.answer.delay)
        let request = task.machine.prepared.request
        var userInfo = request.userInfo
        userInfo[.mocked] = request.sent(as: exchangeRequest)
        let (script, limit) = (script, task.core.configuration.limits.collectedBody)
        task.offLoop.run { [userInfo, exchangeRequest, parameters = hit.parameters] in
            let (reply, body) = try await responder.reply(
                to: MockedRequest(exchangeRequest), parameters, userInfo: userInfo, limit: limit)
            return script.steps(replying: reply, body: body)
        } then: { [unowned self] in
            play($0, then: .nothing)
        }
    }

    private func pass() {
        guard case .proxy(let upstream) = hit.answer.kind else { return task.goOn(exchangeRequest) }
        do throws(ClientError) {
            task.goOn(try exchangeRequest.sent(to: upstream))
        } catch {
            end(with: error)
        }
    }

    private var script: MockScript {
        let start = ExchangeStart(
            method: exchangeRequest.method, url: exchangeRequest.url, body: exchangeRequest.body,
            mock: hit.reference)
        return MockScript(
            start: start, headers: exchangeRequest.headers, timeouts: exchangeRequest.timeouts,
            mock: hit.reference)
    }

    // MARK: - Time

    /// Waits for the next step.
    ///
    /// A step that is due now is reported at the end of the turn, without a timer.
    private func wait(until due: Instant) {
        clearTimer()
        if due <= loop.time.now() { return loop.fireSoon(self) }
        set(at: due) { $0.fire() }
    }

    /// Sets the deadline for the first byte, from which `delay` has already passed.
    private func setDeadline(after delay: Duration = .zero) {
        guard let allowed = exchangeRequest.timeouts.firstByte else { return }
        clearTimer()
        set(at: loop.time.now() + (allowed - delay)) {
            $0.handle(.failed($0.hit.reference.noReply(in: allowed)))
        }
    }

    private func set(at instant: Instant, _ fire: @escaping (MockedExchange) -> Void) {
        timer = loop.schedule(at: instant) { [weak self] in
            // Retained while it reports: a signal may end the task, after which the loop releases the exchange.
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
    /// Returns the steps of an answer after rendering it, which may wait for the disk.
    fileprivate func steps(for hit: MockHit, limit: Int) throws(ClientError) -> [Step] {
        let (answer, body) = try hit.filledIn(limit: limit)
        return steps(for: answer, body: body)
    }
}

extension MockHit {
    /// What follows the steps of the answer.
    fileprivate var sequel: MockMachine.Sequel {
        switch answer.source {
        case .mock: .nothing
        case .code: .code
        case .network: .passing
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

extension ExchangeRequest {
    /// Returns the request for another server.
    fileprivate func sent(to upstream: Mock.Upstream) throws(ClientError) -> ExchangeRequest {
        var exchangeRequest = self
        exchangeRequest.url = try upstream.url(for: self.url)
        exchangeRequest.headers = upstream.headers(
            self.headers, from: self.url, to: exchangeRequest.url, hasBody: uploads)
        exchangeRequest.credentials = exchangeRequest.url.origin == self.url.origin ? self.credentials : nil
        exchangeRequest.kept = nil
        return exchangeRequest
    }
}
