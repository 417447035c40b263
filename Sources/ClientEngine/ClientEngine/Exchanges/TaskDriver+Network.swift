// Answers exchanges from the network: a place, a transfer, a decision about the server.

extension TaskDriver: ExchangeSink, Entrant {
    /// Has a server asked.
    func goOnline(_ exchangeRequest: ExchangeRequest) {
        exchange.current = nil
        exchange.online = exchangeRequest
        perform(exchange.network.handle(.begin))
    }

    /// Ends what is under way on the network.
    func goOffline() {
        if !exchange.network.isIdle { perform(exchange.network.handle(.stop)) }
    }

    func start() {
        perform(exchange.network.handle(.admitted))
    }

    /// Goes on with the body of the answer.
    func resumeReceiving() {
        guard let transfer = exchange.transfer else { return }
        transfer.goOn(without: .receiver)
        loop.watchDeadlines(of: transfer)
    }

    /// Goes on with the request's body, which was not there before.
    private func resumeSending() {
        guard let transfer = exchange.transfer else { return }
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
            report([.ended(end)])
        }
    }

    /// Begins a transfer; behind a decision about the server, it goes on in the phase where that was waited for.
    private func connect(resuming phase: Phase) {
        guard let online = exchange.online else { return }
        do throws(ClientError) {
            let transfer = try loop.multi.start(online, core.settings, sink: self)
            transfer.resume(in: phase)
            if transfer.body.hasStreams {
                let arrival = loop.callback { [unowned self] in resumeSending() }
                transfer.body.onArrival { arrival() }
                exchange.arrival = arrival
            }
            exchange.transfer = transfer
            loop.watchDeadlines(of: transfer)
        } catch {
            perform(exchange.network.handle(.ended))
            report([.ended(ExchangeEnd(error: error))])
        }
    }

    func receive(_ reports: ExchangeReports) {
        guard reports.hasEnd else { return report(reports) }
        let action = exchange.network.handle(undecided(by: reports).map { .undecided($0) } ?? .ended)
        if case .leave = action {
            leave()
            report(reports)
        } else {
            reports.removeLastDecisive()
            report(reports)
            perform(action)
        }
    }

    /// The end that is not the last word: somebody has to decide about the server first.
    private func undecided(by reports: ExchangeReports) -> ExchangeEnd? {
        guard exchange.transfer?.question != nil, case .ended(let end)? = reports.decisive.last?.signal,
            end.error?.kind == .tls
        else { return nil }
        return end
    }

    /// Has somebody decide about the server whom the transfer could not wait for.
    private func ask() {
        guard let question = exchange.transfer?.question else { return }
        endTransfer()
        // Weak: others who waited for the same decision may end this one before it hears.
        exchange.ticket = loop.trust.ask(question) { [weak self] verdict in
            guard let self else { return }
            exchange.ticket = nil
            perform(exchange.network.handle(.decided(verdict)))
        }
    }

    private func leave() {
        endTransfer()
        if let ticket = exchange.ticket { loop.trust.leave(ticket) }
        exchange.ticket = nil
        loop.limiter.leave(core.id)
    }

    private func endTransfer() {
        if let transfer = exchange.transfer { loop.multi.abort(transfer) }
        exchange.transfer = nil
        if let arrival = exchange.arrival { loop.forget(arrival) }
        exchange.arrival = nil
    }
}
