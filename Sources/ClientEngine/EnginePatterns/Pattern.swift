/// A compiled regular expression in PCRE2 syntax that matches Unicode text.
///
/// Every match ends, because its work and its memory are limited. A pattern that backtracks beyond the limit throws
/// ``PatternError/limit``. Values are cheap to copy, and several threads may use them at the same time.
public struct Pattern: Sendable {
    /// Options that change the meaning of a pattern.
    public struct Options: OptionSet, Hashable, Sendable {
        /// The options as bits.
        public let rawValue: UInt32

        /// Creates options from their bits.
        public init(rawValue: UInt32) {
            self.rawValue = rawValue
        }

        /// Ignores the difference between upper and lower case, in every alphabet.
        public static let caseInsensitive = Options(rawValue: 1 << 0)
        /// `.` also matches line breaks.
        public static let dotMatchesLineBreaks = Options(rawValue: 1 << 1)
        /// `^` and `$` match at the start and the end of every line.
        public static let anchorsMatchLines = Options(rawValue: 1 << 2)
    }

    /// The regular expression that was compiled.
    public let source: String
    /// The options that the pattern was compiled with.
    public let options: Options

    private let code: CompiledCode
    private let stepLimit: Int

    /// Compiles a regular expression of at most 64 KiB.
    ///
    /// - Parameters:
    ///   - source: The regular expression, without delimiters.
    ///   - options: Options that change the meaning of the expression.
    ///   - stepLimit: The largest number of steps in one match: items tried and bytes moved over. A few passes over the
    ///     text are free. The default takes well under a second.
    /// - Throws: ``PatternError/invalid(message:offset:)``.
    public init(
        _ source: String, options: Options = [], stepLimit: Int = 10_000_000
    ) throws(PatternError) {
        self.source = source
        self.options = options
        self.stepLimit = max(0, stepLimit)
        code = try CompiledCode(source, options: options)
    }

    /// Returns whether the pattern matches the whole text.
    ///
    /// - Throws: ``PatternError/limit``.
    public func matches(whole text: String) throws(PatternError) -> Bool {
        try code.match(text, extent: .whole, stepLimit: stepLimit) != nil
    }

    /// Returns whether the pattern matches anywhere in the text.
    ///
    /// - Throws: ``PatternError/limit``.
    public func contains(in text: String) throws(PatternError) -> Bool {
        try firstMatch(in: text) != nil
    }

    /// Returns whether the pattern matches anywhere in `text`, and subtracts the steps that this took from `budget`.
    ///
    /// - Throws: ``PatternError/limit``, also if the budget is used up.
    public func contains(in text: String, within budget: inout StepBudget) throws(PatternError) -> Bool {
        try code.matches(text, extent: .anywhere(from: 0), stepLimit: stepLimit, within: &budget)
    }

    /// Returns whether the pattern matches the whole text, and subtracts the steps that this took from `budget`.
    ///
    /// - Throws: ``PatternError/limit``, also if the budget is used up.
    public func matches(whole text: String, within budget: inout StepBudget) throws(PatternError) -> Bool {
        try code.matches(text, extent: .whole, stepLimit: stepLimit, within: &budget)
    }

    /// Returns the range of the first match in UTF-8 offsets, or `nil` if the pattern does not match.
    ///
    /// - Throws: ``PatternError/limit``.
    public func firstMatch(in text: String) throws(PatternError) -> Range<Int>? {
        try code.match(text, extent: .anywhere(from: 0), stepLimit: stepLimit)
    }

    /// Returns the ranges of all matches that are not empty, in order and in UTF-8 offsets.
    ///
    /// - Throws: ``PatternError/limit``.
    public func matches(in text: String) throws(PatternError) -> [Range<Int>] {
        var text = text
        text.makeContiguousUTF8()
        var found: [Range<Int>] = []
        var start = 0
        while start < text.utf8.count,
            let match = try code.match(text, extent: .anywhere(from: start), stepLimit: stepLimit)
        {
            if !match.isEmpty { found.append(match) }
            start = max(match.upperBound, start)
            // Advances by one character after an empty match. Otherwise the search would find it again forever.
            if match.isEmpty { start = text.offsetOfCharacter(after: start) }
        }
        return found
    }

    /// Returns the text of the first match, followed by the text of its groups, or `nil` if the pattern does not match.
    ///
    /// A group that did not take part in the match is `nil`.
    ///
    /// - Throws: ``PatternError/limit``.
    public func firstGroups(in text: String) throws(PatternError) -> [String?]? {
        let found = try code.match(
            text, groups: code.groupCount, extent: .anywhere(from: 0), stepLimit: stepLimit)
        return found.map { $0.map { $0.map(text.bytes) } }
    }

    /// Returns all matches in order, including empty ones, each followed by the text of its groups.
    ///
    /// - Throws: ``PatternError/limit``, also if there are more than 10,000 matches.
    public func groups(in text: String) throws(PatternError) -> [[String?]] {
        var text = text
        text.makeContiguousUTF8()
        let count = code.groupCount
        var found: [[String?]] = []
        var start = 0
        while start <= text.utf8.count,
            let match = try code.match(
                text, groups: count, extent: .anywhere(from: start), stepLimit: stepLimit),
            let whole = match[0]
        {
            found.append(match.map { $0.map(text.bytes) })
            guard found.count <= Self.mostMatches else { throw .limit }
            start = max(whole.upperBound, start)
            if whole.isEmpty {
                guard start < text.utf8.count else { break }
                start = text.offsetOfCharacter(after: start)
            }
        }
        return found
    }

    private static let mostMatches = 10_000
}

extension String {
    fileprivate func bytes(_ range: Range<Int>) -> String {
        let start = utf8.index(startIndex, offsetBy: range.lowerBound)
        return String(self[start..<utf8.index(start, offsetBy: range.count)])
    }

    fileprivate func offsetOfCharacter(after offset: Int) -> Int {
        let behind = utf8.dropFirst(offset + 1)
        return offset + 1 + behind.prefix { $0 & 0xC0 == 0x80 }.count
    }
}

extension Pattern: Hashable {
    /// Returns whether both patterns have the same source, options and step limit.
    public static func == (left: Pattern, right: Pattern) -> Bool {
        left.options == right.options && left.stepLimit == right.stepLimit
            && left.source.utf8.elementsEqual(right.source.utf8)
    }

    /// Hashes the source and the options.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(source)
        hasher.combine(options)
    }
}

/// The reason why a pattern did not compile, or why a match was not decided.
public enum PatternError: Error, Hashable, Sendable {
    /// The pattern is not valid: a message for people, and the UTF-8 offset in the pattern where the error was found.
    case invalid(message: String, offset: Int)
    /// The match took more steps or memory than the limit. It is unknown whether the pattern matches.
    case limit
}

extension PatternError: CustomStringConvertible {
    /// One sentence that describes the error to a person.
    public var description: String {
        switch self {
        case .invalid(let message, let offset):
            "The regular expression is wrong at offset \(offset): \(message)."
        case .limit:
            "The regular expression takes too long on this text."
        }
    }
}
