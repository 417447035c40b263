import EngineHTTP
import EngineJSON
import EngineMocks
import FoundationEssentials

/// Parses a matcher, which is an object like `{"contains": "x"}`.
struct StubMatcherReader {
    let value: JSONValue
    let subject: String
    var depth = 0

    /// The maximum nesting depth of matchers, which is also the limit of the engine.
    private static let maximumDepth = 32
    private static let texts: [String: @Sendable (String) -> ValueMatcher] = [
        "contains": { .contains($0) }, "doesNotContain": { .doesNotContain($0) },
        "matches": { .matches($0) }, "doesNotMatch": { .doesNotMatch($0) },
        "matchesPathTemplate": { .pathTemplate($0) },
    ]
    private static let others: Set<String> = [
        "equalTo", "absent", "anything", "and", "or", "not", "equalToJson", "matchesJsonPath",
        "binaryEqualTo",
    ]
    private static let dateKeys: Set<String> = [
        "actualFormat", "truncateExpected", "truncateActual", "applyTruncationLast", "expectedOffset",
        "expectedOffsetUnit",
    ]

    /// Parses the condition for all values of a name.
    func values() throws(StubError) -> ValuesMatcher {
        guard let object = value.object else { throw .wrong(subject, "a matcher") }
        for key in ["hasExactly", "includes"] {
            guard let operand = object[key] else { continue }
            try object.refuseOthers(than: [key])
            let matchers = try list(operand, key)
            return key == "includes" ? .includes(matchers) : .exactly(matchers)
        }
        return .any(try matcher())
    }

    func matcher() throws(StubError) -> ValueMatcher {
        guard depth < Self.maximumDepth else { throw .wrong(subject, "at most 32 matchers deep") }
        guard let object = value.object else { throw .wrong(subject, "a matcher") }
        let named = object.members.filter { !$0.value.isNull }
        guard let name = named.first(where: { Self.isMatcher($0.name) })?.name else {
            throw named.first.map { .unsupported($0.name) } ?? .wrong(subject, "a matcher")
        }
        try object.refuseOthers(than: Self.options(of: name).union([name]))
        return try matcher(name, object[name] ?? nil, in: object)
    }

    private static func isMatcher(_ name: String) -> Bool {
        texts[name] != nil || others.contains(name) || ValueMatcher.NumberRelation(rawValue: name) != nil
            || DateTimeMatcher.Relation(rawValue: name) != nil
    }

    private static func options(of name: String) -> Set<String> {
        switch name {
        case "equalTo": ["caseInsensitive"]
        case "equalToJson": ["ignoreArrayOrder", "ignoreExtraElements"]
        case _ where DateTimeMatcher.Relation(rawValue: name) != nil: dateKeys
        default: []
        }
    }

    private func matcher(
        _ name: String, _ operand: JSONValue, in object: JSONObject
    ) throws(StubError) -> ValueMatcher {
        if let matcher = Self.texts[name] { return matcher(try StubFormat.text().read(operand, name)) }
        if let relation = ValueMatcher.NumberRelation(rawValue: name) {
            guard let number = operand.number ?? operand.string.flatMap({ JSONNumber(text: $0) }) else {
                throw .wrong(name, "a number")
            }
            return .number(relation, number)
        }
        if let relation = DateTimeMatcher.Relation(rawValue: name) {
            return .dateTime(try dateTime(relation, operand, in: object))
        }
        switch name {
        case "absent", "anything":
            guard operand.bool != false else { throw .wrong(name, "true, which is all it can be") }
            return name == "absent" ? .absent : .anything
        case "and": return .and(try list(operand, name))
        case "or": return .or(try list(operand, name))
        case "not": return .not(try inner(operand, name).matcher())
        case "equalToJson": return .equalToJSON(try json(operand, in: object))
        case "matchesJsonPath": return try jsonPath(operand)
        case "binaryEqualTo":
            let text = try StubFormat.text().read(operand, name)
            guard let data = Data(base64Encoded: text) else { throw .wrong(name, "base64") }
            return .binaryEqualTo(Array(data))
        default:
            let text = try StubFormat.text().read(operand, name)
            return .equalTo(text, ignoringCase: try flag("caseInsensitive", in: object))
        }
    }

    private func inner(_ value: JSONValue, _ name: String) -> StubMatcherReader {
        StubMatcherReader(value: value, subject: name, depth: depth + 1)
    }

    private func list(_ operand: JSONValue, _ name: String) throws(StubError) -> [ValueMatcher] {
        guard let elements = operand.array else { throw .wrong(name, "a list of matchers") }
        return try elements.map { element throws(StubError) in try inner(element, name).matcher() }
    }

    private func flag(_ key: String, in object: JSONObject) throws(StubError) -> Bool {
        guard let value = object.stated(key) else { return false }
        guard let flag = value.bool else { throw .wrong(key, "true or false") }
        return flag
    }

    /// Parses an operand that is JSON, or a string that contains JSON.
    private func json(_ operand: JSONValue, in object: JSONObject) throws(StubError) -> Mock.JSONBody {
        var value = operand
        if let text = operand.string {
            guard let parsed = try? LenientJSON.parse(Array(text.utf8)) else {
                throw .wrong("equalToJson", "JSON")
            }
            value = parsed
        }
        return Mock.JSONBody(
            value, ignoresArrayOrder: try flag("ignoreArrayOrder", in: object),
            ignoresExtraElements: try flag("ignoreExtraElements", in: object))
    }

    /// Parses an operand that is a path, or an object with a path and a matcher.
    private func jsonPath(_ operand: JSONValue) throws(StubError) -> ValueMatcher {
        if let path = operand.string { return .matchesJSONPath(path) }
        guard var object = operand.object, let path = object["expression"]?.string else {
            throw .wrong("matchesJsonPath", "a path, or an object with an “expression”")
        }
        object["expression"] = nil
        return .matchesJSONPath(path, try inner(.object(object), "matchesJsonPath").matcher())
    }

    private func dateTime(
        _ relation: DateTimeMatcher.Relation, _ operand: JSONValue, in object: JSONObject
    ) throws(StubError) -> DateTimeMatcher {
        var expected = try StubFormat.text().read(operand, relation.rawValue)
        if let amount = object["expectedOffset"]?.int, let unit = object["expectedOffsetUnit"]?.string {
            guard expected.lowercased() == "now" else { throw .wrong("expectedOffset", "beside “now”") }
            expected = "now \(amount >= 0 ? "+" : "")\(amount) \(unit.lowercased())"
        }
        func truncation(_ key: String) throws(StubError) -> DateTimeMatcher.Truncation? {
            guard let value = object.stated(key) else { return nil }
            let name = value.string?.lowercased().replacing("_", with: " ") ?? ""
            guard let truncation = DateTimeMatcher.Truncation(rawValue: name) else {
                throw .wrong(key, "a place to cut at, like “first day of month”")
            }
            return truncation
        }
        return DateTimeMatcher(
            relation, expected, actualFormat: object["actualFormat"]?.string,
            expectedTruncation: try truncation("truncateExpected"),
            actualTruncation: try truncation("truncateActual"),
            truncatesLast: try flag("applyTruncationLast", in: object))
    }
}
