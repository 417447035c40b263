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
        try refuseOthers(in: object, than: Self.ignored)
        let request = try section("request", of: stub)
        let response = try section("response", of: stub)
        let extras = try StubExtras(stub["metadata"]?["inspector"])
        let name = stub["name"]?.string
        let id = stub["id"]?.string ?? stub["uuid"]?.string ?? name ?? place
        let answer = try answer(response, fault: extras.fault)
        var mock = Mock(
            id: id, name: name ?? label(of: request) ?? place, match: try match(request), answers: [answer],
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

    private func refuseOthers(in object: JSONObject, than known: Set<String>) throws(StubRefusal) {
        for member in object.members where !known.contains(member.name) && !member.value.isEmptyOrNull {
            throw .unsupported(member.name)
        }
    }

    private func label(of request: JSONObject) -> String? {
        let address = ["url", "urlPath", "urlPattern", "urlPathPattern", "urlPathTemplate"]
            .compactMap { request[$0]?.string }.first
        return address.map { "\(request["method"]?.string ?? "ANY") \($0)" }
    }

    // MARK: Request

    private func match(_ request: JSONObject) throws(StubRefusal) -> Mock.Match {
        let addresses: [String: (String) -> Mock.Address] = [
            "url": Mock.Address.pathAndQuery, "urlPath": Mock.Address.path,
            "urlPattern": Mock.Address.pathAndQueryPattern, "urlPathPattern": Mock.Address.pathPattern,
            "urlPathTemplate": Mock.Address.pathTemplate,
        ]
        try refuseOthers(in: request, than: Set(addresses.keys).union(["method"]))
        let written = request.members.filter { addresses[$0.name] != nil && !$0.value.isNull }
        guard written.count < 2 else {
            throw StubRefusal(message: "it has more than one address.", key: written[1].name)
        }
        var address = Mock.Address.any
        if let member = written.first, let make = addresses[member.name] {
            guard let text = member.value.string else { throw .wrong(member.name, "a text") }
            address = make(text)
        }
        guard let method = request["method"], !method.isNull else { return Mock.Match(address: address) }
        guard let name = method.string else { throw .unsupported("method") }
        let isAny = name.uppercased() == "ANY"
        return Mock.Match(method: isAny ? nil : Method(rawValue: name), address: address)
    }

    // MARK: Response

    private func answer(_ response: JSONObject, fault: Mock.Fault?) throws(StubRefusal) -> Mock.Answer {
        try refuseOthers(
            in: response,
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
        if let fault { return Mock.Answer(.fault(fault), delay: delay) }
        if let value = response["fault"], !value.isNull {
            guard let fault = value.string.flatMap({ Self.faults[$0] }) else {
                throw .wrong("fault", "a known fault")
            }
            return Mock.Answer(.fault(fault), delay: delay)
        }
        let status = response["status"]?.int ?? 200
        guard status < 1000 else { throw .wrong("status", "a status") }
        let kind = Mock.Answer.Kind.response(
            status: status > 0 ? status : 200, reason: response["statusMessage"]?.string,
            headers: try headers(response["headers"]), body: try body(response))
        return Mock.Answer(kind, delay: delay)
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

extension JSONValue {
    /// Says nothing: WireMock's own writer leaves such members behind.
    fileprivate var isEmptyOrNull: Bool {
        switch self {
        case .null: true
        case .array(let elements): elements.isEmpty
        case .object(let object): object.isEmpty
        case .bool, .number, .string: false
        }
    }
}
