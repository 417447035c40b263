import Foundation
import JSON

extension Redaction {
    /// Reads the secrets of a task, so that they are hidden wherever else they come up: in a body that echoes a header,
    /// in a Location, in an error's text.
    public mutating func learn(_ record: TaskRecord) {
        learn(record.origin)
        for exchange in record.attempts.flatMap(\.exchanges) {
            learn(requestHead: exchange.requestHead)
            learn { _ = $0.url(exchange.start.url.text) }
            guard let head = exchange.head else { continue }
            learn(head.headers)
            learn { _ = $0.body(exchange.body, contentType: head.headers["Content-Type"]) }
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
        learn { _ = $0.body(bytes, contentType: type) }
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
                case "cookie": value.split(separator: ";").forEach { redaction.learn(cookie: $0, of: value) }
                case "set-cookie":
                    value.split(separator: ";").prefix(1).forEach { redaction.learn(cookie: $0, of: value) }
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

    /// Text for people, such as an error: every secret met so far is replaced in it.
    public mutating func text(_ text: String) -> String {
        guard !secrets.isEmpty else { return text }
        return String(decoding: known(in: Array(text.utf8)), as: UTF8.self)
    }

    /// Bytes with every secret met so far replaced.
    mutating func known(in bytes: [UInt8]) -> [UInt8] {
        guard isHiding else { return bytes }
        var bytes = bytes
        // The longest first: a secret may be a part of another.
        for (secret, number) in secrets {
            let (replaced, times) = bytes.replacing(
                Array(secret.utf8), with: Array("<redacted:\(number)>".utf8))
            count(times)
            bytes = replaced
        }
        return bytes
    }

    // MARK: - Parts

    private mutating func learn(_ read: (inout Redaction) -> Void) {
        var reader = self
        read(&reader)
        take(secretsOf: reader)
    }

    private mutating func learn(credentials value: String) {
        let words = value.split(separator: " ", maxSplits: 1)
        guard words.count == 2, words[0].lowercased() == "basic",
            let data = Data(base64Encoded: String(words[1]))
        else { return }
        let pair = String(decoding: data, as: UTF8.self)
        add(alias: pair, of: String(words[1]))
        if let colon = pair.firstIndex(of: ":") {
            add(alias: String(pair[pair.index(after: colon)...]), of: String(words[1]))
        }
    }

    /// A short value is a word like `dark`, which would be hidden all over the place.
    private mutating func learn(cookie pair: Substring, of whole: String) {
        guard let equals = pair.firstIndex(of: "=") else { return }
        let value = pair[pair.index(after: equals)...]
        if value.utf8.count >= 8 { add(alias: String(value), of: whole) }
    }

    private mutating func learnUserInformation(of url: String) {
        guard let start = url.firstRange(of: "://")?.upperBound else { return }
        let authority = url[start...].prefix { !"/?#".contains($0) }
        guard let at = authority.lastIndex(of: "@") else { return }
        let information = authority[..<at]
        learn { _ = $0.placeholder(for: String(information)) }
        guard let colon = information.firstIndex(of: ":") else { return }
        let password = information[information.index(after: colon)...]
        add(alias: String(password), of: String(information))
    }
}

extension [UInt8] {
    /// The bytes with every occurrence of a pattern replaced, and how many there were.
    fileprivate func replacing(_ pattern: [UInt8], with other: [UInt8]) -> (bytes: [UInt8], times: Int) {
        var output: [UInt8] = []
        var times = 0
        var rest = self[...]
        while let offset = rest.offset(of: pattern) {
            let start = rest.startIndex + offset
            output += rest[..<start]
            output += other
            times += 1
            rest = rest[(start + pattern.count)...]
        }
        return times == 0 ? (self, 0) : (output + rest, times)
    }
}

extension ArraySlice<UInt8> {
    /// Where a pattern stands first, counted from the start of the slice.
    fileprivate func offset(of pattern: [UInt8]) -> Int? {
        withUnsafeBytes { text in
            guard let base = text.baseAddress, let first = pattern.first else { return nil }
            var offset = 0
            while offset + pattern.count <= text.count {
                let room = text.count - offset - pattern.count + 1
                guard let found = memchr(base + offset, Int32(first), room) else { return nil }
                if memcmp(found, pattern, pattern.count) == 0 { return UnsafeRawPointer(found) - base }
                offset = UnsafeRawPointer(found) - base + 1
            }
            return nil
        }
    }
}
