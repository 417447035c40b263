import Foundation

/// Does what a task's machine asks for, on the loop thread: the machine decides, the driver acts.
final class TaskDriver {
    private let cell: TaskCell
    private let work: any TaskWork
    private unowned let loop: EngineLoop
    private var machine: TaskMachine
    private(set) lazy var source = ExchangeSource(of: cell, on: loop, receiver: work.receiver) {
        [unowned self] in hear($0, at: $1)
    }
    /// What is done for the task off the loop.
    var errand: Errand
    /// The token of the newest proof.
    private var token: (any Sendable)?
    /// The answers to a server that asks for Digest.
    private var digest: DigestProof?
    private var response: Response?
    /// Why the newest response could not be parsed.
    private var failure: (any Error)?
    /// What tells the end, once the machine has come to it.
    private var lastEvent: Event?
    /// What was still under way when it came to it.
    private var parsing: Task<Void, Never>?
    private var timers: [TaskMachine.Timer: TimerQueue<() -> Void>.ID] = [:]
    private var pending: [TaskMachine.Action] = []
    private var isActing = false

    init(_ machine: TaskMachine, cell: TaskCell, work: any TaskWork, loop: EngineLoop) {
        self.machine = machine
        self.cell = cell
        self.work = work
        self.loop = loop
        errand = Errand(of: cell)
        work.receiver?.connect(loop.call { [id = cell.id] in $0.drivers[id]?.source.receiverCalls() })
    }

    /// Begins the task, unless it is over before.
    func begin() {
        if cell.isCancelRequested {
            feed(.cancel)
        } else if let error = machine.prepared.error {
            feed(.reject(error))
        } else {
            feed(work.adapt == nil ? .start : .adapt)
        }
    }

    /// Hands an input to the machine and does what it answers.
    ///
    /// `instant` is when it happened, if not now.
    func feed(_ input: TaskMachine.Input, at instant: Instant? = nil) {
        if case .cancel = input, lastEvent != nil { return settle(.cancelled) }
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
        case .emit(let event): emit(event)
        case .adapt: adapt()
        case .prepare(let order): prepare(order)
        case .challenge(let order): challenge(order)
        case .decide(let ended): decide(about: ended)
        case .abort:
            source.stop()
            errand.callOff()
        case .set(let timer, let instant):
            clear(timer)
            timers[timer] = loop.schedule(at: instant) { [weak self] in self?.feed(.fired(timer)) }
        case .clear(let timer): clear(timer)
        case .parse: parse()
        case .finish(let outcome): finish(outcome)
        }
    }

    private func emit(_ event: Event) {
        if case .ended = event.what { lastEvent = event } else { cell.emit(event) }
    }

    private func clear(_ timer: TaskMachine.Timer) {
        if let id = timers.removeValue(forKey: timer) { loop.unschedule(id) }
    }

    // MARK: - Before an exchange

    private func adapt() {
        guard let adapt = work.adapt else { return feed(.adapted(machine.prepared)) }
        let (request, hidden) = (machine.prepared.request, machine.prepared.hidden)
        let configuration = cell.configuration
        errand.run {
            PreparedRequest(try await adapt(request), configuration, hiding: hidden)
        } then: { driver, result in
            switch result {
            case .success(let prepared):
                driver.feed(prepared.error.map { .reject($0) } ?? .adapted(prepared))
            case .failure(let error): driver.feed(.reject(.refusal(error)))
            }
        }
    }

    private func prepare(_ order: ExchangeOrder) {
        guard order.kept == nil else { return begin(order) }
        switch order.credentials?.scheme {
        case nil, .anonymous: begin(order)
        case .fields(let fields, _): begin(order, with: Proof(fields))
        case .connection(let login):
            do throws(ClientError) {
                try login.check()
                begin(order)
            } catch {
                feed(.unprepared(error))
            }
        case .digest:
            let nonce = (0..<16).map { _ in UInt8.random(in: .min ... .max) }.hexadecimal
            begin(order, with: Proof(digest?.headers(for: order, clientNonce: nonce) ?? [:]))
        case .authenticator(let reference):
            let request = machine.prepared.request.sent(as: order)
            errand.run {
                try await reference.object.proof(for: request)
            } then: { driver, result in
                switch result {
                case .success(let proof): driver.begin(order, with: proof)
                case .failure(let error): driver.feed(.unprepared(.noProof(error)))
                }
            }
        }
    }

    private func begin(_ order: ExchangeOrder, with proof: Proof) {
        token = proof.token
        do throws(ClientError) {
            begin(try order.dressed(in: proof.headers))
        } catch {
            feed(.unprepared(error))
        }
    }

    /// Begins an exchange that is complete but for what the client itself remembers, and what its body leaves open.
    private func begin(_ order: ExchangeOrder) {
        do throws(ClientError) {
            let order = try work.receiver?.begin(order) ?? order
            let needsLength = machine.prepared.settings.requiresContentLength
            guard !order.body.isReady(needsLength: needsLength) else { return send(order) }
            makeBody(of: order, needsLength: needsLength)
        } catch {
            feed(.unprepared(error))
        }
    }

    private func makeBody(of order: ExchangeOrder, needsLength: Bool) {
        let limit = cell.configuration.limits.collectedBody
        errand.run {
            try await order.body.prepared(needsLength: needsLength, limit: limit)
        } then: { driver, result in
            switch result {
            case .success(let body):
                var order = order
                order.body = body
                driver.send(order)
            case .failure(let error): driver.feed(.unprepared(.noBody(error)))
            }
        }
    }

    private func send(_ order: ExchangeOrder) {
        source.begin(order, of: machine.prepared.request) { feed(.began(mock: $0)) }
    }

    /// Has the request that was answered with a stale response sent again, as a task of its own; what a redirect led to
    /// is asked about when it is asked for.
    func refresh(_ order: ExchangeOrder) {
        guard order.url == machine.prepared.url else { return }
        var request = machine.prepared.request
        request.cachePolicy = .revalidate
        request.retry = .never
        request.countsAsActivity = false
        loop.onRefresh?(request, cell.id)
    }

    private func hear(_ signal: ExchangeSignal, at instant: Instant) {
        feed(.signal(signal), at: instant)
        // Who has begun to read this answer cannot be given another one.
        if case .head = signal, source.isCommitted { feed(.giveUp) }
    }

    // MARK: - Behind an exchange

    private func challenge(_ order: ExchangeOrder) {
        switch order.credentials?.scheme {
        case .digest(let account): answer(with: digest ?? DigestProof(of: account))
        case .authenticator(let reference): ask(reference.object, about: order)
        case .fields, .connection, .anonymous, nil: feed(.challenged(.stands))
        }
    }

    private func answer(with proof: DigestProof) {
        guard let head = cell.snapshot.lastExchange?.head else { return feed(.challenged(.stands)) }
        var proof = proof
        let verdict = proof.answer(head.headers)
        digest = proof
        feed(.challenged(verdict))
    }

    private func ask(_ authenticator: any Authenticator, about order: ExchangeOrder) {
        guard let response = answered() else { return feed(.challenged(.stands)) }
        let request = machine.prepared.request.sent(as: order)
        let challenge = Challenge(response: response, request: request, token: token)
        errand.run {
            await authenticator.answer(challenge)
        } then: { driver, answer in
            driver.feed(.challenged((try? answer.get()) == .sendAgain ? .sendAgain : .stands))
        }
    }

    private func parse() {
        response = answered()
        guard let parse = work.parse, let response else { return feed(.parsed(nil)) }
        errand.run {
            await parse(response).map { (thrown: $0, error: ClientError(parsing: response, $0)) }
        } then: { driver, result in
            let failure = (try? result.get()) ?? nil
            driver.failure = failure?.thrown
            driver.feed(.parsed(failure?.error))
        }
    }

    private func decide(about ended: EndedAttempt) {
        var question = RetryQuestion(attempt: ended, request: machine.prepared.request)
        question.response = answered()
        question.failure = failure
        failure = nil
        let (policy, date) = (machine.prepared.settings.retry, loop.time.date())
        errand.run { [question] in
            await policy.decision(about: question, now: date, random: .random(in: 0..<1))
        } then: { driver, decision in
            driver.feed(.decided((try? decision.get()) ?? nil))
        }
    }

    /// The answer of the exchange that ended last.
    private func answered() -> Response? {
        let record = cell.snapshot
        guard let exchange = record.lastExchange, let head = exchange.head else { return nil }
        var response = Response(
            head: head, body: exchange.body, url: exchange.start.url.text, record: record)
        response.credentials = machine.credentials
        response.receiver = work.receiver
        return response
    }

    // MARK: - The end

    private func finish(_ outcome: TaskOutcome) {
        for timer in Array(timers.keys) { clear(timer) }
        source.stop()
        parsing = errand.running
        errand.callOff()
        guard case .failed(let error) = outcome, let explain = work.explain else { return settle(outcome) }
        errand.run { [response] in
            await explain(error, response)
        } then: { driver, _ in
            driver.settle(outcome)
        }
    }

    private func settle(_ outcome: TaskOutcome) {
        guard let event = lastEvent else { return }
        lastEvent = nil
        errand.callOff()
        loop.drivers[cell.id] = nil
        var ending = Ending(of: cell, outcome, as: event, response)
        if let receiver = work.receiver, !receiver.closeAtOnce(outcome, response) {
            // Whoever waits for the task finds the file in its place, or gone.
            ending.close = { [parsing] in
                await parsing?.value
                await receiver.close($0, $1)
            }
        }
        work.settle(ending)
    }
}

extension Request {
    /// The request as an exchange sends it.
    func sent(as order: ExchangeOrder) -> Request {
        var sent = self
        sent.method = order.method
        sent.url = order.url.text
        sent.headers = order.headers
        sent.body = order.body
        return sent
    }
}

extension ClientError {
    /// Why those who may change a request keep it from being sent.
    fileprivate static func refusal(_ error: any Error) -> ClientError {
        error as? ClientError
            ?? ClientError(.invalidRequest, .queue, "the request was not let through: \(error)")
    }

    fileprivate static func noBody(_ error: any Error) -> ClientError {
        error as? ClientError ?? ClientError(.io, .queue, "the body could not be made: \(error)")
    }

    fileprivate static func noProof(_ error: any Error) -> ClientError {
        error as? ClientError ?? ClientError(.auth, .queue, "no proof of who is asking: \(error)")
    }
}
