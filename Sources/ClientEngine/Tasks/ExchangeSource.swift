/// What answers the exchanges of a task, one at a time: a mock or the network; it checks the body on its way.
///
/// ```
///  begin(order) ─▶ mock? ──yes──▶ its script, step by step ─┐
///                    │ no                                   ├─▶ signals, `.ended` last ─▶ sink
///                    └─▶ admission ─▶ transfer ─────────────┘
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
        case mock(TimerID)
    }

    private let task: TaskID
    private unowned let loop: EngineLoop
    private let sink: Sink
    private var stage = Stage.none
    private var collector: BodyCollector?
    private let receiver: (any BodyReceiver)?
    /// Whether the body under way goes to the receiver.
    private var isDelivering = false

    init(of task: TaskID, on loop: EngineLoop, receiver: (any BodyReceiver)?, sink: @escaping Sink) {
        self.task = task
        self.loop = loop
        self.receiver = receiver
        self.sink = sink
    }

    /// Begins an exchange, telling the mock that answers it before anything else is said.
    func begin(_ order: ExchangeOrder, onBegin: (MockReference?) -> Void) {
        stop()
        collector = nil
        isDelivering = false
        let asked = MockedRequest(
            method: order.method, url: order.url, headers: order.headers, body: order.body)
        let hit = loop.mocks.answer(asked, now: loop.time.date())
        onBegin(hit?.reference)
        guard let hit else { return goOnline(order) }
        play(hit, order)
    }

    /// Ends the exchange; it says nothing more.
    func stop() {
        switch stage {
        case .none: break
        case .queued: loop.admission.leave(task)
        case .network(let transfer):
            loop.multi.abort(transfer)
            loop.admission.leave(task)
        case .mock(let timer): loop.unschedule(timer)
        }
        stage = .none
    }

    private func goOnline(_ order: ExchangeOrder) {
        stage = .queued
        loop.admission.enter(task) { [weak self] in
            guard let self else { return }
            do throws(ClientError) {
                let transfer = try loop.multi.start(order, configuration: loop.configuration) {
                    [weak self] in self?.take($0, at: $1)
                }
                transfer.body.onArrival(loop.call { [task] in $0.drivers[task]?.source.bodyHasMore() })
                stage = .network(transfer)
                loop.watchDeadlines(of: transfer)
            } catch {
                take(.ended(ExchangeEnd(error: error)), at: loop.time.now())
            }
        }
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
                isDelivering = try receiver?.accepts(head) ?? false
                collector = BodyCollector(
                    head, limits: loop.configuration.limits, purpose: isDelivering ? .passing : .collecting)
                sink(signal, instant)
            case .received(let bytes): try take(bytes, at: instant)
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

    /// Passes bytes of the body on to who keeps them.
    private func take(_ bytes: [UInt8], at instant: Instant) throws(ClientError) {
        let isKept = !isDelivering && collector?.replacesItself != true
        sink(isKept ? .received(bytes) : .delivered(bytes.count), instant)
        let plain = try collector?.take(bytes) ?? bytes
        guard isDelivering, !plain.isEmpty, receiver?.take(plain) == false else { return }
        if case .network(let transfer) = stage { transfer.pause() }
    }

    /// Whether bytes of the answer went to somebody who cannot take another one.
    var isCommitted: Bool { isDelivering && receiver?.isReplayable == false }

    /// Hears that the receiver has room again, or can take no more.
    func receiverCalls() {
        if let error = receiver?.failure, isDelivering {
            return take(.ended(ExchangeEnd(error: error)), at: loop.time.now())
        }
        guard case .network(let transfer) = stage, transfer.isPaused else { return }
        transfer.goOn()
        loop.watchDeadlines(of: transfer)
    }

    /// Hears that the request's body, which was not there, has come.
    func bodyHasMore() {
        guard case .network(let transfer) = stage else { return }
        transfer.goOnSending()
        loop.watchDeadlines(of: transfer)
    }
}
