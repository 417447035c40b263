import FoundationEssentials

extension Client {
    /// Returns a request as the client would send it, without sending it, reading a stream or creating a deferred body.
    ///
    /// The URL is absolute, the parameters stand where they go, the fields have the defaults of client and server, the length
    /// where it is known, and the cookies of now; only `Host` is left to the URL. What somebody has to be asked for is left
    /// out: the proof of an authenticator, a signature of a body that is not in memory, what interceptors change, the conditions with which
    /// a cache asks.
    /// - Throws: what would keep the request from being sent.
    public func preview(_ request: Request) throws(ClientError) -> Request {
        let settings = settings
        let prepared = settings.prepare(request)
        var exchangeRequest = try prepared.exchangeRequest()
        if let proof = try exchangeRequest.foreseeableProof(at: settings.configuration.time.date()) {
            exchangeRequest = try exchangeRequest.dressed(in: proof)
        }
        return try exchangeRequest.carryingCookies(of: settings).preview(
            settings.configuration, needsLength: prepared.settings.options.sendsContentLength)
    }

    /// The time limit for the whole task of a request, set by the request, its server or the client, or `nil` without a
    /// limit.
    package func totalTimeout(of request: Request) -> Duration? {
        settings.prepare(request).settings.options.totalTimeout
    }

    /// Whether the body of an error response is parsed as JSON regardless of its type, set by the request, its server
    /// or the client.
    func assumesJSONErrors(of request: Request) -> Bool {
        settings.prepare(request).settings.options.assumesJSONErrors
    }
}

extension Client {
    /// Returns a request including the header fields that are sent with it: the defaults of its client and its server,
    /// and credentials in header fields.
    package func completed(_ request: Request) -> Request {
        let prepared = settings.prepare(request)
        var complete = prepared.request
        complete.headers = prepared.headers
        if let url = prepared.url,
            case .fields(let fields, _)? = prepared.settings.authorization.credentials(for: url)?.scheme
        {
            for field in fields { complete.headers[field.name] = field.value }
        }
        return complete
    }
}

extension ExchangeRequest {
    /// Returns the fields that the credentials add without calling an authenticator or reading a file.
    fileprivate func foreseeableProof(at date: Date) throws(ClientError) -> Headers? {
        switch self.credentials?.scheme {
        case .fields(let fields, _): return fields
        case .aws(let key):
            let signature = try AWSSignature(of: self, with: key)
            let declared = try signature.declaredPayload()
            guard declared != nil || self.body.isSmall else { return nil }
            let payload = if let declared { declared } else { try signature.payload() }
            return signature.headers(payload: payload, at: date)
        case .digest, .connection, .authenticator, .anonymous, nil: return nil
        }
    }

    /// Returns the request as sent, with the fields that the client and libcurl add.
    fileprivate func preview(
        _ configuration: ClientConfiguration, needsLength: Bool
    ) throws(ClientError) -> Request {
        // libcurl sends no body with HEAD.
        var request = Request(
            method: self.method, url: self.url.text,
            headers: self.headers + TransferOptions.added(to: self.headers, configuration),
            body: self.method == .head ? .none : self.body)
        if request.headers["Accept"] == nil { request.headers.add("Accept", "*/*") }
        guard request.headers["Transfer-Encoding"] == nil else { return request }
        let isMade = try request.body.segments() != nil
        let length = isMade ? try BodyReader(request.body).length : nil
        if let length, !request.body.isNone || [.post, .put, .patch].contains(self.method) {
            request.headers.add("Content-Length", String(length))
        } else if length == nil, isMade, !needsLength {
            request.headers.add("Transfer-Encoding", "chunked")
        }
        return request
    }
}
