import ClientEngine
import FoundationEssentials

extension Redaction {
    /// Learns the secrets of a task, which are then hidden wherever they occur, such as in a body that echoes a header
    /// field.
    public mutating func learn(_ record: TaskRecord) {
        learn(headsOf: record)
        record.forEachExchange { learn(bodyOf: $0) }
    }

    /// Learns the secrets of a task except those in response bodies, which is enough if no body is written.
    public mutating func learn(headsOf record: TaskRecord) {
        guard isHiding else { return }
        learn(record.origin)
        record.forEachExchange { exchange in
            learn(requestHead: exchange.requestHead)
            let url = exchange.start.url
            if url != record.origin.url { learn(url: url.text) }
            for head in exchange.interims { learn(head) }
            if let head = exchange.head { learn(head) }
            if !exchange.trailers.isEmpty { learn(exchange.trailers) }
        }
    }

    /// Learns the secrets of a response body, and returns their positions.
    @discardableResult
    public mutating func learn(bodyOf exchange: ExchangeRecord) -> NamedSecrets {
        // Most bodies need not be joined.
        guard isHiding, let head = exchange.head,
            BodyShape(declaration(of: head), exchange.pieces.lazy.joined()) != nil
        else { return NamedSecrets() }
        return learn(body: exchange.body, contentType: head.headers["Content-Type"])
    }

    /// Learns the secrets of the request of a task.
    public mutating func learn(_ origin: TaskOrigin) {
        guard isHiding else { return }
        learn(origin.request)
        guard let url = origin.url else { return }
        if url.text != origin.request.url { learn { _ = $0.url(url.text) } }
        learn(origin.request.userInfo[.secrets] ?? [], for: url)
    }

    /// Learns the secrets of a request: of its URL, header fields, credentials and body, and those of its
    /// `UserInfo.Key.secrets`.
    public mutating func learn(_ request: Request) {
        guard isHiding else { return }
        learn(request.headers)
        if let credentials = request.authentication { learn(credentials) }
        learn { _ = $0.url(request.url) }
        if let secrets = request.userInfo[.secrets] {
            learn(secrets, for: try? RequestURL(parsing: request.url))
        }
        guard !request.body.isNone else { return }
        if case .multipart(let form) = request.body.content { learn(form) }
        guard let bytes = request.body.bytes else { return }
        learn(body: bytes, contentType: request.headers["Content-Type"] ?? request.body.contentType)
    }

    /// Learns the secrets in the head of a request as it was sent.
    public mutating func learn(requestHead bytes: [UInt8]) {
        guard let end = bytes.firstIndex(of: 0x0A),
            readHeads.finding(in: bytes[end...], rememberedCount) == nil
        else { return }
        if let sent = SentHead(bytes) { learn(sent.headers) }
        readHeads.add(bytes[end...], (), rememberedCount)
    }

    private mutating func learn(_ head: ResponseHead) {
        guard readHeads.finding(in: head.wireBytes[...], rememberedCount) == nil else { return }
        learn(head.headers)
        readHeads.add(head.wireBytes[...], (), rememberedCount)
    }

    /// Learns the secrets in a URL: its user information and its parameters.
    public mutating func learn(url: String) {
        learn { _ = $0.url(url) }
    }

    /// Learns the secrets in header fields and their parts: the password of Basic credentials, and the values of
    /// cookies.
    public mutating func learn(_ headers: Headers) {
        guard isHiding else { return }
        learn { redaction in
            for field in headers where redaction.readsValue(of: field) {
                let value = field.value
                _ = redaction.value(ofHeader: field.name, value)
                switch field.name.lowercased() {
                case "authorization", "proxy-authorization": redaction.learn(credentials: value)
                case "cookie":
                    redaction.learn(cookies: value.utf8.split(separator: UInt8(ascii: ";")), of: value)
                case "set-cookie":
                    let pair = value.utf8.split(separator: UInt8(ascii: ";"), maxSplits: 1).prefix(1)
                    redaction.learn(cookies: Array(pair), of: value)
                default: break
                }
            }
        }
    }

    /// Learns the secrets of credentials.
    ///
    /// Those that an authenticator adds are known only after the request was sent.
    public mutating func learn(_ credentials: Credentials) {
        let proofs = credentials.proofs
        learn(proofs.fields)
        // A field is secret regardless of its name, because it authenticates the sender.
        for field in proofs.fields { learn { _ = $0.value(ofHeader: "Authorization", field.value) } }
        for secret in proofs.secrets { learn { _ = $0.placeholder(for: secret) } }
    }

    private mutating func learn(_ form: Multipart) {
        for part in form.parts ?? [] {
            guard case .bytes(let bytes) = part.content else { continue }
            if Self.isSecret(name: part.name) {
                learn { _ = $0.placeholder(for: String(decoding: bytes, as: UTF8.self)) }
            } else {
                learn(body: bytes, contentType: part.contentType)
            }
        }
    }

    private mutating func learn(credentials value: String) {
        let words = value.split(at: " ", maxSplits: 1)
        guard words.count == 2 else { return }
        let proof = String(words[1])
        switch words[0].lowercased() {
        case "basic":
            guard let data = Data(base64Encoded: proof) else { return }
            let pair = String(decoding: data, as: UTF8.self)
            let password = pair.cut(at: ":").map { String($0.tail) }
            add(aliases: [pair] + (password.map { [$0] } ?? []), of: proof)
        case "digest":
            // A server may echo a part of the credentials.
            let parameters = HeaderParameters(proof, delimiter: ",").filter {
                $0.name.lowercased() == "response"
            }
            add(aliases: parameters.compactMap(\.unquoted), of: proof)
        default: break
        }
    }

    /// Adds the values of cookies as aliases.
    ///
    /// A short value, such as `dark`, would be hidden in many places.
    private mutating func learn(cookies pairs: [Substring.UTF8View], of whole: String) {
        let values = pairs.compactMap { pair in
            pair.firstIndex(of: UInt8(ascii: "=")).map { Substring(pair[pair.index(after: $0)...]) }
        }
        add(aliases: values.filter { $0.utf8.count >= 8 }.map(String.init), of: whole)
    }
}

extension TaskRecord {
    /// Calls a closure with each exchange in place.
    ///
    /// Iteration would copy each attempt.
    @inline(__always)
    fileprivate func forEachExchange(_ body: (ExchangeRecord) -> Void) {
        for attempt in attempts.indices {
            for exchange in attempts[attempt].exchanges.indices {
                body(attempts[attempt].exchanges[exchange])
            }
        }
    }
}

extension ExchangeRecord {
    /// The body in the pieces in which it is stored, decoded if possible.
    fileprivate var pieces: [[UInt8]] { decodedBody.map { [$0] } ?? chunks }
}
