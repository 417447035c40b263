/// What answers the exchanges of a task, one at a time: a mock or the network; it checks the body on its way.
///
/// ```
///  begin(order) ─▶ mock? ──yes──▶ its script, step by step ─┐
///                    │ no                                   ├─▶ signals, `.ended` last ─▶ sink
///                    └─▶ admission ─▶ transfer ─────────────┘
///                             challenge ◀─┘ ▲ (a server to decide about)
///                                 └─────────┘
/// ```
///
/// Lives on the loop thread.
final class ExchangeSource {
    /// Receives what happens, in order; `.ended` comes last and exactly once, unless the exchange is stopped.
    typealias Sink = (ExchangeSignal, Instant) -> Void
    private typealias TimerID = TimerQueue<() -> Void>.ID

    private enum Stage {
        case none
        case queued
        case network(Transfer)
        case challenge(TrustDesk.Ticket)
        case mock(TimerID)
    }

    private let task: TaskID
    private let keepsBody: Bool
    private unowned let loop: EngineLoop
    private let sink: Sink
    private var stage = Stage.none
    /// How often the request's own mock has answered.
    private var ownMockHits = 0
    private var collector: BodyCollector?

    init(of task: TaskCell, on loop: EngineLoop, sink: @escaping Sink) {
        self.task = task.id
        keepsBody = task.keepsBody
        self.loop = loop
        self.sink = sink
    }

    /// Begins an exchange, telling the mock that answers it before anything else is said.
    ///
    /// The request's own mock is asked before those of the client.
    func begin(_ order: ExchangeOrder, mock: Mock?, onBegin: (MockReference?) -> Void) {
        stop()
        collector = nil
        let hit = ownHit(of: mock) ?? storedHit(for: order)
        onBegin(hit?.reference)
        guard let hit else { return goOnline(order) }
        play(hit, order)
    }

    private func ownHit(of mock: Mock?) -> MockHit? {
        guard let mock, let answer = mock.answer(after: ownMockHits) else { return nil }
        ownMockHits += 1
        return MockHit(reference: MockReference(id: mock.id, name: mock.name), answer: answer)
    }

    private func storedHit(for order: ExchangeOrder) -> MockHit? {
        let asked = MockedRequest(
            method: order.method, url: order.url, headers: order.headers, body: order.body)
        return loop.mocks.answer(asked, now: loop.time.date())
    }

    /// Ends the exchange; it says nothing more.
    func stop() {
        switch stage {
        case .none: break
        case .queued: loop.admission.leave(task)
        case .network(let transfer):
            loop.multi.abort(transfer)
            loop.admission.leave(task)
        case .challenge(let ticket):
            loop.trust.leave(ticket)
            loop.admission.leave(task)
        case .mock(let timer): loop.unschedule(timer)
        }
        stage = .none
    }

    private func goOnline(_ order: ExchangeOrder) {
        stage = .queued
        loop.admission.enter(task) { [weak self] in
            self?.connect(order)
        }
    }

    /// Begins a transfer; behind a decision about the server, it goes on in the phase where that was waited for.
    private func connect(_ order: ExchangeOrder, resuming phase: Phase = .queue) {
        do throws(ClientError) {
            let transfer = try loop.multi.start(order, on: loop) { [weak self] in
                self?.take($0, at: $1, of: order)
            }
            transfer.resume(in: phase)
            stage = .network(transfer)
            loop.watchDeadlines(of: transfer)
        } catch {
            take(.ended(ExchangeEnd(error: error)), at: loop.time.now())
        }
    }

    /// Passes a signal of the network on, unless it only says that somebody has to decide about the server first.
    private func take(_ signal: ExchangeSignal, at instant: Instant, of order: ExchangeOrder) {
        guard case .ended(let end) = signal, case .network(let transfer) = stage,
            let question = transfer.question, end.error?.kind == .tls
        else { return take(signal, at: instant) }
        stage = .challenge(
            loop.trust.ask(question) { [weak self] verdict in
                guard let self else { return }
                switch verdict {
                case .accept: connect(order, resuming: .tls)
                case .reject: take(.ended(end), at: loop.time.now())
                }
            })
    }

    // MARK: - Mocks

    private func play(_ hit: MockHit, _ order: ExchangeOrder) {
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
            if let order { goOnline(order) }
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

    // MARK: - Signals

    /// Passes a signal on, with the body checked on the way.
    private func take(_ signal: ExchangeSignal, at instant: Instant) {
        do throws(ClientError) {
            switch signal {
            case .head(let head):
                collector = BodyCollector(head, limits: loop.configuration.limits, keepsBody: keepsBody)
                sink(signal, instant)
            case .received(let bytes):
                sink(signal, instant)
                try collector?.take(bytes)
            case .ended(var end):
                stop()
                end.decodedBody = collector?.partial
                for anomaly in collector?.anomalies ?? [] { sink(.anomaly(anomaly), instant) }
                if end.error == nil { end.decodedBody = try collector?.finish() }
                sink(.ended(end), instant)
            default: sink(signal, instant)
            }
        } catch {
            stop()
            let end = ExchangeEnd(error: error, decodedBody: collector?.partial)
            sink(.ended(end), loop.time.now())
        }
    }
}
