import EngineJSON
import EngineJSONPath
import FoundationEssentials

/// Looks into a body with a JSONPath as WireMock does, and asks a matcher about what it finds.
///
/// The path is that of RFC 9535, and may be spelled in WireMock's older ways: see ``JSONPathSpelling``. There a filter
/// on an object asks the object itself, and not its members.
struct JSONPathMatcher: Sendable {
    private let path: JaywayPath
    private let inner: CompiledMatcher?

    init(_ text: String, _ inner: CompiledMatcher?) throws(MockError) {
        path = try JaywayPath(text)
        self.inner = inner
    }

    /// Returns whether the path finds something that is accepted; a path that takes too long finds nothing.
    func accepts(_ value: inout MatchedValue?, at now: Date) -> Bool {
        // WireMock looks into no body for nothing.
        guard value != nil else { return false }
        guard let inner else {
            guard let found = found(in: &value) else { return false }
            // As in WireMock, a place that holds nothing is not found; a search finds nulls and empty lists.
            return path.isDefinite ? found.contains { !$0.isEmptyOrNull } : !found.isEmpty
        }
        var candidates: [MatchedValue?] = texts(found(in: &value) ?? [], for: inner)
        if candidates.isEmpty, inner.knowsAbsence { candidates = [nil] }
        return candidates.indices.contains { inner.accepts(&candidates[$0], at: now) }
    }

    /// Returns the values that the path finds, for a person; nil where it finds nothing.
    func findings(in value: inout MatchedValue?) -> String? {
        guard let found = found(in: &value), !found.isEmpty else { return nil }
        return found.count == 1 ? found[0].matchedText : JSONValue.array(found).serialized()
    }

    private func found(in value: inout MatchedValue?) -> [JSONValue]? {
        guard let json = value?.json else { return nil }
        return path.values(in: json)
    }

    /// Returns the values to match: one after the other, or for JSON all of them.
    private func texts(_ found: [JSONValue], for matcher: CompiledMatcher) -> [MatchedValue?] {
        if case .json = matcher, !path.isDefinite {
            return [MatchedValue(bytes: JSONValue.array(found).serializedBytes())]
        }
        let found = found.filter { !$0.isNull }
        if case .json = matcher { return found.map { MatchedValue(bytes: $0.serializedBytes()) } }
        let values = path.isDefinite ? found.flatMap { $0.array ?? [$0] } : found
        return values.map { MatchedValue($0.matchedText) }
    }
}

extension JSONValue {
    /// The value as a text that is compared: a string without its quotation marks.
    var matchedText: String { string ?? serialized() }
}
