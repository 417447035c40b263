import ClientEngine
import ClientEngineRecording
import EngineJSON

extension Request {
    /// The values that a mock of the request must not ask for: the next sending has others, or they are secret.
    package var unsteadyValues: Set<String> {
        (userInfo[.passing] ?? []).union(userInfo[.secrets] ?? [])
    }
}

extension Mock.Match {
    /// Returns the match that accepts anything in the places of these values: in the path, the query and the body.
    package func leavingOpen(_ values: Set<String>) -> Mock.Match {
        guard !values.isEmpty else { return self }
        let values = UnsteadyValues(values)
        var match = self
        if case .path(let path) = address {
            let segments = path.split(at: "/", omittingEmptySubsequences: false).map(String.init)
            let open = segments.map { values.occur(in: $0.percentDecoded ?? $0) ? "{id}" : $0 }
            if open != segments { match.address = .pathTemplate(open.joined(separator: "/")) }
        }
        match.query.removeAll { values.occur(in: $0.values) }
        match.body = body.compactMap(values.removed)
        return match
    }
}

private struct UnsteadyValues {
    /// The shortest value, in bytes, that is searched for within a text: shorter ones occur in many texts by chance.
    private static let shortestPart = 4

    private let values: Set<String>
    private let parts: [String]

    init(_ values: Set<String>) {
        self.values = values
        parts = values.filter { $0.utf8.count >= Self.shortestPart }
    }

    func occur(in text: String) -> Bool {
        values.contains(text) || parts.contains { text.contains($0) }
    }

    func occur(in condition: ValuesMatcher) -> Bool {
        if case .any(.equalTo(let text, _)) = condition { occur(in: text) } else { false }
    }

    /// Returns the condition of a body without the values; `nil` if nothing is left of it.
    func removed(from condition: ValueMatcher) -> ValueMatcher? {
        switch condition {
        case .equalToJSON(let body):
            guard let value = removed(from: body.value) else { return nil }
            return .equalToJSON(
                Mock.JSONBody(
                    value, ignoresArrayOrder: body.ignoresArrayOrder,
                    ignoresExtraElements: body.ignoresExtraElements))
        case .equalTo(let text, _) where occur(in: text): return nil
        default: return condition
        }
    }

    private func removed(from value: JSONValue) -> JSONValue? {
        switch value {
        case .object(let object):
            return .object(
                JSONObject(
                    object.members.compactMap { member in
                        removed(from: member.value).map { JSONObject.Member(name: member.name, value: $0) }
                    }))
        case .array(let elements): return .array(elements.compactMap(removed))
        case .string, .number:
            // A plain nil would be the null of JSON.
            return occur(in: value.string ?? value.serialized()) ? Optional.none : value
        case .null, .bool: return value
        }
    }
}
