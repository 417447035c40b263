/// Answers the exchanges of a task from the network, one at a time: a place, a transfer, a decision about the server.
final class NetworkExchange: AnsweringExchange, ExchangeSink, Entrant {
    private let loop: EngineLoop
    private let core: TaskCore
    private unowned let runner: ExchangeRunner
    @exclusivity(unchecked) private var machine = NetworkMachine()
    @exclusivity(unchecked) private var exchangeRequest: ExchangeRequest?
    /// The transfer of the machine's stage.
    @exclusivity(unchecked) private var transfer: Transfer?
    @exclusivity(unchecked) private var ticket: ChallengeCoordinator.Ticket?
    @exclusivity(unchecked) private var arrival: LoopCallback?

    let setsCookies = true

    init(of core: TaskCore, on loop: EngineLoop, for runner: ExchangeRunner) {
        self.core = core
        self.loop = loop
        self.runner = runner
    }

    func begin(_ exchangeRequest: ExchangeRequest) {
        stop()
        self.exchangeRequest = exchangeRequest
        perform(machine.handle(.begin))
    }

    func stop() {
        perform(machine.handle(.stop))
    }

    func pause() {
        transfer?.pause(because: .receiver)
    }

    func resume() {
        guard let transfer else { return }
        transfer.goOn(without: .receiver)
        loop.watchDeadlines(of: transfer)
    }

    func start() {
        perform(machine.handle(.admitted))
    }

    /// Goes on with the request's body, which was not there before.
    private func resumeSending() {
        guard let transfer else { return }
        transfer.goOnSending()
        loop.watchDeadlines(of: transfer)
    }

    private func perform(_ action: NetworkMachine.Action) {
        switch action {
        case .nothing: break
        case .enter:
            loop.limiter.enter(core.id, core.priority, self)
        case .connect(let phase): connect(resuming: phase)
        case .ask: ask()
        case .leave: leave()
        case .end(let end):
            leave()
            runner.receive([(.ended(end), loop.time.now())])
        }
    }

    /// Begins a transfer; behind a decision about the server, it goes on in the phase where that was waited for.
    private func connect(resuming phase: Phase) {
        guard let exchangeRequest else { return }
        do throws(ClientError) {
            let transfer = try loop.multi.start(exchangeRequest, core.settings, loop.trust, sink: self)
            transfer.resume(in: phase)
            if transfer.body.hasStreams {
                let arrival = loop.callback { [unowned self] in resumeSending() }
                transfer.body.onArrival { arrival() }
                self.arrival = arrival
            }
            self.transfer = transfer
            loop.watchDeadlines(of: transfer)
        } catch {
            perform(machine.handle(.ended(ExchangeEnd(error: error), isUndecided: false)))
        }
    }

    func receive(_ reports: [ExchangeReport]) {
        guard case .ended(let end)? = reports.last?.signal else { return runner.receive(reports) }
        let isUndecided = end.error?.kind == .tls && transfer?.question != nil
        switch machine.handle(.ended(end, isUndecided: isUndecided)) {
        case .end:
            leave()
            runner.receive(reports)
        case let action:
            runner.receive(reports.dropLast())
            perform(action)
        }
    }

    /// Has somebody decide about the server whom the transfer could not wait for.
    private func ask() {
        guard let question = transfer?.question else { return }
        endTransfer()
        // Weak: others who waited for the same decision may end this one before it hears.
        ticket = loop.trust.ask(question) { [weak self] verdict in
            guard let self else { return }
            ticket = nil
            perform(machine.handle(.decided(verdict)))
        }
    }

    private func leave() {
        endTransfer()
        if let ticket { loop.trust.leave(ticket) }
        ticket = nil
        loop.limiter.leave(core.id)
    }

    private func endTransfer() {
        if let transfer { loop.multi.abort(transfer) }
        transfer = nil
        if let arrival { loop.forget(arrival) }
        arrival = nil
    }
}
