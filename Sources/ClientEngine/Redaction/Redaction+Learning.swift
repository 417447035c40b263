import Foundation

extension Redaction {
    /// Reads the secrets of a task, so that they are hidden wherever else they come up: in a body that echoes a header,
    /// in a Location, in an error's text.
    public mutating func learn(_ record: TaskRecord) {
        guard isHiding else { return }
        learn(record.origin)
        for exchange in record.attempts.flatMap(\.exchanges) {
            learn(requestHead: exchange.requestHead)
            learn { _ = $0.url(exchange.start.url.text) }
            guard let head = exchange.head else { continue }
            learn(head.headers)
            let type = head.headers["Content-Type"]
            // Most bodies need not even be put together.
            guard BodyShape(contentType: type, exchange.pieces.lazy.joined()) != nil else { continue }
            learn(body: exchange.body, contentType: type)
        }
    }

    /// Reads the secrets of a request as it was asked for.
    public mutating func learn(_ origin: Origin) {
        learn(origin.request.headers)
        if let credentials = origin.request.authentication { learn(credentials) }
        learn { _ = $0.url(origin.url?.text ?? origin.request.url) }
        learn { _ = $0.url(origin.request.url) }
        learnUserInformation(of: origin.request.url)
        guard let bytes = origin.request.body.bytes else { return }
        let type = origin.request.headers["Content-Type"] ?? origin.request.body.contentType
        learn(body: bytes, contentType: type)
    }

    /// Reads the secrets of a request's head as it was sent, which has more than what was asked for.
    public mutating func learn(requestHead bytes: [UInt8]) {
        if let sent = SentHead(bytes) { learn(sent.headers) }
    }

    /// Reads the secrets of header fields, and their parts: the password of Basic credentials, the values of cookies.
    public mutating func learn(_ headers: Headers) {
        learn { redaction in
            for field in headers {
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
        switch credentials.scheme {
        case .fields(let fields, _):
            learn(fields)
            // Whatever its name, it proves who is asking.
            for field in fields { learn { _ = $0.value(ofHeader: "Authorization", field.value) } }
        case .digest(let account): learn { _ = $0.placeholder(for: account.password) }
        case .connection(let login): learn { _ = $0.placeholder(for: login.password) }
        case .anonymous, .authenticator: break
        }
    }

    // MARK: - Parts

    private mutating func learn(credentials value: String) {
        let words = value.split(separator: " ", maxSplits: 1)
        guard words.count == 2, words[0].lowercased() == "basic",
            let data = Data(base64Encoded: String(words[1]))
        else { return }
        let pair = String(decoding: data, as: UTF8.self)
        let password = pair.firstIndex(of: ":").map { String(pair[pair.index(after: $0)...]) }
        add(aliases: [pair] + (password.map { [$0] } ?? []), of: String(words[1]))
    }

    /// A short value is a word like `dark`, which would be hidden all over the place.
    private mutating func learn(cookies pairs: [Substring.UTF8View], of whole: String) {
        let values = pairs.compactMap { pair in
            pair.firstIndex(of: UInt8(ascii: "=")).map { Substring(pair[pair.index(after: $0)...]) }
        }
        add(aliases: values.filter { $0.utf8.count >= 8 }.map(String.init), of: whole)
    }

    private mutating func learnUserInformation(of url: String) {
        guard let start = url.firstRange(of: "://")?.upperBound else { return }
        let authority = url[start...].prefix { !"/?#".contains($0) }
        guard let at = authority.lastIndex(of: "@") else { return }
        let information = authority[..<at]
        learn { _ = $0.placeholder(for: String(information)) }
        guard let colon = information.firstIndex(of: ":") else { return }
        let password = information[information.index(after: colon)...]
        add(aliases: [String(password)], of: String(information))
    }
}

extension ExchangeRecord {
    /// The body as people want to see it, in the pieces it is kept in.
    fileprivate var pieces: [[UInt8]] { decodedBody.map { [$0] } ?? chunks }
}
