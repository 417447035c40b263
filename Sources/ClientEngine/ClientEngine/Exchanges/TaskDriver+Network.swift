// Exchanges on the network: admission, a transfer, and a decision about the server.

extension TaskDriver: ExchangeSink, Entrant {
    /// Has a server asked.
    func goOnline(_ exchangeRequest: ExchangeRequest) {
        exchange.current = nil
        exchange.online = exchangeRequest
        perform(exchange.network.handle(.begin))
    }

    /// Stops the exchange on the network.
    func goOffline() {
        if !exchange.network.isIdle { perform(exchange.network.handle(.stop)) }
    }

    func start() {
        perform(exchange.network.handle(.admitted))
    }

    /// Resumes receiving the body of the response.
    func resumeReceiving() {
        guard let transfer = exchange.transfer else { return }
        transfer.goOn(without: .receiver)
        loop.watchDeadlines(of: transfer)
    }

    /// Resumes sending the body of the request after more of it has become available.
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

    /// Starts a transfer.
    ///
    /// After a decision about the server, it continues in the phase that waited for the decision.
    private func connect(resuming phase: Phase) {
        guard let online = exchange.online else { return }
        do throws(ClientError) {
            // A relay mostly carries many small bodies.
            let isRead = receiver?.takesWireBytes == false
            let transfer = try loop.multi.start(online, core.settings, inLargePieces: isRead, sink: self)
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

    /// Returns the end of a transfer that stopped because a handler must decide about the server first.
    private func undecided(by reports: ExchangeReports) -> ExchangeEnd? {
        guard exchange.transfer?.question != nil, case .ended(let end)? = reports.decisive.last?.signal,
            end.error?.kind == .tls
        else { return nil }
        return end
    }

    /// Asks the handler about the server, for which the transfer could not wait.
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
