import Foundation

/// What answers the exchanges of a task, one at a time: a mock, the cache or the network; it checks the body on its way,
/// and has cookies and answers kept.
///
/// ```
///  begin(order) ─▶ mock? ──yes──▶ its script, step by step ─┐
///   + cookies        │ no                                   │
///                  cache? ──yes──▶ the kept response ───────┼─▶ signals, `.ended` last ─▶ sink
///                    │ no, or + conditions                  │
///                    └─▶ admission ─▶ transfer ──▶ kept? ───┘
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
        case cache
        case queued
        case network(Transfer)
        case challenge(TrustDesk.Ticket)
        case mock(TimerID)
        case responder(deadline: TimerID?)
    }

    private let cell: TaskCell
    private unowned let loop: EngineLoop
    private let sink: Sink
    private var stage = Stage.none
    /// How often the request's own mock has answered.
    private var ownMockHits = 0
    private var order: ExchangeOrder?
    private var collector: BodyCollector?
    /// What the cache makes of the exchange; nil where there is none, or it is not asked.
    private var visit: CacheVisit?
    /// Grows with every question to a cache on disk, and when its answer is no longer wanted.
    private var questions = 0
    private let receiver: (any BodyReceiver)?
    /// Whether the body under way goes to the receiver.
    private var isDelivering = false

    private var task: TaskID { cell.id }
    private var thread: LoopThread { cell.loop }

    init(of cell: TaskCell, on loop: EngineLoop, receiver: (any BodyReceiver)?, sink: @escaping Sink) {
        self.cell = cell
        self.loop = loop
        self.receiver = receiver
        self.sink = sink
    }

    /// Begins an exchange, telling the mock that answers it before anything else is said.
    ///
    /// The request's own mock is asked before those of the client.
    func begin(_ order: ExchangeOrder, of request: Request, onBegin: (MockReference?) -> Void) {
        stop()
        collector = nil
        visit = nil
        isDelivering = false
        if let kept = order.kept {
            onBegin(nil)
            return play(kept, order)
        }
        let order = carryingCookies(order)
        self.order = order
        let asked = MockedRequest(
            method: order.method, url: order.url, headers: order.headers, body: order.body)
        let hit =
            ownHit(of: request.mock, asked)
            ?? loop.mocks.answer(asked, now: loop.time.date(), unmocked: request.unmocked)
        onBegin(hit?.reference)
        guard let hit else { return askCache(order) }
        play(hit, order, of: request)
    }

    private func ownHit(of mock: Mock?, _ asked: MockedRequest) -> MockHit? {
        guard let mock, let answer = mock.answer(after: ownMockHits) else { return nil }
        ownMockHits += 1
        return loop.mocks.hit(of: mock, answer, to: asked, now: loop.time.date())
    }

    /// Ends the exchange; it says nothing more.
    func stop() {
        switch stage {
        case .none: break
        case .cache: questions += 1
        case .queued: loop.admission.leave(task)
        case .network(let transfer):
            loop.multi.abort(transfer)
            loop.admission.leave(task)
        case .challenge(let ticket):
            loop.trust.leave(ticket)
            loop.admission.leave(task)
        case .mock(let timer): loop.unschedule(timer)
        case .responder(let deadline):
            if let deadline { loop.unschedule(deadline) }
            loop.drivers[task]?.errand.callOff()
        }
        stage = .none
    }

    private func goOnline(_ order: ExchangeOrder) {
        stage = .queued
        loop.admission.enter(task, cell.priority) { [weak self] in
            self?.connect(order)
        }
    }

    /// Begins a transfer; behind a decision about the server, it goes on in the phase where that was waited for.
    private func connect(_ order: ExchangeOrder, resuming phase: Phase = .queue) {
        do throws(ClientError) {
            let transfer = try loop.multi.start(order, cell.configuration, on: loop) { [weak self] in
                self?.take($0, at: $1, of: order)
            }
            transfer.resume(in: phase)
            transfer.body.onArrival(loop.call { [task] in $0.drivers[task]?.source.bodyHasMore() })
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

    private func play(_ hit: MockHit, _ order: ExchangeOrder, of request: Request) {
        let start = ExchangeStart(method: order.method, url: order.url, body: order.body, mock: hit.reference)
        let script = MockScript(
            start: start, headers: order.headers, deadlines: order.deadlines, mock: hit.reference)
        let steps: [MockScript.Step]
        do throws(ClientError) {
            let (answer, body) = try hit.filledIn()
            steps = script.steps(for: answer, body: body)
        } catch {
            return take(.ended(ExchangeEnd(error: error)), at: loop.time.now())
        }
        let limit = loop.configuration.limits.collectedBody
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

    // MARK: - Cookies

    private func carryingCookies(_ order: ExchangeOrder) -> ExchangeOrder {
        guard order.usesCookies, let cookies = cell.configuration.cookies(at: order.url) else { return order }
        var order = order
        order.headers.add(cookies.cookies(for: order.url, at: loop.time.date()))
        return order
    }

    /// Keeps the cookies of a head that just came; one that was kept set its cookies when it came.
    private func keepCookies(of head: ResponseHead) {
        switch stage {
        case .none, .cache, .queued, .challenge, .responder: return
        case .network, .mock: break
        }
        guard let order, order.usesCookies else { return }
        cell.configuration.cookies(at: order.url)?
            .store(head.headers, from: order.url, at: loop.time.date())
    }

    // MARK: - The cache

    private func askCache(_ order: ExchangeOrder) {
        // A body that nobody keeps may be of any size, too large for a cache.
        guard let cache = loop.cache, cell.keepsBody, receiver == nil else { return goOnline(order) }
        let (question, now) = (order.question, loop.time.date())
        ask(cache) {
            $0.decision(for: question, at: now)
        } then: {
            $0.follow($1, of: cache, order)
        }
    }

    private func follow(_ decision: CacheDecision, of cache: ResponseCache, _ order: ExchangeOrder) {
        let now = loop.time.date()
        switch decision {
        case .ask:
            visit = CacheVisit(order, about: nil, in: cache, at: now)
            goOnline(order.adding(order.question.fieldsForOthers))
        case .validate(let kept, let conditions):
            visit = CacheVisit(order, about: kept, in: cache, at: now)
            goOnline(order.adding(order.question.fieldsForOthers).adding(conditions))
        case .use(let kept, let refreshing):
            if refreshing { loop.drivers[task]?.refresh(order) }
            play(KeptAnswer(response: kept, use: .hit(age: kept.wholeAge(at: now))), order)
        case .confirm(let kept):
            play(.hit(age: kept.wholeAge(at: now)), kept.confirmingHead(at: now), [])
        case .refuse:
            let status = StatusCode.gatewayTimeout
            play(.missing, ResponseHead(status: status.rawValue, reason: status.reason, headers: [:]), [])
        }
    }

    private func play(_ kept: KeptAnswer, _ order: ExchangeOrder) {
        play(
            kept.use, kept.response.head(at: loop.time.date()),
            order.method == .head ? [] : kept.response.body)
    }

    private func play(_ use: CacheUse, _ head: ResponseHead, _ body: [UInt8]) {
        stage = .none
        let now = loop.time.now()
        let content: [ExchangeSignal] = body.isEmpty ? [] : [.received(body)]
        let signals = [.cache(use), .phase(.receive), .head(head)] + content + [.ended(ExchangeEnd())]
        for signal in signals { take(signal, at: now) }
    }

    /// Ends the exchange once the cache has taken what it wants of it.
    private func finish(_ end: ExchangeEnd, _ instant: Instant) {
        guard let visit, let cache = loop.cache else { return sink(.ended(end), instant) }
        self.visit = nil
        let now = loop.time.date()
        ask(cache) {
            visit.settle(end, in: $0, at: now)
        } then: { source, signals in
            for signal in signals { source.sink(signal, instant) }
            source.sink(.ended(end), instant)
        }
    }

    /// Asks the cache, off the loop where it may wait for a disk, and goes on with what it says.
    private func ask<Answer: Sendable>(
        _ cache: ResponseCache, _ question: @escaping @Sendable (ResponseCache) -> Answer,
        then goOn: @escaping @Sendable (ExchangeSource, Answer) -> Void
    ) {
        guard cache.isOnDisk else { return goOn(self, question(cache)) }
        stage = .cache
        questions += 1
        Task.detached { [task, thread, questions] in
            let answer = question(cache)
            thread.enqueue { loop in
                guard let source = loop.drivers[task]?.source, source.questions == questions else { return }
                source.stage = .none
                goOn(source, answer)
            }
        }
    }

    // MARK: - Signals

    /// Passes a signal on, with the body checked on the way.
    private func take(_ signal: ExchangeSignal, at instant: Instant) {
        visit?.note(signal, at: loop.time.date())
        do throws(ClientError) {
            switch signal {
            case .head(let head):
                keepCookies(of: head)
                isDelivering = try receiver?.accepts(head) ?? false
                collector = BodyCollector(head, limits: cell.configuration.limits, purpose: purpose)
                sink(signal, instant)
            case .received(let bytes): try take(bytes, at: instant)
            case .ended(var end):
                stop()
                end.decodedBody = collector?.partial
                for anomaly in collector?.anomalies ?? [] { sink(.anomaly(anomaly), instant) }
                if end.error == nil { end.decodedBody = try collector?.finish() }
                finish(end, instant)
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
        let isShared = !isDelivering || receiver?.takesWireBytes == true
        let isKept = isShared && collector?.leavesBytesToRecord != false
        sink(isKept ? .received(bytes) : .delivered(bytes.count), instant)
        let plain = try collector?.take(bytes) ?? bytes
        guard isDelivering, !plain.isEmpty, receiver?.take(plain) == false else { return }
        if case .network(let transfer) = stage { transfer.pause() }
    }

    private var purpose: BodyCollector.Purpose {
        if isDelivering, receiver?.takesWireBytes == true { return .overhearing }
        return isDelivering || !cell.keepsBody ? .passing : .collecting
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
