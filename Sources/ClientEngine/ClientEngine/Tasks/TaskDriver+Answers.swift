// The work for a task after an exchange: other code may determine how its response is used.

extension TaskDriver {
    func challenge(_ exchangeRequest: ExchangeRequest) {
        switch exchangeRequest.credentials?.scheme {
        case .digest(let account): answer(with: digest ?? DigestProof(of: account))
        case .authenticator(let reference): ask(reference.object, about: exchangeRequest)
        case .fields, .connection, .aws, .anonymous, nil: feed(.challenged(.giveUp))
        }
    }

    private func answer(with proof: DigestProof) {
        guard let head = machine.stage.attempt?.progress.head else { return feed(.challenged(.giveUp)) }
        var proof = proof
        let verdict = proof.answer(head.headers)
        digest = proof
        feed(.challenged(verdict))
    }

    private func ask(_ authenticator: any Authenticator, about exchangeRequest: ExchangeRequest) {
        guard let response = answered() else { return feed(.challenged(.giveUp)) }
        let request = machine.prepared.request.sent(as: exchangeRequest)
        let challenge = AuthenticationChallenge(response: response, request: request, token: token)
        offLoop.run {
            await authenticator.answer(challenge)
        } then: { [unowned self] answer in
            feed(.challenged((try? answer.get()) == .sendAgain ? .sendAgain : .giveUp))
        }
    }

    func parse() {
        guard let parse = pipeline.parse else {
            response = answered { Response(head: $0, body: $1, url: $2, of: core) }
            return feed(.parsed(nil))
        }
        let record = ParsedRecord(of: core)
        guard let response = answered({ Response(head: $0, body: $1, url: $2, parsed: record) }) else {
            return feed(.parsed(nil))
        }
        self.response = response
        let (settings, task) = (machine.prepared.settings, core.intercepted)
        offLoop.run {
            await parse(response, settings, task).map { thrown in
                record.close()
                return (thrown: thrown, error: ClientError(parsing: response, thrown))
            }
        } then: { [unowned self] result in
            let failure = (try? result.get()) ?? nil
            self.failure = failure?.thrown
            feed(.parsed(failure?.error))
        }
    }

    func decide(about ended: EndedAttempt) {
        var context = RetryContext(attempt: ended, request: machine.prepared.request)
        context.response = answered()
        context.failure = failure
        failure = nil
        let (policy, date) = (machine.prepared.settings.options.retry, loop.time.date())
        offLoop.run { [context] in
            await policy.decision(about: context, now: date, random: .random(in: 0..<1))
        } then: { [unowned self] decision in
            feed(.decided((try? decision.get()) ?? nil))
        }
    }

    /// The response of the last exchange, with the record so far.
    private func answered() -> Response? {
        answered { Response(head: $0, body: $1, url: $2, record: core.snapshot) }
    }

    /// The response of the last exchange, created from its head, its body and its URL.
    private func answered(_ made: (ResponseHead, [UInt8], String) -> Response) -> Response? {
        guard let attempt = machine.stage.attempt, let head = attempt.progress.head else { return nil }
        var response = made(head, attempt.progress.body, attempt.exchangeRequest.url.text)
        if let credentials { response.credentials = credentials }
        if let receiver { response.receiver = receiver }
        return response
    }
}
