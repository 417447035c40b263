// The exchanges of a task, one at a time, which a mock, the cache or the network answers. Cookies are sent and stored.
//
//  run(request) ─▶ mock? ──yes──▶ MockedExchange ───────────┐
//   + cookies        │ no              │ passes on          │
//                  cache? ──yes──▶ CachedExchange ──────────┼─▶ signals, `.ended` last ─▶ report
//                    │ no, or + conditions                  │
//                    └─▶ the network ───────▶ kept? ────────┘

extension TaskDriver {
    /// Runs an exchange.
    ///
    /// The request's own mock comes before those of the client.
    func run(_ exchangeRequest: ExchangeRequest) {
        stopExchange()
        if exchange.collector != nil { exchange.collector = nil }
        exchange.isDelivering = false
        exchange.cookieURL = nil
        if exchangeRequest.isAnswered {
            feed(.began(mock: nil))
            return answerFromCache(exchangeRequest)
        }
        let exchangeRequest = exchangeRequest.carryingCookies(of: core.settings)
        if exchangeRequest.usesCookies { exchange.cookieURL = exchangeRequest.url }
        if let mock = machine.prepared.mock, let hit = ownHit(of: mock, exchangeRequest) {
            feed(.began(mock: hit.reference))
            return play(hit, exchangeRequest)
        }
        ask(nil, exchangeRequest)
    }

    /// Stops the exchange.
    ///
    /// It reports nothing afterwards.
    func stopExchange() {
        exchange.current?.stop()
        exchange.current = nil
        exchange.cached?.stop()
        goOffline()
    }

    // MARK: - Who answers

    /// Asks the mocks of the client.
    ///
    /// If a mock depends on the content of a file, the file is read off the loop first.
    private func ask(_ read: MockedRequest?, _ exchangeRequest: ExchangeRequest) {
        switch loop.shared.mocks.ask(
            read ?? loop.mockScripts.request(exchangeRequest), now: loop.time.date(),
            unmatchedRequests: exchangeRequest.unmatchedRequests)
        {
        case .wantsFile:
            let unread = MockedRequest(exchangeRequest)
            offLoop.runBlocking {
                unread.readingFile()
            } then: { [unowned self] in
                if let read = try? $0.get() { ask(read, exchangeRequest) }
            }
        case .hit(let hit) where mayPlay(hit, exchangeRequest):
            feed(.began(mock: hit.reference))
            play(hit, exchangeRequest)
        case .nobody, .hit:
            feed(.began(mock: nil))
            noteCookies(of: exchangeRequest)
            goOn(exchangeRequest)
        }
    }

    /// Returns `false` for a mock that would forward a request to another origin although the request must stay at its
    /// own.
    private func mayPlay(_ hit: MockHit, _ exchangeRequest: ExchangeRequest) -> Bool {
        guard let server = hit.reference.server, machine.prepared.request.staysAtOrigin else { return true }
        return server == exchangeRequest.url.origin
    }

    private func ownHit(of mock: Mock, _ exchangeRequest: ExchangeRequest) -> MockHit? {
        guard let answer = mock.answer(after: exchange.ownMockHits) else { return nil }
        exchange.ownMockHits += 1
        return loop.shared.mocks.hit(
            of: mock, answer, to: MockedRequest(exchangeRequest), now: loop.time.date())
    }

    private func play(_ hit: MockHit, _ exchangeRequest: ExchangeRequest) {
        noteCookies(of: exchangeRequest)
        begin(MockedExchange(hit, to: exchangeRequest, for: self), exchangeRequest)
    }

    /// Continues after the mocks: with the cache, if there is one and it may store the response, otherwise with the
    /// network.
    func goOn(_ exchangeRequest: ExchangeRequest) {
        // A body that is not stored may be larger than a cache.
        guard loop.shared.cache != nil, core.keepsBody, receiver == nil else {
            return goOnline(exchangeRequest)
        }
        answerFromCache(exchangeRequest)
    }

    private func answerFromCache(_ exchangeRequest: ExchangeRequest) {
        let cached = exchange.cached ?? CachedExchange(for: self)
        exchange.cached = cached
        begin(cached, exchangeRequest)
    }

    private func begin(_ answering: any AnsweringExchange, _ exchangeRequest: ExchangeRequest) {
        exchange.current = answering
        answering.begin(exchangeRequest)
    }

    // MARK: - Cookies

    private func noteCookies(of exchangeRequest: ExchangeRequest) {
        if exchangeRequest.leavesCookiesOut { receive(.anomaly(.cookiesLeftOut), at: loop.time.now()) }
    }

    func keepCookies(of head: ResponseHead) {
        guard head.has(.setCookie), exchange.current?.setsCookies != false,
            let cookieURL = exchange.cookieURL
        else { return }
        core.settings.configuration.cookies(at: cookieURL)?
            .store(head.headers, from: cookieURL, at: loop.time.date())
    }
}
