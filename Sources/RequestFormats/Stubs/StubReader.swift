import ClientEngine
import Foundation
import JSON

/// Makes a mock of one stub mapping.
struct StubReader {
    let bodyFile: (String) -> String?

    private static let ignored: Set<String> = [
        "id", "uuid", "name", "priority", "request", "response", "persistent", "insertionIndex", "metadata",
        "$schema", "postServeActions", "serveEventListeners",
    ]
    private static let faults: [String: Mock.Fault] = [
        "CONNECTION_RESET_BY_PEER": .reset, "EMPTY_RESPONSE": .emptyReply,
        "MALFORMED_RESPONSE_CHUNK": .malformedChunk, "RANDOM_DATA_THEN_CLOSE": .garbage,
    ]

    func mock(_ stub: JSONValue, place: String) throws(StubRefusal) -> Mock {
        guard let object = stub.object else { throw StubRefusal(message: "it is no object.") }
        try object.refuseOthers(than: Self.ignored)
        let request = try section("request", of: stub)
        let response = try section("response", of: stub)
        let extras = try StubExtras(stub["metadata"]?["inspector"])
        let name = stub["name"]?.string
        let id = StubFile.statedIdentifier(of: stub) ?? place
        let answer = try answer(response, fault: extras.fault)
        let match = try StubMatchReader(request).match()
        var mock = Mock(
            id: id, name: name ?? label(of: request) ?? place, match: match, answers: [answer],
            times: extras.times)
        mock.isEnabled = extras.isEnabled
        if let priority = stub["priority"] {
            guard let number = priority.int else { throw .wrong("priority", "a whole number") }
            mock.priority = number
        }
        return mock
    }

    private func section(_ name: String, of stub: JSONValue) throws(StubRefusal) -> JSONObject {
        guard let value = stub[name], !value.isNull else { return JSONObject() }
        guard let object = value.object else { throw .wrong(name, "an object") }
        return object
    }

    private func label(of request: JSONObject) -> String? {
        let address = ["url", "urlPath", "urlPattern", "urlPathPattern", "urlPathTemplate"]
            .compactMap { request[$0]?.string }.first
        return address.map { "\(request["method"]?.string ?? "ANY") \($0)" }
    }

    // MARK: Response

    private func answer(_ response: JSONObject, fault: Mock.Fault?) throws(StubRefusal) -> Mock.Answer {
        try response.refuseOthers(
            than: [
                "status", "statusMessage", "headers", "body", "jsonBody", "base64Body", "bodyFileName",
                "fixedDelayMilliseconds", "fault", "transformerParameters",
            ])
        var delay = Duration.zero
        if let value = response["fixedDelayMilliseconds"], !value.isNull {
            guard let milliseconds = value.int, milliseconds >= 0 else {
                throw .wrong("fixedDelayMilliseconds", "a number of milliseconds")
            }
            delay = .milliseconds(milliseconds)
        }
        if let fault {
            return Mock.Answer(
                .fault(fault, of: fault.isOfResponse ? try reply(response) : nil), delay: delay)
        }
        if let value = response["fault"], !value.isNull {
            guard let fault = value.string.flatMap({ Self.faults[$0] }) else {
                throw .wrong("fault", "a known fault")
            }
            return Mock.Answer(.fault(fault), delay: delay)
        }
        return Mock.Answer(.response(try reply(response) ?? Mock.Reply()), delay: delay)
    }

    /// The response; nil when nothing of one is written.
    private func reply(_ response: JSONObject) throws(StubRefusal) -> Mock.Reply? {
        let members = [
            "status", "statusMessage", "headers", "body", "jsonBody", "base64Body", "bodyFileName",
        ]
        guard members.contains(where: { response[$0].map { !$0.isNull } ?? false }) else {
            return response["jsonBody"] == nil ? nil : Mock.Reply(body: try body(response))
        }
        let status = response["status"]?.int ?? 200
        guard status < 1000 else { throw .wrong("status", "a status") }
        return Mock.Reply(
            status: status > 0 ? status : 200, reason: response["statusMessage"]?.string,
            headers: try headers(response["headers"]), body: try body(response))
    }

    private func headers(_ value: JSONValue?) throws(StubRefusal) -> Headers {
        var headers = Headers()
        guard let value, !value.isNull else { return headers }
        guard let object = value.object else { throw .wrong("headers", "an object") }
        for member in object.members {
            for element in member.value.array ?? [member.value] {
                switch element {
                case .string(let text): headers.add(member.name, text)
                case .number, .bool: headers.add(member.name, element.serialized())
                case .null, .array, .object: throw .wrong(member.name, "a text")
                }
            }
        }
        return headers
    }

    private func body(_ response: JSONObject) throws(StubRefusal) -> Body {
        let kinds = ["body", "jsonBody", "base64Body", "bodyFileName"].filter { key in
            response[key].map { !$0.isNull || key == "jsonBody" } ?? false
        }
        guard kinds.count < 2 else { throw StubRefusal(message: "it has more than one body.", key: kinds[1]) }
        guard let kind = kinds.first, let value = response[kind] else { return .none }
        if kind == "jsonBody" { return .data(value.serializedBytes()) }
        guard let text = value.string else { throw .wrong(kind, "a text") }
        switch kind {
        case "body":
            return .text(text)
        case "base64Body":
            guard let data = Data(base64Encoded: text) else { throw .wrong(kind, "base64") }
            return .data(Array(data))
        default:
            return .file(path: try located(text))
        }
    }

    private func located(_ path: String) throws(StubRefusal) -> String {
        do throws(FileRefusal) {
            let normalized = try FileRules().normalized(path)
            guard let location = bodyFile(normalized) else {
                throw FileRefusal("There is no file “\(path)”.")
            }
            return location
        } catch {
            throw StubRefusal(message: error.message, key: "bodyFileName")
        }
    }
}
