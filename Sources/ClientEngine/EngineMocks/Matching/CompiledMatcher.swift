import EngineJSON
import EnginePatterns
import FoundationEssentials

/// A ``ValueMatcher`` that is checked and compiled, so that it can be applied many times.
package indirect enum CompiledMatcher: Sendable {
    case equalTo(String, folded: String?)
    case contains(String, isWanted: Bool)
    case matches(Pattern, isWanted: Bool)
    case absent
    case anything
    case and([CompiledMatcher])
    case or([CompiledMatcher])
    case not(CompiledMatcher)
    case json(JSONExpectation)
    case bytes([UInt8])
    case number(ValueMatcher.NumberRelation, Double)
    case template(PathTemplate)
    case other(any ValueMatching)

    private static let maximumDepth = 32

    package init(_ matcher: ValueMatcher) throws(MockError) {
        try self.init(matcher, depth: 0)
    }

    private init(_ matcher: ValueMatcher, depth: Int) throws(MockError) {
        guard depth < Self.maximumDepth else {
            throw MockError("its matchers stand too deep in each other.")
        }
        switch matcher {
        case .equalTo(let text, let isFolded):
            self = .equalTo(text, folded: isFolded ? text.lowercased() : nil)
        case .contains(let text): self = .contains(text, isWanted: true)
        case .doesNotContain(let text): self = .contains(text, isWanted: false)
        case .matches(let source): self = .matches(try .ofMock(source), isWanted: true)
        case .doesNotMatch(let source): self = .matches(try .ofMock(source), isWanted: false)
        case .absent: self = .absent
        case .anything: self = .anything
        case .and(let matchers): self = .and(try Self.all(matchers, depth))
        case .or(let matchers): self = .or(try Self.all(matchers, depth))
        case .not(let matcher): self = .not(try CompiledMatcher(matcher, depth: depth + 1))
        case .equalToJSON(let body): self = .json(try JSONExpectation(body))
        case .binaryEqualTo(let bytes): self = .bytes(bytes)
        case .number(let relation, let number):
            guard let value = number.double else { throw MockError("“\(number.text)” is too large.") }
            self = .number(relation, value)
        case .pathTemplate(let template): self = .template(PathTemplate(template[...], base: "/"))
        case .custom(let condition):
            try condition.base.check()
            self = .other(condition.base)
        }
    }

    static func all(_ matchers: [ValueMatcher], _ depth: Int = -1) throws(MockError)
        -> [CompiledMatcher]
    {
        try matchers.map { matcher throws(MockError) in try CompiledMatcher(matcher, depth: depth + 1) }
    }

    /// Returns whether a text is accepted.
    ///
    /// `nil` represents a missing value.
    package func accepts(_ text: String?, at now: Date) -> Bool {
        var value = text.map { MatchedValue($0) }
        return accepts(&value, at: now)
    }

    package func accepts(_ value: inout MatchedValue?, at now: Date) -> Bool {
        switch self {
        case .absent: return value == nil
        case .anything: return true
        case .and(let matchers): return matchers.allSatisfy { $0.accepts(&value, at: now) }
        case .or(let matchers): return matchers.contains { $0.accepts(&value, at: now) }
        case .not(let matcher): return !matcher.accepts(&value, at: now)
        case .other(let condition): return condition.accepts(&value, at: now)
        // A missing value contains nothing, so these conditions accept it.
        case .contains(_, isWanted: false), .matches(_, isWanted: false):
            return value?.isAccepted(by: self, at: now) ?? true
        default: return value?.isAccepted(by: self, at: now) ?? false
        }
    }

    /// Indicates whether the matcher explicitly tests for missing values, as WireMock requires for cookies and for the
    /// results of a JSONPath.
    package var knowsAbsence: Bool {
        switch self {
        case .absent, .not: true
        case .and(let matchers): matchers.allSatisfy(\.knowsAbsence)
        case .or(let matchers): matchers.contains { $0.knowsAbsence }
        default: false
        }
    }
}

extension MatchedValue {
    /// Returns whether a matcher that only depends on the value accepts it.
    fileprivate mutating func isAccepted(by matcher: CompiledMatcher, at now: Date) -> Bool {
        switch matcher {
        case .equalTo(let expected, nil): text == expected
        case .equalTo(_, let folded?): text.lowercased() == folded
        case .contains(let part, let isWanted): (part.isEmpty || text.contains(part)) == isWanted
        case .matches(let pattern, let isWanted): pattern.accepts(text).map { $0 == isWanted } ?? false
        case .json(let expectation): json.map { expectation.accepts($0) } ?? false
        case .bytes(let expected): bytes == expected
        case .number(let relation, let expected):
            Double(text.trimmed).map { relation.holds($0, expected) } ?? false
        case .template(let template):
            template.matches(PathComponents(text.prefix(before: "?")).withoutEmpty)
        case .absent, .anything, .and, .or, .not, .other: false
        }
    }
}

extension Pattern {
    /// Compiles a pattern of a mock, with a step limit that is low enough to apply many patterns to one request.
    package static func ofMock(
        _ source: String, options: Options = .dotMatchesLineBreaks
    ) throws(MockError) -> Pattern {
        do {
            return try Pattern(source, options: options, stepLimit: 200_000)
        } catch {
            throw MockError("the pattern “\(source)” cannot be used. \(error)")
        }
    }

    /// Returns whether the pattern matches the whole text, or `nil` if that takes too long.
    func accepts(_ text: String) -> Bool? {
        try? matches(whole: text)
    }
}

/// A ``ValuesMatcher`` that is checked and compiled.
package enum CompiledValues: Sendable {
    case any(CompiledMatcher)
    case exactly([CompiledMatcher])
    case includes([CompiledMatcher])

    init(_ values: ValuesMatcher) throws(MockError) {
        switch values {
        case .any(let matcher): self = .any(try CompiledMatcher(matcher))
        case .exactly(let matchers): self = .exactly(try CompiledMatcher.all(matchers))
        case .includes(let matchers): self = .includes(try CompiledMatcher.all(matchers))
        }
    }

    /// Returns the same condition, which accepts a missing value only if it explicitly tests for one.
    func speakingOfAbsence() -> CompiledValues {
        guard case .any(let matcher) = self, !matcher.knowsAbsence else { return self }
        return .any(.and([.not(.absent), matcher]))
    }

    package func accepts(_ values: [String], at now: Date) -> Bool {
        func isMet(_ matcher: CompiledMatcher) -> Bool { values.contains { matcher.accepts($0, at: now) } }
        switch self {
        case .any(let matcher): return values.isEmpty ? matcher.accepts(nil, at: now) : isMet(matcher)
        case .exactly(let matchers):
            return !values.isEmpty && values.count == matchers.count && matchers.allSatisfy(isMet)
        case .includes(let matchers): return matchers.allSatisfy(isMet)
        }
    }
}
