import EngineJSON
import EngineMocks
import FoundationEssentials

/// Applies a JSONPath to a body, as WireMock does, and a matcher to the values that it finds.
///
/// The path follows RFC 9535, and may use WireMock's older syntax: `$.['name']`, `=~ /pattern/` and other operators in
/// filters, and `.length()` at the end. In that syntax, a filter on an object tests the object itself instead of its
/// members.
public struct JSONPathMatcher: ValueMatching, StubCondition {
    /// The path.
    public let path: String
    /// The condition that one of the found values must meet, or `nil` if any found value is accepted.
    public let matcher: ValueMatcher?
    private let search: Result<Search, MockError>

    private struct Search {
        let path: JaywayPath
        let inner: CompiledMatcher?
    }

    /// Creates a condition.
    ///
    /// A store rejects a mock whose path is invalid.
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

    /// Throws if the path or the condition is invalid.
    public func check() throws(MockError) { _ = try search.get() }

    /// Returns whether the path finds an accepted value.
    ///
    /// A path that takes too long finds nothing.
    public func accepts(_ value: inout MatchedValue?, at now: Date) -> Bool {
        // WireMock does not apply a path to a missing body.
        guard value != nil, let path = try? search.get().path else { return false }
        guard let inner = try? search.get().inner else {
            guard let found = found(in: &value) else { return false }
            // As in WireMock, a path for one value ignores an empty one, and a search finds `null` and empty arrays.
            return path.isDefinite ? found.contains { !$0.isEmptyOrNull } : !found.isEmpty
        }
        var candidates: [MatchedValue?] = texts(found(in: &value) ?? [], of: path, for: inner)
        if candidates.isEmpty, inner.knowsAbsence { candidates = [nil] }
        return candidates.indices.contains { inner.accepts(&candidates[$0], at: now) }
    }

    /// Returns the values that the path finds, or `nil` if it finds none.
    public func findings(in value: inout MatchedValue?) -> String? {
        guard let found = found(in: &value), !found.isEmpty else { return nil }
        return found.count == 1 ? found[0].matchedText : JSONValue.array(found).serialized()
    }

    private func found(in value: inout MatchedValue?) -> [JSONValue]? {
        guard let json = value?.json else { return nil }
        return try? search.get().path.values(in: json)
    }

    /// Returns the values to match: each value, or for a JSON matcher an array of all values.
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
    /// Accepts a JSON value in which a JSONPath finds a value that the matcher accepts, or any value if it is `nil`.
    ///
    /// The path follows RFC 9535 and may use WireMock's syntax, see ``JSONPathMatcher``. A store rejects a mock whose
    /// path is invalid.
    public static func matchesJSONPath(_ path: String, _ matcher: ValueMatcher? = nil) -> ValueMatcher {
        .custom(JSONPathMatcher(path, matcher))
    }

    /// Accepts a date and time that is before, after or equal to another one.
    public static func dateTime(_ matcher: DateTimeMatcher) -> ValueMatcher { .custom(matcher) }
}

extension JSONValue {
    /// The text of the value for a comparison: a string without its quotation marks.
    var matchedText: String { string ?? serialized() }
}
