// Exchanges on the network: admission, a transfer, and a decision about the server.

extension TaskDriver: ExchangeSink {
    /// Starts an exchange with a server.
    func goOnline(_ exchangeRequest: ExchangeRequest) {
        exchange.current = nil
        exchange.online = exchangeRequest
        perform(exchange.network.handle(.begin))
    }

    /// Stops the exchange on the network.
    func goOffline() {
        guard !exchange.network.isIdle else { return }
        if exchange.network.isAsking { offLoop.cancel() }
        perform(exchange.network.handle(.stop))
    }

    func admit() {
        if loop.shared.limiter.isRunning(core.id) { perform(exchange.network.handle(.admitted)) }
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

    /// Admits the task on its loop: it may have ended since.
    private var admission: @Sendable () -> Void {
        { [inbox = loop.inbox, id = core.id] in inbox.enqueue { $0.tasks[id]?.admit() } }
    }

    private func perform(_ action: NetworkMachine.Action) {
        switch action {
        case .nothing: break
        case .enter:
            if loop.shared.limiter.enter(core.id, core.priority, admit: admission) {
                perform(exchange.network.handle(.admitted))
            }
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
            // A relay usually transfers many small bodies.
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
        offLoop.run { [trust = loop.shared.trust] in
            await trust.verdict(on: question)
        } then: { [unowned self] verdict in
            perform(exchange.network.handle(.decided((try? verdict.get()) ?? .reject)))
        }
    }

    private func leave() {
        endTransfer()
        loop.shared.limiter.leave(core.id)
    }

    private func endTransfer() {
        if let transfer = exchange.transfer { loop.multi.abort(transfer) }
        exchange.transfer = nil
        if let arrival = exchange.arrival { loop.forget(arrival) }
        exchange.arrival = nil
    }
}
