import ClientEngine

// Completions while a filter is typed.
extension Filter {
    /// A word that can begin a term.
    package struct Word: Sendable, Hashable {
        /// The word including its terminator, such as `status:` or `~c`.
        package let text: String
        /// A short description of the matching tasks.
        package let meaning: String
    }

    /// The unfinished term at the end of a text.
    package struct OpenTerm: Sendable, Hashable {
        /// The key whose value is being typed, or `nil` before a key.
        package let key: String?
        /// The typed part of the value, or of a word that may become a key.
        package let part: String
    }

    /// All words that can begin a term, the most useful first.
    package static var words: [Word] {
        Key.allCases.map { Word(text: $0.rawValue + ":", meaning: $0.meaning) }
            + SearchedPart.allCases.map { Word(text: $0.rawValue + ":", meaning: $0.meaning) }
    }

    /// The short words known from mitmproxy.
    package static var shortWords: [Word] {
        shortKeys.map { Word(text: "~" + $0.letter, meaning: $0.key.meaning) }
            + shortFlags.map { Word(text: "~" + $0.letter, meaning: "is:\($0.flag.rawValue)") }
    }

    static let shortKeys: [(letter: String, key: Key)] = [
        ("c", .status), ("m", .method), ("u", .url), ("d", .host), ("t", .type),
    ]

    static let shortFlags: [(letter: String, flag: Flag)] = [("e", .failed), ("marked", .marked)]

    /// Returns the possible values of a key, or common examples.
    package static func values(of key: String) -> [String] {
        switch Key(rawValue: key) {
        case .is: flags
        case .assert: Assertions.allCases.map(\.rawValue)
        case .state: TaskState.Name.allCases.map(\.rawValue)
        case .error: ClientError.Kind.allCases.map(\.rawValue)
        case .status: ["4xx", "5xx", ">=400", "2xx", "3xx"]
        case .total, .ttfb, .wait: [">1s", ">250ms"]
        case .size: [">1M", ">20k"]
        case .attempts: [">1"]
        case .since: ["1m", "10m", "1h"]
        case .scheme: ["https", "http"]
        case .slow: ["2", "5", "10"]
        case .method, .host, .path, .url, .type, .mock, .program, .route, nil: []
        }
    }

    /// Returns the unfinished term at the end of a text, or `nil` inside quotation marks and expressions.
    package static func openTerm(in text: String) -> OpenTerm? {
        let scalars = text.unicodeScalars
        guard scalars.count(where: { $0 == "\"" }).isMultiple(of: 2) else { return nil }
        var start = scalars.startIndex
        if let end = scalars.lastIndex(where: { " |(".unicodeScalars.contains($0) }) {
            start = scalars.index(after: end)
        }
        while start < scalars.endIndex, scalars[start] == "-" || scalars[start] == "!" {
            start = scalars.index(after: start)
        }
        let word = text[start...]
        guard word.first != "/" else { return nil }
        if let colon = word.unicodeScalars.firstIndex(of: ":"),
            let key = Key(rawValue: word[..<colon].lowercased())
        {
            return OpenTerm(key: key.rawValue, part: String(word[scalars.index(after: colon)...]))
        }
        // A blank separates a short word from its value.
        let before = text[..<start].split(whereSeparator: \.isWhitespace).last ?? ""
        if word.first != "~", let short = shortKeys.first(where: { before.hasSuffix("~" + $0.letter) }) {
            return OpenTerm(key: short.key.rawValue, part: String(word))
        }
        return OpenTerm(key: nil, part: String(word))
    }
}

extension Filter.Key {
    /// A short description of the key.
    var meaning: String {
        switch self {
        case .status: "404, 4xx, >=400"
        case .method: "exactly this method"
        case .host: "a part of the host"
        case .path: "a part of the path"
        case .url: "a part of the URL"
        case .type: "a part of the content type"
        case .is: "failed, retried, mocked …"
        case .assert: "what the assertions came to"
        case .error: "the kind of error"
        case .state: "where the task stands"
        case .total: "how long it took: >2s"
        case .ttfb: "until the first byte: >250ms"
        case .wait: "waited for it: >250ms"
        case .size: "of the body: >1M"
        case .attempts: "how many: >1"
        case .mock: "a part of its name"
        case .program: "who asked: curl, or a pid"
        case .since: "in the last 5m"
        case .scheme: "http or https"
        case .route: "a path with {id} for ids"
        case .slow: "slower than usual, or 3 times"
        }
    }

    /// Examples of valid values, for error messages.
    var example: String {
        switch self {
        case .status: "404, 4xx or >=400"
        case .attempts: "3 or >1"
        case .size: "500, 20k, 3M or >1G"
        case .total, .ttfb, .wait: "250ms, 5s or >2m"
        case .since: "30s, 5m or 1h"
        case .method: "POST"
        case .host: "example.com"
        case .path, .url: "/orders"
        case .type: "json"
        case .is: "failed"
        case .assert: "failed"
        case .error: "timeout"
        case .state: "waiting"
        case .mock: "“its name”"
        case .program: "curl"
        case .scheme: "https"
        case .route: "/users/{id}"
        case .slow: "2 or 3.5"
        }
    }
}

extension SearchedPart {
    fileprivate var meaning: String {
        switch self {
        case .header: "a text in the URL or a head"
        case .body: "a text in a body"
        }
    }
}
