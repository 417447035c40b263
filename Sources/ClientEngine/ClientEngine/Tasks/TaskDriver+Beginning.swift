// The work for a task before an exchange: interceptors and others may change the request.

extension TaskDriver {
    func adapt() {
        guard let adapt = pipeline.adapt else { return feed(.adapted(machine.prepared)) }
        let (request, hidden) = (machine.prepared.request, machine.prepared.hidden)
        let (settings, task) = (core.settings, core.intercepted)
        offLoop.run {
            PreparedRequest(try await adapt(request, task), settings, hiding: hidden)
        } then: { [unowned self] result in
            switch result {
            case .success(let prepared):
                feed(prepared.error.map { .reject($0) } ?? .adapted(prepared))
            case .failure(let error): feed(.reject(.refusal(error)))
            }
        }
    }

    func prepare(_ exchangeRequest: ExchangeRequest) {
        if let attempt = machine.stage.attempt?.number, attempt != attemptWithFields,
            let headers = pipeline.attemptHeaders
        {
            attemptWithFields = attempt
            return askForFields(of: attempt, headers)
        }
        credentials = exchangeRequest.credentials
        guard !exchangeRequest.isAnswered else { return begin(exchangeRequest) }
        switch exchangeRequest.credentials?.scheme {
        case nil, .anonymous: begin(exchangeRequest)
        case .fields(let fields, _): begin(exchangeRequest, with: AuthenticationHeaders(fields))
        case .connection(let login):
            do throws(ClientError) {
                try login.check()
                begin(exchangeRequest)
            } catch {
                feed(.unprepared(error))
            }
        case .digest:
            let nonce = (0..<16).map { _ in UInt8.random(in: .min ... .max) }.hexadecimal
            begin(
                exchangeRequest,
                with: AuthenticationHeaders(digest?.headers(for: exchangeRequest, clientNonce: nonce) ?? [:]))
        case .aws(let key): sign(exchangeRequest, with: key)
        case .authenticator(let reference):
            let request = machine.prepared.request.sent(as: exchangeRequest)
            offLoop.run {
                try await reference.object.headers(for: request)
            } then: { [unowned self] result in
                switch result {
                case .success(let proof): begin(exchangeRequest, with: proof)
                case .failure(let error): feed(.unprepared(.noProof(error)))
                }
            }
        }
    }

    /// Signs the exchange at the time of now; a body that is not small in memory is made and read off the loop.
    private func sign(_ exchangeRequest: ExchangeRequest, with key: AWSKey) {
        let needsLength = machine.prepared.settings.options.sendsContentLength
        do throws(ClientError) {
            let signature = try AWSSignature(of: exchangeRequest, with: key)
            // The digest of a stream is computed if it is collected for its length.
            if exchangeRequest.body.isReady(needsLength: needsLength),
                let payload = try signature.declaredPayload()
            {
                return begin(exchangeRequest, signature, payload)
            }
            if exchangeRequest.body.isSmall {
                return begin(exchangeRequest, signature, try signature.payload())
            }
        } catch {
            return feed(.unprepared(error))
        }
        let limit = core.configuration.limits.collectedBody
        offLoop.run {
            var made = exchangeRequest
            made.body = try await made.body.prepared(needsLength: needsLength, limit: limit)
            let signature = try AWSSignature(of: made, with: key)
            let payload = try signature.declaredPayload()
            return (made, signature, try payload ?? signature.payload())
        } then: { [unowned self] result in
            switch result {
            case .success(let (made, signature, payload)): begin(made, signature, payload)
            case .failure(let error): feed(.unprepared(.noBody(error)))
            }
        }
    }

    private func begin(_ exchangeRequest: ExchangeRequest, _ signature: AWSSignature, _ payload: String) {
        let fields = signature.headers(payload: payload, at: loop.time.date())
        begin(exchangeRequest, with: AuthenticationHeaders(fields))
    }

    private func askForFields(
        of attempt: Int, _ headers: @escaping @Sendable (Request, Int, TaskID) async throws -> Headers
    ) {
        let (request, task) = (machine.prepared.request, core.id)
        offLoop.run {
            try await headers(request, attempt, task)
        } then: { [unowned self] result in
            switch result {
            case .success(let fields): feed(.fields(fields))
            case .failure(let error): feed(.unprepared(.refusal(error)))
            }
        }
    }

    private func begin(_ exchangeRequest: ExchangeRequest, with proof: AuthenticationHeaders) {
        token = proof.token
        do throws(ClientError) {
            begin(try exchangeRequest.dressed(in: proof.headers))
        } catch {
            feed(.unprepared(error))
        }
    }

    /// Starts an exchange that is complete except for cookies, cached data and deferred parts of its body.
    private func begin(_ exchangeRequest: ExchangeRequest) {
        do throws(ClientError) {
            let exchangeRequest = try receiver?.begin(exchangeRequest) ?? exchangeRequest
            let needsLength = machine.prepared.settings.options.sendsContentLength
            guard !exchangeRequest.body.isReady(needsLength: needsLength) else {
                return run(exchangeRequest)
            }
            makeBody(of: exchangeRequest, needsLength: needsLength)
        } catch {
            feed(.unprepared(error))
        }
    }

    private func makeBody(of exchangeRequest: ExchangeRequest, needsLength: Bool) {
        let limit = core.configuration.limits.collectedBody
        offLoop.run {
            try await exchangeRequest.body.prepared(needsLength: needsLength, limit: limit)
        } then: { [unowned self] result in
            switch result {
            case .success(let body):
                var exchangeRequest = exchangeRequest
                exchangeRequest.body = body
                run(exchangeRequest)
            case .failure(let error): feed(.unprepared(.noBody(error)))
            }
        }
    }

    /// Sends the request that was answered with a stale response again, as a separate task.
    ///
    /// The target of a redirect is refreshed only when it is requested.
    func refresh(_ exchangeRequest: ExchangeRequest) {
        guard exchangeRequest.url == machine.prepared.url else { return }
        var request = machine.prepared.request
        request.cachePolicy = .revalidate
        request.retry = .never
        request.countsAsActivity = false
        loop.onRefresh?(request, core.id)
    }
}

extension Request {
    /// The request as an exchange sends it.
    func sent(as exchangeRequest: ExchangeRequest) -> Request {
        var sent = self
        sent.method = exchangeRequest.method
        sent.url = exchangeRequest.url.text
        sent.headers = exchangeRequest.headers
        sent.body = exchangeRequest.body
        return sent
    }
}

extension ClientError {
    /// Returns the error of code that may change a request and prevents it from being sent.
    fileprivate static func refusal(_ error: any Error) -> ClientError {
        ClientError(of: error, .invalidRequest, .queue, "the request was not let through")
    }

    fileprivate static func noBody(_ error: any Error) -> ClientError {
        ClientError(of: error, .io, .queue, "the body could not be made")
    }

    fileprivate static func noProof(_ error: any Error) -> ClientError {
        ClientError(of: error, .auth, .queue, "no proof of who is asking")
    }
}

extension TaskCore {
    /// The task as interceptors see it.
    var intercepted: InterceptedTask {
        InterceptedTask(id: id) { [settings] in settings.prepare($0).url?.text }
    }
}
