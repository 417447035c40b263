/// A compiled regular expression in the syntax of PCRE2, on Unicode text.
///
/// Every match ends: work and memory are limited, and a pattern that backtracks without end throws
/// ``PatternError/limit``. Values are cheap to copy and may be used from any number of threads at once.
public struct Pattern: Sendable {
    /// Ways to vary how the text of a pattern is read.
    public struct Options: OptionSet, Hashable, Sendable {
        /// The options as bits.
        public let rawValue: UInt32

        /// Creates options from their bits.
        public init(rawValue: UInt32) {
            self.rawValue = rawValue
        }

        /// Takes upper and lower case letters for the same, in every alphabet.
        public static let caseInsensitive = Options(rawValue: 1 << 0)
        /// Lets `.` match line breaks too.
        public static let dotMatchesLineBreaks = Options(rawValue: 1 << 1)
        /// Lets `^` and `$` match at every line.
        public static let anchorsMatchLines = Options(rawValue: 1 << 2)
    }

    /// The text the pattern was compiled from.
    public let source: String
    /// The options it was compiled with.
    public let options: Options

    private let code: CompiledCode
    private let stepLimit: Int

    /// Compiles a regular expression of at most 64 KiB.
    ///
    /// - Parameters:
    ///   - source: the regular expression, without delimiters.
    ///   - options: how to read it.
    ///   - stepLimit: how many items may be tried and bytes moved over in one match, on top of what a few
    ///     straight passes over the text need. The default is spent in well under a second.
    /// - Throws: ``PatternError/invalid(message:offset:)``.
    public init(
        _ source: String, options: Options = [], stepLimit: Int = 10_000_000
    ) throws(PatternError) {
        self.source = source
        self.options = options
        self.stepLimit = max(0, stepLimit)
        code = try CompiledCode(source, options: options)
    }

    /// Returns whether the pattern matches the text from its first to its last character.
    ///
    /// - Throws: ``PatternError/limit``.
    public func matches(whole text: String) throws(PatternError) -> Bool {
        try code.match(text, extent: .whole, stepLimit: stepLimit) != nil
    }

    /// Returns whether the pattern matches somewhere in the text.
    ///
    /// - Throws: ``PatternError/limit``.
    public func contains(in text: String) throws(PatternError) -> Bool {
        try firstMatch(in: text) != nil
    }

    /// Returns whether the pattern matches somewhere in a text, of many that share what it may cost.
    ///
    /// - Throws: ``PatternError/limit``, also where what they share is used up.
    public func contains(in text: String, within budget: inout StepBudget) throws(PatternError) -> Bool {
        try code.matches(text, extent: .anywhere(from: 0), stepLimit: stepLimit, within: &budget)
    }

    /// Returns whether the pattern matches a text from its first to its last character, of many that share what it may
    /// cost.
    ///
    /// - Throws: ``PatternError/limit``, also where what they share is used up.
    public func matches(whole text: String, within budget: inout StepBudget) throws(PatternError) -> Bool {
        try code.matches(text, extent: .whole, stepLimit: stepLimit, within: &budget)
    }

    /// Returns where the pattern first matches, in UTF-8 offsets.
    ///
    /// - Throws: ``PatternError/limit``.
    public func firstMatch(in text: String) throws(PatternError) -> Range<Int>? {
        try code.match(text, extent: .anywhere(from: 0), stepLimit: stepLimit)
    }

    /// Returns all matches from the first to the last, in UTF-8 offsets; none of them is empty.
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
            // Past an empty match by one character, else it would be found for ever.
            if match.isEmpty { start = text.offsetOfCharacter(after: start) }
        }
        return found
    }

    /// Returns the first match and what its groups hold; nil for a group that took no part.
    ///
    /// - Throws: ``PatternError/limit``.
    public func firstGroups(in text: String) throws(PatternError) -> [String?]? {
        let found = try code.match(
            text, groups: code.groupCount, extent: .anywhere(from: 0), stepLimit: stepLimit)
        return found.map { $0.map { $0.map(text.bytes) } }
    }

    /// Returns all matches from the first to the last, also empty ones, each with what its groups hold.
    ///
    /// - Throws: ``PatternError/limit``; also where there are more than 10,000.
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
    /// Compares what the patterns were made from.
    public static func == (left: Pattern, right: Pattern) -> Bool {
        left.options == right.options && left.stepLimit == right.stepLimit
            && left.source.utf8.elementsEqual(right.source.utf8)
    }

    /// Hashes what the pattern was made from.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(source)
        hasher.combine(options)
    }
}

/// The reason why a pattern could not be compiled, or a match not decided.
public enum PatternError: Error, Hashable, Sendable {
    /// The pattern is wrong: a phrase for a person, and the UTF-8 offset in the pattern where it was noticed.
    case invalid(message: String, offset: Int)
    /// The match took more steps or memory than the pattern allows itself; whether it exists is not known.
    case limit
}

extension PatternError: CustomStringConvertible {
    /// One sentence for a person.
    public var description: String {
        switch self {
        case .invalid(let message, let offset):
            "The regular expression is wrong at offset \(offset): \(message)."
        case .limit:
            "The regular expression takes too long on this text."
        }
    }
}
