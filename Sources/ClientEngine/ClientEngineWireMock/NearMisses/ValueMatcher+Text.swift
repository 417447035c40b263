import EngineJSON
import EngineMocks
import FoundationEssentials

extension ValueMatcher {
    /// The name of the matcher and its operand, as on WireMock's page.
    ///
    /// `equalTo` is the default and is omitted.
    var nearMissText: String {
        if case .equalTo(let text, ignoringCase: false) = self { return text }
        switch self {
        case .equalToJSON: return "[\(wireMockName)]\n\(operandText)"
        case .custom(let condition) where condition.base is JSONPathMatcher:
            return "[\(wireMockName)]\n\(operandText)"
        default: return operandText.isEmpty ? "[\(wireMockName)]" : "[\(wireMockName)] \(operandText)"
        }
    }

    var wireMockName: String {
        switch self {
        case .equalTo: "equalTo"
        case .contains: "contains"
        case .doesNotContain: "doesNotContain"
        case .matches: "matches"
        case .doesNotMatch: "doesNotMatch"
        case .absent: "absent"
        case .anything: "anything"
        case .and: "and"
        case .or: "or"
        case .not: "not"
        case .equalToJSON: "equalToJson"
        case .binaryEqualTo: "binaryEqualTo"
        case .number(let relation, _): relation.rawValue
        case .pathTemplate: "matchesPathTemplate"
        case .custom(let condition): (condition.base as? any StubCondition)?.wireMockName ?? "custom"
        }
    }

    private var operandText: String {
        switch self {
        case .equalTo(let text, let isFolded): isFolded ? "\(text) (in any case)" : text
        case .contains(let text), .doesNotContain(let text), .matches(let text), .doesNotMatch(let text),
            .pathTemplate(let text):
            text
        case .absent, .anything: ""
        case .and(let matchers): matchers.map(\.nearMissText).joined(separator: " AND ")
        case .or(let matchers): matchers.map(\.nearMissText).joined(separator: " OR ")
        case .not(let matcher): matcher.nearMissText
        case .equalToJSON(let body): body.value.prettyPrinted()
        case .binaryEqualTo(let bytes): Data(bytes).base64EncodedString()
        case .number(_, let number): number.text
        case .custom(let condition):
            (condition.base as? any StubCondition)?.operandText ?? String(describing: condition.base)
        }
    }
}

extension ValuesMatcher {
    /// Returns the condition after a name: `: value`, ` [contains] : value`, ` exactly …`.
    func nearMissText(_ equals: String) -> String {
        switch self {
        case .any(.equalTo(let text, ignoringCase: false)): equals + text
        case .any(let matcher): " \(matcher.nearMissText)"
        case .exactly(let matchers): " exactly \(Self.list(matchers))"
        case .includes(let matchers): " including \(Self.list(matchers))"
        }
    }

    private static func list(_ matchers: [ValueMatcher]) -> String {
        "[" + matchers.map(\.nearMissText).joined(separator: ", ") + "]"
    }
}
