import ClientEngine
import FoundationEssentials

extension Redaction {
    /// Reads the secrets of a task, so that they are hidden wherever they come up, as in a body that echoes a header.
    public mutating func learn(_ record: TaskRecord) {
        learn(headsOf: record)
        record.forEachExchange { learn(bodyOf: $0) }
    }

    /// Reads the same, but not what the bodies of its responses hold: enough where none of them is written.
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

    /// Reads the secrets of a response's body, with their places in it.
    @discardableResult
    public mutating func learn(bodyOf exchange: ExchangeRecord) -> NamedSecrets {
        // Most bodies need not even be put together.
        guard isHiding, let head = exchange.head,
            BodyShape(declaration(of: head), exchange.pieces.lazy.joined()) != nil
        else { return NamedSecrets() }
        return learn(body: exchange.body, contentType: head.headers["Content-Type"])
    }

    /// Reads the secrets of what was asked for.
    public mutating func learn(_ origin: TaskOrigin) {
        guard isHiding else { return }
        learn(origin.request)
        guard let url = origin.url else { return }
        if url.text != origin.request.url { learn { _ = $0.url(url.text) } }
        learn(origin.request.userInfo[.secrets] ?? [], for: url)
    }

    /// Reads the secrets of a request: of its URL, fields, credentials and body, and those of its `UserInfo.Key.secrets`.
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

    /// Reads the secrets of a request's head as it went on the wire.
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

    /// Reads the secrets of a URL: its user information and its parameters.
    public mutating func learn(url: String) {
        learn { _ = $0.url(url) }
    }

    /// Reads the secrets of header fields, and their parts: the password of Basic credentials, the values of cookies.
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

    /// Reads the secrets of credentials; what an authenticator brings is known only when it was sent.
    public mutating func learn(_ credentials: Credentials) {
        let proofs = credentials.proofs
        learn(proofs.fields)
        // Whatever its name, it proves who is asking.
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
            // An echo may have taken it apart.
            let parameters = HeaderParameters(proof, delimiter: ",").filter {
                $0.name.lowercased() == "response"
            }
            add(aliases: parameters.compactMap(\.unquoted), of: proof)
        default: break
        }
    }

    /// A short value is a word like `dark`, which would be hidden all over the place.
    private mutating func learn(cookies pairs: [Substring.UTF8View], of whole: String) {
        let values = pairs.compactMap { pair in
            pair.firstIndex(of: UInt8(ascii: "=")).map { Substring(pair[pair.index(after: $0)...]) }
        }
        add(aliases: values.filter { $0.utf8.count >= 8 }.map(String.init), of: whole)
    }
}

extension TaskRecord {
    /// Calls a closure with each exchange, where they lie: to iterate would copy each attempt.
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
    /// The body as people want to see it, in the pieces it is kept in.
    fileprivate var pieces: [[UInt8]] { decodedBody.map { [$0] } ?? chunks }
}
