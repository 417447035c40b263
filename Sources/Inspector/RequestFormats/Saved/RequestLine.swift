import ClientEngine

struct RequestLine {
    var method: Substring?
    var target: Substring
    var version: HTTPVersion?

    struct SyntaxError: Error {
        var message: String
        var expected: String
        /// The UTF-8 offset of what is wrong.
        var offset: Int

        /// A command line of curl, which REST Client reads as a request.
        static let curlCommand = SyntaxError(
            message: "This is a curl command, which is not read as a request.",
            expected: "METHOD URL; `inspector import curl FILE` converts curl commands", offset: 0)

        static func version(_ word: Substring, in text: Substring) -> SyntaxError {
            SyntaxError(
                message: "“\(word)” is not a version of HTTP.",
                expected: "HTTP/1.0, HTTP/1.1, HTTP/2 or HTTP/3",
                offset: text.utf8.distance(from: text.startIndex, to: word.startIndex))
        }
    }

    static let knownMethods: Set<String> = [
        "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT",
    ]
    /// Protocols other than HTTP, which other programs write like methods.
    static let otherProtocols: Set<String> = [
        "GRAPHQL", "WEBSOCKET", "WS", "WSS", "GRPC", "SSE", "EVENTSOURCE", "MQTT", "AMQP", "RSOCKET", "DUBBO",
        "THRIFT", "SOFA", "MSGPACK", "ZEROREQ", "MEMCACHE", "SSH", "CHATGPT",
    ]

    /// Returns whether a method is a usual one, in the letters in which it is sent.
    static func isKnown(_ method: String) -> Bool { method == "GET" || knownMethods.contains(method) }

    /// Returns a usual method in the letters in which it is sent; nil for all others.
    static func canonical(_ method: String) -> String? {
        if isKnown(method) { return method }
        let upper = method.uppercased()
        return knownMethods.contains(upper) ? upper : nil
    }

    /// Returns the protocol that a method stands for, other than HTTP.
    static func otherProtocol(of method: String) -> String? {
        guard !isKnown(method) else { return nil }
        let upper = method.uppercased()
        return otherProtocols.contains(upper) ? upper : nil
    }

    init(_ line: some StringProtocol, dialect: HTTPFile.Dialect) throws(SyntaxError) {
        switch dialect {
        case .union: try self.init(lenient: line)
        case .strict: try self.init(strict: line)
        }
    }

    /// Cuts a line of which every blank counts: one between the parts, and none before or in them.
    private init(strict line: some StringProtocol) throws(SyntaxError) {
        var text = Substring(line)
        while text.utf8.last?.isBlank == true { text.removeLast() }
        var words = text.utf8.split(separator: 0x20, omittingEmptySubsequences: false).map { Substring($0) }
        if words.count > 1, let last = words.last, last.hasPrefix("HTTP/") {
            guard let version = HTTPVersion(rawValue: String(last)) else {
                throw SyntaxError.version(last, in: text)
            }
            self.version = version
            words.removeLast()
        }
        let isWhole = words.allSatisfy { !$0.isEmpty && !$0.utf8.contains(where: \.isBlank) }
        guard isWhole, words.count == 1 || words.count == 2, let target = words.last else {
            throw SyntaxError(
                message: "This is not a request line.",
                expected: "METHOD URL or METHOD URL HTTP/1.1, with one space between", offset: 0)
        }
        method = words.count == 2 ? words[0] : nil
        self.target = target
        try checkTarget(in: text)
        guard let method, !method.utf8.allSatisfy(\.isOfToken) else { return }
        throw SyntaxError(message: "“\(method)” is not a method.", expected: "METHOD URL", offset: 0)
    }

    /// A method alone asks for nothing.
    private func checkTarget(in text: Substring) throws(SyntaxError) {
        guard method == nil, Self.knownMethods.contains(String(target)) else { return }
        throw SyntaxError(message: "The URL is missing.", expected: "\(target) URL", offset: text.utf8.count)
    }

    /// Cuts a line that people and other programs wrote.
    ///
    /// References are atoms: blanks inside them separate nothing.
    private init(lenient line: some StringProtocol) throws(SyntaxError) {
        let text = Substring(line).trimmedBlanks
        let words = Self.words(of: text)
        guard let first = words.first, var last = words.last else {
            throw SyntaxError(message: "The request line is empty.", expected: "METHOD URL", offset: 0)
        }
        var count = words.count
        if let place = Self.placeOfVersion(in: words.dropFirst()) {
            version = try Self.version(in: text, at: words[place])
            count = place
            last = words[place - 1]
        }
        method = count > 1 && Self.canBeToken(first) ? first : nil
        target = text[(method == nil ? first : words[1]).startIndex..<last.endIndex]
        try checkTarget(in: text)
        try check(in: text)
    }

    /// Returns the index of the word that begins a version: from there on, nothing belongs to the URL.
    private static func placeOfVersion(in words: ArraySlice<Substring>) -> Int? {
        words.firstIndex { $0.hasPrefix("HTTP/") }
    }

    /// Reads the version from a word to the end of a text.
    private static func version(
        in text: Substring, at word: Substring
    ) throws(SyntaxError) -> HTTPVersion {
        let written = text[word.startIndex...].trimmedBlanks
        switch words(of: written).joined(separator: " ").uppercased() {
        case "HTTP/2.0", "HTTP/2 (PRIOR KNOWLEDGE)": return .http2
        case "HTTP/3.0": return .http3
        default: break
        }
        guard let version = HTTPVersion(rawValue: String(written)) else {
            throw SyntaxError.version(written, in: text)
        }
        return version
    }

    /// Cuts the version off a line that continues a URL.
    static func cutVersion(from text: inout String) throws(SyntaxError) -> HTTPVersion? {
        let whole = text[...]
        let words = words(of: whole)
        guard let place = placeOfVersion(in: words[...]) else { return nil }
        text = String(whole[..<words[place].startIndex].trimmedBlanks)
        return try version(in: whole, at: words[place])
    }

    /// A method that nobody knows needs a target that looks like one; otherwise the line is prose.
    private func check(in text: Substring) throws(SyntaxError) {
        let offset = { (part: Substring) in text.utf8.distance(from: text.startIndex, to: part.startIndex) }
        guard let method else {
            if target.utf8.contains(where: \.isBlank), !Self.looksLikeTarget(target) {
                throw SyntaxError(
                    message: "This is not a request line.", expected: "METHOD URL", offset: offset(target))
            }
            return
        }
        let name = String(method)
        if Self.canonical(name) != nil || Self.otherProtocol(of: name) != nil || name.holdsReference {
            return
        }
        let isOneWord = !Self.hasBlankOutsideReferences(target)
        guard isOneWord, Self.looksLikeTarget(target) else {
            throw SyntaxError(
                message: "“\(method)” is followed by no URL.", expected: "METHOD URL", offset: offset(target))
        }
    }

    /// Returns whether a word is a token, in which references may stand.
    static func canBeToken(_ word: Substring) -> Bool {
        word.utf8.allSatisfy(\.isOfToken) || TemplateText.map(String(word)) { _ in "x" }.isToken
    }

    private static func looksLikeTarget(_ target: Substring) -> Bool {
        target.contains("://") || target.hasPrefix("/") || target.hasPrefix("{{") || target == "*"
            || target.unicodeScalars.contains(".") || target.unicodeScalars.contains(":")
            || target.hasPrefix("localhost")
    }

    static func hasBlankOutsideReferences(_ target: Substring) -> Bool {
        target.utf8.contains(where: \.isBlank) && words(of: target).count > 1
    }

    private static func words(of text: Substring) -> [Substring] {
        var text = text
        let places = text.withUTF8 { Self.places(ofWordsIn: $0) }
        let (bytes, start) = (text.utf8, text.startIndex)
        return places.map { place in
            text[bytes.index(start, offsetBy: place.start)..<bytes.index(start, offsetBy: place.end)]
        }
    }

    private static func places(ofWordsIn bytes: UnsafeBufferPointer<UInt8>) -> [(start: Int, end: Int)] {
        var places: [(start: Int, end: Int)] = []
        var index = 0
        while index < bytes.count {
            guard !bytes[index].isBlank else {
                index += 1
                continue
            }
            let start = index
            while index < bytes.count, !bytes[index].isBlank {
                index = endOfReference(in: bytes, at: index) ?? index + 1
            }
            places.append((start, index))
        }
        return places
    }

    /// Returns the end of a reference that begins there; nil where none does.
    private static func endOfReference(in bytes: UnsafeBufferPointer<UInt8>, at start: Int) -> Int? {
        guard start + 1 < bytes.count, bytes[start] == 0x7B, bytes[start + 1] == 0x7B else { return nil }
        var end = start + 2
        while end < bytes.count, bytes[end] != 0x7B, bytes[end] != 0x7D, bytes[end] != 0x0A { end += 1 }
        guard end + 1 < bytes.count, bytes[end] == 0x7D, bytes[end + 1] == 0x7D else { return nil }
        return end + 2
    }
}

extension Diagnostic {
    /// Places an error in a trimmed text, before which a line has `indent` characters.
    init(_ error: RequestLine.SyntaxError, in text: Substring, line: Int, after indent: Int) {
        let column = indent + text.utf8.prefix(error.offset).count { $0 & 0xC0 != 0x80 } + 1
        self.init(.error, line: line, column: column, error.message, expected: error.expected)
    }
}
