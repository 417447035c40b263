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
    typealias TimerID = TimerQueue<() -> Void>.ID

    enum Stage {
        case none
        case cache
        case queued
        case network(Transfer)
        case challenge(TrustDesk.Ticket)
        case mock(TimerID)
        case mockElsewhere(deadline: TimerID?)
    }

    let cell: TaskCell
    unowned let loop: EngineLoop
    let sink: Sink
    var stage = Stage.none
    /// How often the request's own mock has answered.
    var ownMockHits = 0
    private var order: ExchangeOrder?
    private var collector: BodyCollector?
    /// What the cache makes of the exchange; nil where there is none, or it is not asked.
    var visit: CacheVisit?
    /// Grows with every question to a cache on disk, and when its answer is no longer wanted.
    var questions = 0
    let receiver: (any BodyReceiver)?
    /// Whether the body under way goes to the receiver.
    private var isDelivering = false

    var task: TaskID { cell.id }

    init(of cell: TaskCell, on loop: EngineLoop, receiver: (any BodyReceiver)?, sink: @escaping Sink) {
        self.cell = cell
        self.loop = loop
        self.receiver = receiver
        self.sink = sink
    }

    /// Begins an exchange, telling the mock that answers it before anything else is said.
    ///
    /// The request's own mock is asked before those of the client, about `asked` where a file was read for them already.
    /// - Returns: what has to be read before the exchange can begin; nil where it has begun.
    func begin(
        _ order: ExchangeOrder, of request: Request, asking asked: MockedRequest? = nil,
        onBegin: (MockReference?) -> Void
    ) -> MockedRequest? {
        stop()
        collector = nil
        visit = nil
        isDelivering = false
        if let kept = order.kept {
            onBegin(nil)
            play(kept, order)
            return nil
        }
        let order = order.carryingCookies(of: cell.configuration)
        self.order = order
        switch ask(asked, order, of: request) {
        case .wantsFile: return MockedRequest(order)
        case .nobody:
            onBegin(nil)
            noteCookies(of: order)
            askCache(order)
        case .hit(let hit):
            onBegin(hit.reference)
            noteCookies(of: order)
            play(hit, order, of: request)
        }
        return nil
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
        case .mockElsewhere(let deadline):
            if let deadline { loop.unschedule(deadline) }
            loop.drivers[task]?.errand.callOff()
        }
        stage = .none
    }

    func goOnline(_ order: ExchangeOrder) {
        stage = .queued
        // Unowned, not weak, which would slow every use down: it leaves and aborts before it goes.
        loop.admission.enter(task, cell.priority) { [unowned self] in connect(order) }
    }

    /// Begins a transfer; behind a decision about the server, it goes on in the phase where that was waited for.
    private func connect(_ order: ExchangeOrder, resuming phase: Phase = .queue) {
        do throws(ClientError) {
            let transfer = try loop.multi.start(order, cell.settings, on: loop) { [unowned self] in
                take($0, at: $1, of: order)
            }
            transfer.resume(in: phase)
            if transfer.body.hasStreams {
                transfer.body.onArrival(loop.call { [task] in $0.drivers[task]?.source.bodyHasMore() })
            }
            stage = .network(transfer)
            loop.watchDeadlines(of: transfer)
        } catch {
            take(.ended(ExchangeEnd(error: error)), at: loop.time.now())
        }
    }

    /// Passes a signal of the network on, unless it only says that somebody has to decide about the server first.
    private func take(_ signal: ExchangeSignal, at instant: Instant, of order: ExchangeOrder) {
        guard case .ended(let end) = signal, end.error?.kind == .tls,
            case .network(let transfer) = stage, let question = transfer.question
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

    // MARK: - Cookies

    private func noteCookies(of order: ExchangeOrder) {
        if order.leavesCookiesOut { sink(.anomaly(.cookiesLeftOut), loop.time.now()) }
    }

    /// Keeps the cookies of a head that just came; one that was kept set its cookies when it came.
    private func keepCookies(of head: ResponseHead) {
        switch stage {
        case .none, .cache, .queued, .challenge, .mockElsewhere: return
        case .network, .mock: break
        }
        guard let order, order.usesCookies, head.headers.contains(where: { $0.isNamed("Set-Cookie") })
        else { return }
        cell.configuration.cookies(at: order.url)?
            .store(head.headers, from: order.url, at: loop.time.date())
    }

    // MARK: - Signals

    /// Passes a signal on, with the body checked on the way.
    func take(_ signal: ExchangeSignal, at instant: Instant) {
        visit?.note(signal, at: loop.time.date())
        do throws(ClientError) {
            switch signal {
            case .head(let head):
                keepCookies(of: head)
                isDelivering = try receiver?.accepts(head) ?? false
                collector = BodyCollector(head, limits: limits, purpose: purpose)
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
        if case .network(let transfer) = stage { transfer.pause(because: .receiver) }
    }

    /// The limits of a body; of one that is handed on and not kept besides, none of it is for the record.
    private var limits: Limits {
        var limits = cell.configuration.limits
        if !cell.keepsBody, purpose == .overhearing { limits.collectedBody = 0 }
        return limits
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
        guard case .network(let transfer) = stage else { return }
        transfer.goOn(without: .receiver)
        loop.watchDeadlines(of: transfer)
    }

    /// Hears that the request's body, which was not there, has come.
    func bodyHasMore() {
        guard case .network(let transfer) = stage else { return }
        transfer.goOnSending()
        loop.watchDeadlines(of: transfer)
    }
}
