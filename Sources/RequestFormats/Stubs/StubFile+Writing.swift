import ClientEngine
import Foundation
import JSON

extension StubFile {
    /// A file to write.
    public struct Output: Sendable, Hashable {
        /// The JSON.
        public var bytes: [UInt8]
        /// What the format cannot say, one sentence each.
        public var losses: [String]
    }

    /// Writes mocks: one as a stub, several as `{"mappings": […]}`.
    public static func render(_ mocks: [Mock]) -> Output {
        var losses: [String] = []
        let stubs = mocks.compactMap { stub($0, &losses) }
        let root: JSONValue = stubs.count == 1 ? stubs[0] : ["mappings": .array(stubs)]
        return Output(bytes: root.fileBytes, losses: losses)
    }

    private static func stub(_ mock: Mock, _ losses: inout [String]) -> JSONValue? {
        guard let answer = mock.answers.first else {
            losses.append("“\(mock.name)” answers nothing and is left out.")
            return nil
        }
        if mock.answers.count > 1 {
            losses.append("“\(mock.name)”: only the first of its \(mock.answers.count) answers is written.")
        }
        if answer.kind == .passThrough {
            losses.append("“\(mock.name)” passes requests on, which a stub cannot say; it is left out.")
            return nil
        }
        var stub: JSONObject = [:]
        stub["id"] = .string(mock.id)
        stub["name"] = .string(mock.name)
        if mock.priority != 5 { stub["priority"] = .number(JSONNumber(mock.priority)) }
        stub["request"] = request(mock.match)
        stub["response"] = response(answer)
        stub["metadata"] = StubExtras(mock).json.map { ["inspector": $0] }
        return .object(stub)
    }

    private static func request(_ match: Mock.Match) -> JSONValue {
        var request: JSONObject = ["method": .string(match.method?.rawValue ?? "ANY")]
        switch match.address {
        case .any: break
        case .pathAndQuery(let text): request["url"] = .string(text)
        case .path(let text): request["urlPath"] = .string(text)
        case .pathPattern(let text): request["urlPathPattern"] = .string(text)
        case .pathAndQueryPattern(let text): request["urlPattern"] = .string(text)
        case .pathTemplate(let text): request["urlPathTemplate"] = .string(template(text))
        }
        request["queryParameters"] = matchers(match.query)
        request["headers"] = matchers(match.headers)
        if !match.body.isEmpty { request["bodyPatterns"] = .array(match.body.map(matcher)) }
        return .object(request)
    }

    private static func matchers(_ parameters: [Mock.Parameter]) -> JSONValue? {
        guard !parameters.isEmpty else { return nil }
        return .object(
            JSONObject(
                parameters.map { JSONObject.Member(name: $0.name, value: ["equalTo": .string($0.value)]) }))
    }

    /// A bare text would be read as JSON written in a text, so it is written as such.
    private static func matcher(_ body: Mock.JSONBody) -> JSONValue {
        var matcher = JSONObject()
        let isText = body.value.string != nil
        matcher["equalToJson"] = isText ? .string(body.value.serialized()) : body.value
        if body.ignoresArrayOrder { matcher["ignoreArrayOrder"] = true }
        if body.ignoresExtraElements { matcher["ignoreExtraElements"] = true }
        return .object(matcher)
    }

    /// Segments `:name` are written `{name}`, which is what WireMock knows.
    private static func template(_ path: String) -> String {
        path.split(separator: "/", omittingEmptySubsequences: false)
            .map { $0.hasPrefix(":") && $0.count > 1 ? "{\($0.dropFirst())}" : String($0) }
            .joined(separator: "/")
    }

    private static func response(_ answer: Mock.Answer) -> JSONValue {
        var response = JSONObject()
        switch answer.kind {
        case .response(let reply):
            add(reply, to: &response)
        case .fault(let fault, let reply):
            response["fault"] = fault.wireMockName.map(JSONValue.string)
            if let reply, fault.isOfResponse { add(reply, to: &response) }
        case .passThrough:
            break
        }
        if answer.delay > .zero {
            response["fixedDelayMilliseconds"] = .number(JSONNumber(Int(answer.delay.milliseconds.rounded())))
        }
        return .object(response)
    }

    private static func add(_ reply: Mock.Reply, to response: inout JSONObject) {
        response["status"] = .number(JSONNumber(reply.status))
        response["statusMessage"] = reply.reason.map(JSONValue.string)
        response["headers"] = headers(reply.headers)
        add(reply.body, to: &response)
    }

    private static func headers(_ headers: Headers) -> JSONValue? {
        guard !headers.isEmpty else { return nil }
        var object = JSONObject()
        for field in headers where object[field.name] == nil {
            let values = headers.values(of: field.name).map(JSONValue.string)
            guard !object.members.contains(where: { field.isNamed($0.name) }) else { continue }
            object[field.name] = values.count == 1 ? values[0] : .array(values)
        }
        return .object(object)
    }

    private static func add(_ body: Body, to response: inout JSONObject) {
        switch body.content {
        case .none, .stream, .multipart, .typed:
            break
        case .file(let path):
            response["bodyFileName"] = .string(path)
        case .data, .deferred:
            let bytes = body.bytes ?? []
            if let text = String(validating: bytes, as: UTF8.self) {
                response["body"] = .string(text)
            } else {
                response["base64Body"] = .string(Data(bytes).base64EncodedString())
            }
        }
    }
}
