/// `@until status == 200 every 2s max 1m`: a request is sent again until its response is the one that is waited for.
public struct Polling: Sendable, Hashable {
    /// The condition that ends it.
    public var condition: Assertion
    /// The wait between two attempts; a second unless written.
    public var interval = Duration.seconds(1)
    /// The time for all of it; a minute unless written.
    public var limit = Duration.seconds(60)

    static let expected = "a condition and durations such as status == 200 every 2s max 1m"

    /// The text of a condition, and those of the durations behind it.
    ///
    /// They are cut before references are filled in, so that no value can change what they are.
    struct Parts {
        private(set) var condition: Substring
        private(set) var durations: [String: Substring] = [:]

        init(_ text: String) {
            condition = Substring(text)
            while let (word, duration, rest) = Self.lastClause(of: condition), durations[word] == nil {
                durations[word] = duration
                condition = rest
            }
        }

        private static func lastClause(of text: Substring) -> (String, Substring, Substring)? {
            let words = text.split(whereSeparator: \.isWhitespace)
            guard let index = words.lastIndex(where: { ["every", "max"].contains($0.lowercased()) }),
                index > 0, index < words.count - 1
            else { return nil }
            let duration = text[words[index + 1].startIndex...]
            // More words, or quoted ones, belong to the condition: `body contains "every day"`.
            let isShort = words.count - index <= 3 && !duration.contains { "\"'/".contains($0) }
            guard isShort || duration.holdsReference else { return nil }
            return (words[index].lowercased(), duration, text[..<words[index].startIndex])
        }

        func map<Failure: Error>(_ change: (String) throws(Failure) -> String) throws(Failure) -> Parts {
            var parts = self
            parts.condition = Substring(try change(String(condition)))
            for (word, text) in durations { parts.durations[word] = Substring(try change(String(text))) }
            return parts
        }
    }

    /// Reads what stands behind `@until`; durations with references are left out.
    init(_ parts: Parts, line: Int) throws(BodyPath.SyntaxError) {
        guard !parts.condition.trimmedBlanks.isEmpty else {
            throw BodyPath.SyntaxError(message: "The condition is missing.")
        }
        condition = try Assertion(parsing: String(parts.condition), line: line)
        condition.text = "until \(condition.text)"
        interval = try Self.duration(parts.durations["every"]) ?? interval
        limit = try Self.duration(parts.durations["max"]) ?? limit
    }

    private static func duration(_ text: Substring?) throws(BodyPath.SyntaxError) -> Duration? {
        guard let text, !text.holdsReference else { return nil }
        guard let word = DurationFormat(text) else {
            throw BodyPath.SyntaxError(message: "“\(text.trimmedBlanks)” is not a duration.")
        }
        return word.duration
    }
}
