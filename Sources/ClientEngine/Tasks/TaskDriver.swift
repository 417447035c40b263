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
    private var response: Response?
    private var retryTimer: TimerQueue<() -> Void>.ID?
    private var limitTimer: TimerQueue<() -> Void>.ID?
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
        pending.reserveCapacity(8)
    }

    /// Hands an input to the machine and does what it answers.
    ///
    /// `instant` is when it happened, if not now.
    func feed(_ input: TaskMachine.Input, at instant: Instant? = nil) {
        machine.handle(input, at: instant ?? loop.time.now(), loop.chance, into: &pending)
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

    private func act(_ action: TaskMachine.Action) {
        switch action {
        case .emit(let event): cell.emit(event)
        case .begin(let order): begin(order)
        case .abort: stop()
        case .set(let timer, let instant):
            clear(timer)
            let id = loop.schedule(at: instant) { [unowned self] in feed(.fired(timer)) }
            switch timer {
            case .retry: retryTimer = id
            case .limit: limitTimer = id
            }
        case .clear(let timer): clear(timer)
        case .parse: parse()
        case .finish(let outcome): finish(outcome)
        }
    }

    private func clear(_ timer: TaskMachine.Timer) {
        switch timer {
        case .retry: retryTimer = unscheduled(retryTimer)
        case .limit: limitTimer = unscheduled(limitTimer)
        }
    }

    private func unscheduled(_ timer: TimerQueue<() -> Void>.ID?) -> TimerQueue<() -> Void>.ID? {
        if let timer { loop.unschedule(timer) }
        return nil
    }

    // MARK: - Exchanges

    private func begin(_ order: ExchangeOrder) {
        stop()
        collector = nil
        let hit = loop.mocks.answer(
            MockedRequest(method: order.method, url: order.url, headers: order.headers, body: order.body),
            now: loop.time.date())
        feed(.began(mock: hit?.reference))
        guard let hit else { return goOnline(order) }
        play(hit, order)
    }

    private func goOnline(_ order: ExchangeOrder) {
        source = .queued
        // Unowned, not weak, which would slow every use of the driver down: it leaves and aborts before it goes.
        loop.admission.enter(cell.id) { [unowned self] in
            do throws(ClientError) {
                let transfer = try loop.multi.start(order, configuration: loop.configuration) {
                    [unowned self] in take($0, at: $1)
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
                collector = BodyCollector(head, limits: loop.configuration.limits)
                feed(.signal(signal), at: instant)
            case .received(let bytes):
                feed(.signal(signal), at: instant)
                try collector?.take(bytes)
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

    // MARK: - The end

    private func parse() {
        // Without a parser there is no use for the response before the record is complete.
        guard let parser else { return feed(.parsed(nil)) }
        guard let response = response(cell.snapshot) else { return }
        self.response = response
        parsing = Task.detached { [cell] in
            cell.send(.parsed(await parser(response)))
        }
    }

    private func response(_ record: TaskRecord) -> Response? {
        guard let exchange = record.lastExchange, let head = exchange.head else { return nil }
        return Response(head: head, body: exchange.body, url: exchange.start.url.text, record: record)
    }

    private func finish(_ outcome: TaskOutcome) {
        clear(.retry)
        clear(.limit)
        stop()
        parsing?.cancel()
        loop.drivers[cell.id] = nil
        let record = cell.snapshot
        if response == nil, outcome == .succeeded { response = response(record) }
        response?.record = record
        completion(outcome, response)
    }
}
