// How mocks answer an exchange.

extension ExchangeSource {
    /// Takes the answer of the request's own mock, else of a mock of the client, or what stands in for one.
    func ask(_ asked: MockedRequest?, _ order: ExchangeOrder, of request: Request) -> MockStore.Reply {
        if let hit = ownHit(of: request.mock, order) { return .hit(hit) }
        return loop.mocks.ask(
            asked ?? MockedRequest(order), now: loop.time.date(), unmocked: order.unmocked)
    }

    private func ownHit(of mock: Mock?, _ order: ExchangeOrder) -> MockHit? {
        guard let mock, let answer = mock.answer(after: ownMockHits) else { return nil }
        ownMockHits += 1
        return loop.mocks.hit(of: mock, answer, to: MockedRequest(order), now: loop.time.date())
    }

    /// Plays the script of a mock; what it says is read and filled in elsewhere, where that takes time.
    func play(_ hit: MockHit, _ order: ExchangeOrder, of request: Request) {
        let start = ExchangeStart(method: order.method, url: order.url, body: order.body, mock: hit.reference)
        let script = MockScript(
            start: start, headers: order.headers, timeouts: order.timeouts, mock: hit.reference)
        let limit = loop.configuration.limits.collectedBody
        guard hit.takesTime else {
            let filled = Result { () throws(ClientError) in try hit.filledIn(limit: limit) }
            return play(filled.mapError { $0 }, of: hit, script, order, request)
        }
        elsewhere(script) {
            try await CallbackExecutor.anywhere.value { try hit.filledIn(limit: limit) }
        } then: {
            $0.play($1, of: hit, script, order, request)
        }
    }

    /// Plays an answer that is complete, and goes on to its code, or to the cache or the network where it only looks on.
    private func play(
        _ filled: Result<(answer: Mock.Answer, body: [UInt8]), any Error>, of hit: MockHit,
        _ script: MockScript, _ order: ExchangeOrder, _ request: Request
    ) {
        let steps: [MockScript.Step]
        switch filled {
        case .success(let (answer, body)): steps = script.steps(for: answer, body: body)
        case .failure(let error):
            return take(.ended(ExchangeEnd(error: script.mock.noReply(because: error))), at: loop.time.now())
        }
        let limit = loop.configuration.limits.collectedBody
        playNext(steps[...], from: loop.time.now()) { [weak self] in
            switch hit.answer.kind {
            case .response, .fault: break
            case .made(let responder):
                var userInfo = request.userInfo
                userInfo[.mocked] = request.sent(as: order)
                self?.elsewhere(script, after: hit.answer.delay) { [userInfo] in
                    try await responder.reply(
                        to: MockedRequest(order), hit.parameters, userInfo: userInfo, limit: limit)
                } then: {
                    $0.play($1, script)
                }
            case .passThrough: self?.askCache(order)
            case .proxy(let upstream): self?.goElsewhere(order, upstream)
            }
        }
    }

    private func goElsewhere(_ order: ExchangeOrder, _ upstream: Mock.Upstream) {
        do throws(ClientError) {
            askCache(try order.sent(to: upstream))
        } catch {
            take(.ended(ExchangeEnd(error: error)), at: loop.time.now())
        }
    }

    private func playNext(
        _ steps: ArraySlice<MockScript.Step>, from instant: Instant, then proceed: @escaping () -> Void
    ) {
        guard let step = steps.first else { return proceed() }
        let due = instant + step.after
        let timer = loop.schedule(at: due) { [weak self] in
            // Held while it plays: any signal may end the task, and then the loop lets go of its driver.
            guard let self else { return }
            let played = mockTimer
            for signal in step.signals where mockTimer == played { take(signal, at: loop.time.now()) }
            if mockTimer == played { playNext(steps.dropFirst(), from: due, then: proceed) }
        }
        stage = .mock(timer)
    }

    /// Names the step of the mock that plays; nil when none does.
    private var mockTimer: TimerID? {
        if case .mock(let timer) = stage { timer } else { nil }
    }

    /// Has what a mock says made elsewhere, as the task's errand: while an exchange runs, the task has no other.
    ///
    /// It may take as long as a first byte, of which the delay is over.
    private func elsewhere<Made: Sendable>(
        _ script: MockScript, after delay: Duration = .zero,
        _ make: @escaping @Sendable () async throws -> Made,
        then goOn: @escaping @Sendable (ExchangeSource, Result<Made, any Error>) -> Void
    ) {
        let deadline = script.timeouts.firstByte.map { allowed in
            loop.schedule(at: loop.time.now() + (allowed - delay)) { [weak self] in
                guard let self else { return }
                take(.ended(ExchangeEnd(error: script.mock.noReply(in: allowed))), at: loop.time.now())
            }
        }
        stage = .mockElsewhere(deadline: deadline)
        loop.drivers[task]?.errand.run(make) { driver, made in
            let source = driver.source
            guard case .mockElsewhere(let deadline) = source.stage else { return }
            if let deadline { source.loop.unschedule(deadline) }
            source.stage = .none
            goOn(source, made)
        }
    }

    private func play(
        _ made: Result<(reply: Mock.Reply, body: [UInt8]), any Error>, _ script: MockScript
    ) {
        switch made {
        case .success(let (reply, body)):
            playNext(script.steps(replying: reply, body: body)[...], from: loop.time.now()) {}
        case .failure(let error):
            take(.ended(ExchangeEnd(error: script.mock.noReply(because: error))), at: loop.time.now())
        }
    }
}

extension MockedRequest {
    init(_ order: ExchangeOrder) {
        self.init(method: order.method, url: order.url, headers: order.headers, body: order.body)
    }
}
