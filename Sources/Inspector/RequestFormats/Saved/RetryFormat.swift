import ClientEngine

/// Reads and writes the words of `@retry-when` and `@retry-backoff`.
public enum RetryFormat {
    /// Says which word could not be read.
    public struct SyntaxError: Error, Sendable, Hashable {
        /// The word.
        public var word: String
        /// The expected alternative.
        public var expected: String
    }

    /// Reads statuses, status classes and error kinds, as in `503 429 5xx timeout connect`.
    public static func conditions(_ text: String) throws(SyntaxError) -> Set<RetryPolicy.Condition> {
        let words = words(of: text)
        let conditions = words.map(condition)
        guard !words.isEmpty, !conditions.contains(nil) else {
            let wrong = conditions.firstIndex(of: nil).map { words[$0] } ?? ""
            throw SyntaxError(word: wrong, expected: "statuses (503), classes (5xx) or error kinds (timeout)")
        }
        return Set(conditions.compactMap(\.self))
    }

    /// Reads a backoff, as in `200ms x2 max 5s jitter`.
    ///
    /// The factor is 2 and the maximum 10 s unless written.
    package static func backoff(_ text: String) throws(SyntaxError) -> Backoff {
        let expected = "a backoff such as 200ms x2 max 5s jitter"
        var rest = words(of: text)[...]
        guard let initial = takeDuration(&rest) else {
            throw SyntaxError(word: rest.first ?? "", expected: expected)
        }
        var backoff = Backoff(from: initial, maximum: max(.seconds(10), initial), hasJitter: false)
        while let word = rest.popFirst() {
            let lowercased = word.lowercased()
            if lowercased == "jitter" {
                backoff.hasJitter = true
            } else if lowercased == "max", let maximum = takeDuration(&rest) {
                backoff.maximum = maximum
            } else if "x×".contains(lowercased.prefix(1)), let factor = Double(lowercased.dropFirst()),
                factor.isFinite, factor >= 1
            {
                backoff.multiplier = factor
            } else {
                throw SyntaxError(word: word, expected: expected)
            }
        }
        return backoff
    }

    /// Writes conditions: statuses, then classes, then kinds.
    public static func text(for conditions: Set<RetryPolicy.Condition>) -> String {
        conditions.map(sortableText).sorted { $0 < $1 }.map(\.1).joined(separator: " ")
    }

    package static func text(for backoff: Backoff) -> String {
        let factor = backoff.multiplier
        let whole = Int(exactly: factor).map(String.init) ?? String(factor)
        let words = "\(DurationFormat.text(for: backoff.initial)) x\(whole) max "
        return words + DurationFormat.text(for: backoff.maximum) + (backoff.hasJitter ? " jitter" : "")
    }

    private static func words(of text: String) -> [String] {
        text.split { $0.isWhitespace || $0 == "," }.map(String.init)
    }

    private static func condition(_ word: String) -> RetryPolicy.Condition? {
        let word = word.lowercased()
        if let status = Int(word), (100...999).contains(status) {
            return .status(StatusCode(rawValue: status))
        }
        if word.count == 3, word.hasSuffix("xx"), let first = word.first?.wholeNumberValue,
            (1...9).contains(first)
        {
            return .statusClass(first)
        }
        return ClientError.Kind.allCases.first { $0.rawValue.lowercased() == word }.map { .kind($0) }
    }

    private static func sortableText(_ condition: RetryPolicy.Condition) -> (Int, String) {
        switch condition {
        case .status(let status): (0, "\(status)")
        case .statusClass(let first): (1, "\(first)xx")
        case .kind(let kind): (2, kind.rawValue)
        }
    }

    /// Takes a duration of one word (`5s`) or two (`5 s`).
    private static func takeDuration(_ words: inout ArraySlice<String>) -> Duration? {
        guard let first = words.first, let word = DurationFormat(first) else { return nil }
        let second = words.dropFirst().first
        if !word.hasUnit, let second, let joined = DurationFormat(first + second), joined.hasUnit {
            words = words.dropFirst(2)
            return joined.duration
        }
        words = words.dropFirst()
        return word.duration
    }
}
