import Foundation

/// Does what a task's machine asks for, on the loop thread: the machine decides, the driver acts.
final class TaskDriver {
    /// Parses a response off the loop; returns why it could not.
    typealias Parser = @Sendable (Response) async -> ClientError?
    /// Hears how the task ended, once.
    typealias Completion = @Sendable (TaskOutcome, Response?) -> Void

    /// What answers the exchange under way.
    private enum Source {
        case none
        case preparing(Task<Void, Never>)
        case queued
        case network(Transfer)
        case mock(TimerQueue<() -> Void>.ID)
    }

    private let cell: TaskCell
    private let parser: Parser?
    private let completion: Completion
    private unowned let loop: EngineLoop
    private var machine: TaskMachine
    private var source = Source.none
    private var collector: BodyCollector?
    private let receiver: (any BodyReceiver)?
    /// Whether the body under way goes to the receiver.
    private var isDelivering = false
    private var response: Response?
    private var timers: [TaskMachine.Timer: TimerQueue<() -> Void>.ID] = [:]
    private var pending: [TaskMachine.Action] = []
    private var isActing = false
    private var parsing: Task<Void, Never>?

    init(
        _ machine: TaskMachine, cell: TaskCell, parser: Parser?, loop: EngineLoop,
        completion: @escaping Completion
    ) {
        self.machine = machine
        self.cell = cell
        self.parser = parser
        self.loop = loop
        self.completion = completion
        receiver = machine.settings.receiver
        receiver?.connect { [id = cell.id, thread = cell.loop] in
            thread.enqueue { $0.drivers[id]?.receiverCalls() }
        }
    }

    /// Hands an input to the machine and does what it answers.
    ///
    /// `instant` is when it happened, if not now.
    func feed(_ input: TaskMachine.Input, at instant: Instant? = nil) {
        pending += machine.handle(input, at: instant ?? loop.time.now(), chance)
        guard !isActing else { return }
        isActing = true
        defer { isActing = false }
        var next = 0
        while next < pending.count {
            next += 1
            act(pending[next - 1])
        }
        pending.removeAll(keepingCapacity: true)
    }

    private var chance: RetryChance {
        RetryChance(date: loop.time.date, random: { .random(in: 0..<1) })
    }

    private func act(_ action: TaskMachine.Action) {
        switch action {
        case .emit(let event): cell.emit(event)
        case .begin(let order): begin(order)
        case .abort: stop()
        case .set(let timer, let instant):
            clear(timer)
            timers[timer] = loop.schedule(at: instant) { [weak self] in self?.feed(.fired(timer)) }
        case .clear(let timer): clear(timer)
        case .parse: parse()
        case .finish(let outcome): finish(outcome)
        }
    }

    private func clear(_ timer: TaskMachine.Timer) {
        if let id = timers.removeValue(forKey: timer) { loop.unschedule(id) }
    }

    // MARK: - Exchanges

    private func begin(_ order: ExchangeOrder) {
        stop()
        collector = nil
        isDelivering = false
        do throws(ClientError) {
            let order = try receiver?.begin(order) ?? order
            let needsLength = machine.settings.requiresContentLength
            guard !order.body.isReady(needsLength: needsLength) else { return answer(order) }
            prepare(order, needsLength: needsLength)
        } catch {
            feed(.began(mock: nil))
            take(.ended(ExchangeEnd(error: error)), at: loop.time.now())
        }
    }

    /// Has what the body leaves open made off the loop, and goes on then.
    private func prepare(_ order: ExchangeOrder, needsLength: Bool) {
        let limit = loop.configuration.limits.collectedBody
        source = .preparing(
            Task.detached { [id = cell.id, thread = cell.loop] in
                let result: Result<Body, ClientError>
                do throws(ClientError) {
                    result = .success(try await order.body.prepared(needsLength: needsLength, limit: limit))
                } catch {
                    result = .failure(error)
                }
                thread.enqueue { $0.drivers[id]?.isPrepared(order, result) }
            })
    }

    private func isPrepared(_ order: ExchangeOrder, _ result: Result<Body, ClientError>) {
        guard case .preparing = source else { return }
        source = .none
        var order = order
        switch result {
        case .success(let body):
            order.body = body
            answer(order)
        case .failure(let error):
            feed(.began(mock: nil))
            take(.ended(ExchangeEnd(error: error)), at: loop.time.now())
        }
    }

    /// Has a mock or the network answer.
    private func answer(_ order: ExchangeOrder) {
        let asked = MockedRequest(
            method: order.method, url: order.url, headers: order.headers, body: order.body)
        let hit = loop.mocks.answer(asked, now: loop.time.date())
        feed(.began(mock: hit?.reference))
        guard let hit else { return goOnline(order) }
        play(hit, order)
    }

    private func goOnline(_ order: ExchangeOrder) {
        source = .queued
        loop.admission.enter(cell.id) { [weak self] in
            guard let self else { return }
            do throws(ClientError) {
                let transfer = try loop.multi.start(order, configuration: loop.configuration) {
                    [weak self] in self?.take($0, at: $1)
                }
                transfer.body.onArrival { [id = cell.id, thread = cell.loop] in
                    thread.enqueue { $0.drivers[id]?.bodyHasMore() }
                }
                source = .network(transfer)
                loop.watchDeadlines(of: transfer)
            } catch {
                take(.ended(ExchangeEnd(error: error)), at: loop.time.now())
            }
        }
    }

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
        source = .mock(timer)
    }

    /// Names the step of the mock that plays; nil when none does.
    private var mockTimer: TimerQueue<() -> Void>.ID? {
        if case .mock(let timer) = source { timer } else { nil }
    }

    /// Ends what answers the exchange; it says nothing more.
    private func stop() {
        switch source {
        case .none: break
        case .preparing(let task): task.cancel()
        case .queued: loop.admission.leave(cell.id)
        case .network(let transfer):
            loop.multi.abort(transfer)
            loop.admission.leave(cell.id)
        case .mock(let timer): loop.unschedule(timer)
        }
        source = .none
    }

    /// Passes a signal on, with the body checked on the way.
    private func take(_ signal: ExchangeSignal, at instant: Instant) {
        do throws(ClientError) {
            switch signal {
            case .head(let head):
                feed(.signal(signal), at: instant)
                isDelivering = try receiver?.accepts(head) ?? false
                collector = BodyCollector(
                    head, limits: loop.configuration.limits, purpose: isDelivering ? .passing : .collecting)
                if isDelivering, receiver?.isReplayable == false { feed(.giveUp) }
            case .received(let bytes): try take(bytes, at: instant)
            case .ended(var end):
                stop()
                end.decodedBody = collector?.partial
                for anomaly in collector?.anomalies ?? [] { feed(.signal(.anomaly(anomaly)), at: instant) }
                if end.error == nil { end.decodedBody = try collector?.finish() }
                feed(.signal(.ended(end)), at: instant)
            default: feed(.signal(signal), at: instant)
            }
        } catch {
            stop()
            let end = ExchangeEnd(error: error, decodedBody: collector?.partial)
            feed(.signal(.ended(end)), at: loop.time.now())
        }
    }

    private func take(_ bytes: [UInt8], at instant: Instant) throws(ClientError) {
        let isKept = !isDelivering && collector?.replacesItself != true
        feed(.signal(isKept ? .received(bytes) : .delivered(bytes.count)), at: instant)
        let plain = try collector?.take(bytes) ?? bytes
        guard isDelivering, !plain.isEmpty, receiver?.take(plain) == false else { return }
        if case .network(let transfer) = source { transfer.pause() }
    }

    private func bodyHasMore() {
        if case .network(let transfer) = source { transfer.goOnSending() }
    }

    /// Hears that the receiver has room again, or can take no more.
    private func receiverCalls() {
        if let error = receiver?.failure, isDelivering {
            return take(.ended(ExchangeEnd(error: error)), at: loop.time.now())
        }
        if case .network(let transfer) = source, transfer.isPaused { transfer.goOn() }
    }

    // MARK: - The end

    private func parse() {
        let record = cell.snapshot
        guard let exchange = record.lastExchange, let head = exchange.head else { return }
        var response = Response(
            head: head, body: exchange.body, url: exchange.start.url.text, record: record)
        response.receiver = receiver
        self.response = response
        guard let parser else { return feed(.parsed(nil)) }
        parsing = Task.detached { [cell] in
            cell.send(.parsed(await parser(response)))
        }
    }

    private func finish(_ outcome: TaskOutcome) {
        for timer in Array(timers.keys) { clear(timer) }
        stop()
        parsing?.cancel()
        loop.drivers[cell.id] = nil
        response?.record = cell.snapshot
        guard let receiver else { return completion(outcome, response) }
        Task.detached { [parsing, completion, response] in
            await parsing?.value
            await receiver.close(outcome, response)
            completion(outcome, response)
        }
    }
}
