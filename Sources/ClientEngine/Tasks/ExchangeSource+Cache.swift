// How the cache answers an exchange, and takes what a server answered.

extension ExchangeSource {
    /// Asks the cache, where there is one and the answer may be kept, before anybody else.
    func askCache(_ order: ExchangeOrder) {
        // A body that nobody keeps may be of any size, too large for a cache.
        guard let cache = loop.cache, cell.keepsBody, receiver == nil else { return goOnline(order) }
        let (question, now) = (order.question(from: cell.configuration), loop.time.date())
        ask(cache) {
            $0.decision(for: question, at: now)
        } then: {
            $0.follow($1, to: question, of: cache, order)
        }
    }

    private func follow(
        _ decision: CacheDecision, to question: CacheQuestion, of cache: ResponseCache, _ order: ExchangeOrder
    ) {
        let now = loop.time.date()
        switch decision {
        case .ask:
            visit = CacheVisit(question, order.storagePolicy, about: nil, in: cache, at: now)
            goOnline(order.adding(question.fieldsForOthers))
        case .validate(let kept, let conditions):
            visit = CacheVisit(question, order.storagePolicy, about: kept, in: cache, at: now)
            goOnline(order.adding(question.fieldsForOthers).adding(conditions))
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

    /// Tells a kept response as if it came.
    func play(_ kept: KeptAnswer, _ order: ExchangeOrder) {
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
    func finish(_ end: ExchangeEnd, _ instant: Instant) {
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
        Task.detached { [task, inbox = loop.inbox, questions] in
            let answer = question(cache)
            inbox.enqueue { loop in
                guard let source = loop.drivers[task]?.source, source.questions == questions else { return }
                source.stage = .none
                goOn(source, answer)
            }
        }
    }
}
