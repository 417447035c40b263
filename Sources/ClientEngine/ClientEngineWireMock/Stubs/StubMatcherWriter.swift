import EngineHTTP
import EngineJSON
import EngineMocks
import FoundationEssentials

// Matchers as JSON objects like `{"contains": "x"}`.
extension ValuesMatcher {
    var json: JSONValue {
        switch self {
        case .any(let matcher): matcher.json
        case .exactly(let matchers): ["hasExactly": .array(matchers.map(\.json))]
        case .includes(let matchers): ["includes": .array(matchers.map(\.json))]
        }
    }
}

extension ValueMatcher {
    var json: JSONValue {
        var object: JSONObject = [:]
        object[wireMockName] = operand
        switch self {
        case .equalTo(_, ignoringCase: true): object["caseInsensitive"] = true
        case .equalToJSON(let body):
            if body.ignoresArrayOrder { object["ignoreArrayOrder"] = true }
            if body.ignoresExtraElements { object["ignoreExtraElements"] = true }
        case .custom(let condition):
            let options = (condition.base as? any StubCondition)?.options.members ?? []
            for option in options { object[option.name] = option.value }
        default: break
        }
        return .object(object)
    }

    private var operand: JSONValue {
        switch self {
        case .equalTo(let text, _), .contains(let text), .doesNotContain(let text), .matches(let text),
            .doesNotMatch(let text), .pathTemplate(let text):
            return .string(text)
        case .absent: return true
        case .anything: return "(always)"
        case .and(let matchers), .or(let matchers): return .array(matchers.map(\.json))
        case .not(let matcher): return matcher.json
        // The schema allows an object, or a string that contains JSON.
        case .equalToJSON(let body):
            return body.value.object == nil ? .string(body.value.serialized()) : body.value
        case .binaryEqualTo(let bytes): return .string(Data(bytes).base64EncodedString())
        case .number(_, let number): return .number(number)
        case .custom(let condition): return (condition.base as? any StubCondition)?.operand ?? .null
        }
    }
}
