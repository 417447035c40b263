/// Answers the exchanges of a task from the cache, one at a time, or stores the responses of servers in it.
final class CachedExchange: AnsweringExchange {
    private let loop: EngineLoop
    private unowned let task: TaskDriver
    private var machine = CacheMachine()

    /// The cookies of a cached response were stored when it arrived.
    let setsCookies = false

    init(for task: TaskDriver) {
        loop = task.loop
        self.task = task
    }

    func begin(_ exchangeRequest: ExchangeRequest) {
        if let kept = exchangeRequest.kept {
            return perform(machine.play(kept, for: exchangeRequest, at: loop.time.date()), exchangeRequest)
        }
        perform(
            machine.begin(exchangeRequest, exchangeRequest.lookup(from: task.core.configuration)),
            exchangeRequest)
    }

    /// Collects the response of a server.
    func note(_ signal: ExchangeSignal) {
        machine.note(signal, at: loop.time.date())
    }

    /// Reports the end after the response has been stored.
    func end(_ end: ExchangeEnd, at instant: Instant) {
        perform(machine.end(end, at: instant), nil)
    }

    func stop() {
        switch machine.stage {
        case .looking, .keeping: task.offLoop.cancel()
        case .idle, .playing, .watching: break
        }
        machine.stop()
    }

    private func perform(_ action: CacheMachine.Action, _ exchangeRequest: ExchangeRequest?) {
        switch action {
        case .nothing: break
        case .look(let lookup): look(lookup, exchangeRequest)
        case .play(let signals, let refreshing):
            if refreshing, let exchangeRequest { task.refresh(exchangeRequest) }
            task.report(signals)
        case .goOnline(let exchangeRequest): task.goOnline(exchangeRequest)
        case .keep(let transaction, let end):
            let now = loop.time.date()
            ask {
                transaction.settle(end, in: $0, at: now)
            } then: { [unowned self] signals in
                perform(machine.kept(signals), nil)
            }
        case .tell(let signals, let instant):
            for signal in signals { task.receive(signal, at: instant) }
        }
    }

    private func look(_ lookup: CacheLookup, _ exchangeRequest: ExchangeRequest?) {
        let now = loop.time.date()
        ask {
            $0.decision(for: lookup, at: now)
        } then: { [unowned self] decision in
            let capacity = loop.shared.cache?.capacity ?? 0
            perform(machine.follow(decision, capacity: capacity, at: loop.time.date()), exchangeRequest)
        }
    }

    /// Uses the cache, off the loop if it may wait for the disk, and calls `resume` with the result.
    private func ask<Answer: Sendable>(
        _ lookup: @escaping @Sendable (ResponseCache) -> Answer, then resume: @escaping (Answer) -> Void
    ) {
        guard let cache = loop.shared.cache else { return }
        guard cache.isOnDisk else { return resume(lookup(cache)) }
        task.offLoop.runBlocking {
            lookup(cache)
        } then: { answer in
            if let answer = try? answer.get() { resume(answer) }
        }
    }
}
