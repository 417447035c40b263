/// A request line cut into method, target and version.
struct RequestLine {
    var method: Substring?
    var target: Substring
    var version: Substring?

    /// Why a line is no request line.
    struct Failure: Error {
        var message: String
        var expected: String
        /// The UTF-8 offset of what is wrong.
        var offset: Int
    }

    static let versions: Set<Substring> = [
        "HTTP/1.0", "HTTP/1.1", "HTTP/2", "HTTP/2.0", "HTTP/3", "HTTP/3.0",
    ]
    static let knownMethods: Set<String> = [
        "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT",
    ]
    /// Protocols other than HTTP, which other programs write like methods.
    static let otherProtocols: Set<String> = [
        "GRAPHQL", "WEBSOCKET", "WS", "WSS", "GRPC", "SSE", "EVENTSOURCE", "MQTT", "AMQP", "RSOCKET", "DUBBO",
        "THRIFT", "SOFA", "MSGPACK", "ZEROREQ", "MEMCACHE", "SSH", "CHATGPT",
    ]

    /// Cuts the text of one line.
    ///
    /// References are atoms: blanks inside them separate nothing.
    init(_ line: some StringProtocol) throws(Failure) {
        let text = Substring(line).trimmedBlanks
        let words = Self.words(of: text)
        guard let first = words.first, var last = words.last else {
            throw Failure(message: "The request line is empty.", expected: "METHOD URL", offset: 0)
        }
        var count = words.count
        if count > 1, last.hasPrefix("HTTP/") {
            guard Self.versions.contains(last) else {
                throw Failure(
                    message: "“\(last)” is no version of HTTP.",
                    expected: "HTTP/1.0, HTTP/1.1, HTTP/2 or HTTP/3",
                    offset: text.utf8.distance(from: text.startIndex, to: last.startIndex))
            }
            version = last
            count -= 1
            last = words[count - 1]
        }
        method = count > 1 && Self.canBeMethod(first) ? first : nil
        target = text[(method == nil ? first : words[1]).startIndex..<last.endIndex]
        try check(in: text)
    }

    /// A method that nobody knows needs a target that looks like one; otherwise the line is prose.
    private func check(in text: Substring) throws(Failure) {
        let offset = { (part: Substring) in text.utf8.distance(from: text.startIndex, to: part.startIndex) }
        guard let method else {
            if target.utf8.contains(where: \.isBlank), !Self.looksLikeTarget(target) {
                throw Failure(
                    message: "This is no request line.", expected: "METHOD URL", offset: offset(target))
            }
            return
        }
        let name = method.uppercased()
        if Self.knownMethods.contains(name) || Self.otherProtocols.contains(name) || method.hasPrefix("{{") {
            return
        }
        let isOneWord = !Self.hasBlankOutsideReferences(target)
        guard isOneWord, Self.looksLikeTarget(target) else {
            throw Failure(
                message: "“\(method)” is followed by no URL.", expected: "METHOD URL", offset: offset(target))
        }
    }

    private static func canBeMethod(_ word: Substring) -> Bool {
        word.utf8.allSatisfy(\.isToken) || (word.hasPrefix("{{") && word.hasSuffix("}}"))
    }

    private static func looksLikeTarget(_ target: Substring) -> Bool {
        target.contains("://") || target.hasPrefix("/") || target.hasPrefix("{{") || target == "*"
            || target.contains(".") || target.contains(":") || target.hasPrefix("localhost")
    }

    static func hasBlankOutsideReferences(_ target: Substring) -> Bool {
        words(of: target).count > 1
    }

    /// Splits at blanks outside `{{…}}`.
    private static func words(of text: Substring) -> [Substring] {
        var words: [Substring] = []
        var start: Substring.Index?
        var index = text.startIndex
        let utf8 = text.utf8
        while index < utf8.endIndex {
            if utf8[index].isBlank {
                if let begin = start { words.append(text[begin..<index]) }
                start = nil
                index = utf8.index(after: index)
            } else {
                start = start ?? index
                index = Self.endOfReference(in: text, at: index) ?? utf8.index(after: index)
            }
        }
        if let start { words.append(text[start...]) }
        return words
    }

    private static func endOfReference(in text: Substring, at index: Substring.Index) -> Substring.Index? {
        let rest = text.utf8[index...]
        guard rest.starts(with: [0x7B, 0x7B]) else { return nil }
        let inside = rest.dropFirst(2).prefix { $0 != 0x7B && $0 != 0x7D }
        guard text.utf8[inside.endIndex...].starts(with: [0x7D, 0x7D]) else { return nil }
        return text.utf8.index(inside.endIndex, offsetBy: 2)
    }
}
