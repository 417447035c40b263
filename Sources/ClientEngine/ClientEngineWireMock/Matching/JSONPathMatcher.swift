import EngineJSON
import EngineMocks
import FoundationEssentials

/// Looks into a body with a JSONPath as WireMock does, and asks a matcher about what it finds.
///
/// The path is that of RFC 9535, and may be spelled in WireMock's older ways: `$.['name']`, `=~ /pattern/` and others in
/// filters, and `.length()` at the end. There a filter on an object asks the object itself, and not its members.
public struct JSONPathMatcher: ValueMatching, StubCondition {
    /// The path.
    public let path: String
    /// The condition for what it finds, of which one thing must be accepted; nil accepts whatever is found.
    public let matcher: ValueMatcher?
    private let search: Result<Search, MockError>

    private struct Search {
        let path: JaywayPath
        let inner: CompiledMatcher?
    }

    /// Creates a condition; a path that cannot be used is found when a store takes the mock.
    public init(_ path: String, _ matcher: ValueMatcher? = nil) {
        self.path = path
        self.matcher = matcher
        search = Result { () throws(MockError) in
            let spelled = try JaywayPath(path)
            let inner = try matcher.map { matcher throws(MockError) in try CompiledMatcher(matcher) }
            return Search(path: spelled, inner: inner)
        }
    }

    /// Returns whether both have the same path and condition.
    public static func == (left: JSONPathMatcher, right: JSONPathMatcher) -> Bool {
        left.path == right.path && left.matcher == right.matcher
    }

    /// Hashes path and condition.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(path)
        hasher.combine(matcher)
    }

    /// Refuses a path or a condition that cannot be used.
    public func check() throws(MockError) { _ = try search.get() }

    /// Returns whether the path finds something that is accepted; a path that takes too long finds nothing.
    public func accepts(_ value: inout MatchedValue?, at now: Date) -> Bool {
        // WireMock looks into no body for nothing.
        guard value != nil, let path = try? search.get().path else { return false }
        guard let inner = try? search.get().inner else {
            guard let found = found(in: &value) else { return false }
            // As in WireMock, a place that holds nothing is not found; a search finds nulls and empty lists.
            return path.isDefinite ? found.contains { !$0.isEmptyOrNull } : !found.isEmpty
        }
        var candidates: [MatchedValue?] = texts(found(in: &value) ?? [], of: path, for: inner)
        if candidates.isEmpty, inner.knowsAbsence { candidates = [nil] }
        return candidates.indices.contains { inner.accepts(&candidates[$0], at: now) }
    }

    /// Returns the values that the path finds; nil where it finds nothing.
    public func findings(in value: inout MatchedValue?) -> String? {
        guard let found = found(in: &value), !found.isEmpty else { return nil }
        return found.count == 1 ? found[0].matchedText : JSONValue.array(found).serialized()
    }

    private func found(in value: inout MatchedValue?) -> [JSONValue]? {
        guard let json = value?.json else { return nil }
        return try? search.get().path.values(in: json)
    }

    /// Returns the values to match: one after the other, or for JSON all of them.
    private func texts(_ found: [JSONValue], of path: JaywayPath, for matcher: CompiledMatcher)
        -> [MatchedValue?]
    {
        if case .json = matcher, !path.isDefinite {
            return [MatchedValue(bytes: JSONValue.array(found).serializedBytes())]
        }
        let found = found.filter { !$0.isNull }
        if case .json = matcher { return found.map { MatchedValue(bytes: $0.serializedBytes()) } }
        let values = path.isDefinite ? found.flatMap { $0.array ?? [$0] } : found
        return values.map { MatchedValue($0.matchedText) }
    }

    // MARK: In stubs

    var wireMockName: String { "matchesJsonPath" }

    var operandText: String { path + (matcher.map { " \($0.nearMissText)" } ?? "") }

    var operand: JSONValue {
        guard let matcher else { return .string(path) }
        return .object(
            JSONObject(
                [.init(name: "expression", value: .string(path))] + (matcher.json.object?.members ?? [])))
    }
}

extension ValueMatcher {
    /// Accepts a JSON value in which a JSONPath finds something, of which one thing is accepted where that is said.
    ///
    /// The path is that of RFC 9535, also as WireMock spells it, see ``JSONPathMatcher``. One that cannot be used is refused
    /// when a store takes the mock.
    public static func matchesJSONPath(_ path: String, _ matcher: ValueMatcher? = nil) -> ValueMatcher {
        .custom(JSONPathMatcher(path, matcher))
    }

    /// Accepts a text that is a time before, after or at another.
    public static func dateTime(_ matcher: DateTimeMatcher) -> ValueMatcher { .custom(matcher) }
}

extension JSONValue {
    /// The value as a text that is compared: a string without its quotation marks.
    var matchedText: String { string ?? serialized() }
}
