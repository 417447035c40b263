// How mocks answer an exchange.

extension ExchangeSource {
    /// Takes the answer of the request's own mock.
    func ownHit(of mock: Mock?) -> MockHit? {
        guard let mock, let answer = mock.answer(after: ownMockHits) else { return nil }
        ownMockHits += 1
        return MockHit(reference: MockReference(id: mock.id, name: mock.name), answer: answer)
    }

    /// Takes the answer of a mock of the client.
    func storedHit(for order: ExchangeOrder) -> MockHit? {
        loop.mocks.answer(
            MockedRequest(method: order.method, url: order.url, headers: order.headers, body: order.body),
            now: loop.time.date())
    }

    /// Plays the script of a mock, and goes on to the cache or the network where it only looks on.
    func play(_ hit: MockHit, _ order: ExchangeOrder) {
        let start = ExchangeStart(method: order.method, url: order.url, body: order.body, mock: hit.reference)
        let script = MockScript(
            start: start, headers: order.headers, deadlines: order.deadlines, mock: hit.reference)
        let steps: [MockScript.Step]
        do throws(ClientError) {
            let body = try BodyReader(hit.answer.reply?.body ?? .none).readAll()
            steps = script.steps(for: hit.answer, body: body)
        } catch {
            return take(.ended(ExchangeEnd(error: error)), at: loop.time.now())
        }
        let online = hit.answer.kind == .passThrough ? order : nil
        playNext(steps[...], from: loop.time.now(), thenOnline: online)
    }

    private func playNext(
        _ steps: ArraySlice<MockScript.Step>, from instant: Instant, thenOnline order: ExchangeOrder?
    ) {
        guard let step = steps.first else {
            if let order { askCache(order) }
            return
        }
        let due = instant + step.after
        let timer = loop.schedule(at: due) { [weak self] in
            // Held while it plays: any signal may end the task, and then the loop lets go of its driver.
            guard let self else { return }
            let played = mockTimer
            for signal in step.signals where mockTimer == played { take(signal, at: loop.time.now()) }
            if mockTimer == played { playNext(steps.dropFirst(), from: due, thenOnline: order) }
        }
        stage = .mock(timer)
    }

    /// Names the step of the mock that plays; nil when none does.
    private var mockTimer: TimerID? {
        if case .mock(let timer) = stage { timer } else { nil }
    }
}
