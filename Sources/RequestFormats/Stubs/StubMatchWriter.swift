import ClientEngine
import EngineJSON
import FoundationEssentials

/// Writes a match as the `request` of a stub mapping.
struct StubMatchWriter {
    private let match: Mock.Match

    init(_ match: Mock.Match) {
        self.match = match
    }

    var request: JSONObject {
        var request: JSONObject = ["method": methods]
        switch match.address {
        case .any: break
        case .pathAndQuery(let text): request["url"] = .string(text)
        case .path(let text): request["urlPath"] = .string(text)
        case .pathPattern(let text): request["urlPathPattern"] = .string(text)
        case .pathAndQueryPattern(let text): request["urlPattern"] = .string(text)
        case .pathTemplate(let text), .url(let text): request["urlPathTemplate"] = .string(template(text))
        }
        request["scheme"] = match.scheme.map(JSONValue.string)
        request["host"] = match.host.map { $0.json }
        request["port"] = match.port.map { .number(JSONNumber($0)) }
        request["clientIp"] = match.clientIP.map { $0.json }
        request["pathParameters"] = matchers(match.pathParameters)
        request["queryParameters"] = matchers(match.query)
        request["headers"] = matchers(match.headers)
        request["cookies"] = matchers(match.cookies)
        request["formParameters"] = matchers(match.form)
        if let login = match.login {
            request["basicAuthCredentials"] = [
                "username": .string(login.user), "password": .string(login.password),
            ]
        }
        if !match.body.isEmpty { request["bodyPatterns"] = .array(match.body.map(\.json)) }
        return request
    }

    private var methods: JSONValue {
        func names(_ methods: [HTTPMethod]) -> JSONValue { .array(methods.map { .string($0.rawValue) }) }
        switch match.methods {
        case .any: return "ANY"
        case .only(let method): return .string(method.rawValue)
        case .oneOf(let methods): return ["oneOf": names(methods)]
        case .noneOf(let methods): return ["noneOf": names(methods)]
        }
    }

    private func matchers(_ conditions: [Mock.Condition]) -> JSONValue? {
        guard !conditions.isEmpty else { return nil }
        return .object(
            JSONObject(conditions.map { JSONObject.Member(name: $0.name, value: $0.values.json) }))
    }

    /// Segments `:name` are written `{name}`, which is what WireMock knows.
    private func template(_ path: String) -> String {
        path.split(at: "/", omittingEmptySubsequences: false)
            .map { $0.hasPrefix(":") && $0.count > 1 ? "{\($0.dropFirst())}" : String($0) }
            .joined(separator: "/")
    }
}

extension ValuesMatcher {
    fileprivate var json: JSONValue {
        switch self {
        case .any(let matcher): matcher.json
        case .exactly(let matchers): ["hasExactly": .array(matchers.map(\.json))]
        case .includes(let matchers): ["includes": .array(matchers.map(\.json))]
        }
    }
}

extension ValueMatcher {
    fileprivate var json: JSONValue {
        var object: JSONObject = [:]
        object[wireMockName] = operand
        switch self {
        case .equalTo(_, ignoringCase: true): object["caseInsensitive"] = true
        case .equalToJSON(let body):
            if body.ignoresArrayOrder { object["ignoreArrayOrder"] = true }
            if body.ignoresExtraElements { object["ignoreExtraElements"] = true }
        case .dateTime(let matcher):
            object["actualFormat"] = matcher.actualFormat.map(JSONValue.string)
            object["truncateExpected"] = (matcher.expectedTruncation?.rawValue).map(JSONValue.string)
            object["truncateActual"] = (matcher.actualTruncation?.rawValue).map(JSONValue.string)
            if matcher.truncatesLast { object["applyTruncationLast"] = true }
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
        // The schema knows an object, or JSON written in a text.
        case .equalToJSON(let body):
            return body.value.object == nil ? .string(body.value.serialized()) : body.value
        case .matchesJSONPath(let path, nil): return .string(path)
        case .matchesJSONPath(let path, let matcher?):
            return .object(
                JSONObject(
                    [.init(name: "expression", value: .string(path))] + (matcher.json.object?.members ?? [])))
        case .binaryEqualTo(let bytes): return .string(Data(bytes).base64EncodedString())
        case .number(_, let number): return .number(number)
        case .dateTime(let matcher): return .string(matcher.expected)
        }
    }
}
