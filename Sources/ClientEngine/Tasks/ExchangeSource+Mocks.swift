// How mocks answer an exchange.

extension ExchangeSource {
    /// Takes the answer of the request's own mock.
    func ownHit(of mock: Mock?, _ order: ExchangeOrder) -> MockHit? {
        guard let mock, let answer = mock.answer(after: ownMockHits) else { return nil }
        ownMockHits += 1
        return loop.mocks.hit(of: mock, answer, to: MockedRequest(order), now: loop.time.date())
    }

    /// Takes the answer of a mock of the client, or what stands in for one.
    func storedHit(for order: ExchangeOrder, unmocked: MockStore.Unmocked?) -> MockHit? {
        loop.mocks.answer(MockedRequest(order), now: loop.time.date(), unmocked: unmocked)
    }

    /// Plays the script of a mock, and goes on to its code, or to the cache or the network where it only looks on.
    func play(_ hit: MockHit, _ order: ExchangeOrder, of request: Request) {
        let start = ExchangeStart(method: order.method, url: order.url, body: order.body, mock: hit.reference)
        let script = MockScript(
            start: start, headers: order.headers, deadlines: order.deadlines, mock: hit.reference)
        let limit = loop.configuration.limits.collectedBody
        let steps: [MockScript.Step]
        do throws(ClientError) {
            let (answer, body) = try hit.filledIn(limit: limit)
            steps = script.steps(for: answer, body: body)
        } catch {
            return take(.ended(ExchangeEnd(error: error)), at: loop.time.now())
        }
        playNext(steps[...], from: loop.time.now()) { [weak self] in
            switch hit.answer.kind {
            case .response, .fault: break
            case .made(let responder):
                let request = request.sent(as: order)
                self?.ask(script, after: hit.answer.delay) {
                    try await responder.reply(to: request, at: order.url, hit.parameters, limit: limit)
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

    /// Has code make the reply, as the task's errand: while an exchange runs, the task has no other.
    private func ask(
        _ script: MockScript, after delay: Duration,
        _ reply: @escaping @Sendable () async throws -> (reply: Mock.Reply, body: [UInt8])
    ) {
        let deadline = script.deadlines.firstByte.map { allowed in
            loop.schedule(at: loop.time.now() + (allowed - delay)) { [weak self] in
                guard let self else { return }
                take(.ended(ExchangeEnd(error: script.mock.noReply(in: allowed))), at: loop.time.now())
            }
        }
        stage = .responder(deadline: deadline)
        loop.drivers[task]?.errand.run(reply) { driver, result in driver.source.play(result, script) }
    }

    private func play(
        _ made: Result<(reply: Mock.Reply, body: [UInt8]), any Error>, _ script: MockScript
    ) {
        guard case .responder(let deadline) = stage else { return }
        if let deadline { loop.unschedule(deadline) }
        stage = .none
        switch made {
        case .success(let (reply, body)):
            playNext(script.steps(replying: reply, body: body)[...], from: loop.time.now()) {}
        case .failure(let error):
            take(.ended(ExchangeEnd(error: script.mock.noReply(because: error))), at: loop.time.now())
        }
    }
}

extension MockedRequest {
    fileprivate init(_ order: ExchangeOrder) {
        self.init(method: order.method, url: order.url, headers: order.headers, body: order.body)
    }
}
