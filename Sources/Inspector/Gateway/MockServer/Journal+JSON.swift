import ClientEngine
import EngineJSON
import FoundationEssentials
import InspectorHTTPServer

extension Journal.Entry {
    var json: JSONValue {
        var entry: JSONObject = [:]
        entry["id"] = .string(id.uuidString.lowercased())
        entry["request"] = requestJSON
        entry["wasMatched"] = .bool(!isUnmatched)
        if let status {
            entry["response"] = ["status": JSONValue(status.rawValue)]
            entry["responseDefinition"] = [
                "status": JSONValue(status.rawValue), "fromConfiguredStub": .bool(mock != nil),
            ]
        }
        if let mock { entry["stubMapping"] = ["id": .string(mock.id), "name": .string(mock.name)] }
        return .object(entry)
    }

    /// The request in WireMock's log format.
    var requestJSON: JSONValue {
        var logged: JSONObject = [
            "url": .string(request.absoluteTarget?.rest ?? request.target),
            "absoluteUrl": .string(url?.text ?? request.target), "method": .string(request.method),
            "clientIp": "127.0.0.1", "headers": headers, "cookies": cookies,
            "browserProxyRequest": .bool(request.absoluteTarget != nil),
            "loggedDate": JSONValue(Int(date.timeIntervalSince1970 * 1000)),
            "loggedDateString": .string(date.formatted(.iso8601)), "protocol": .string(request.version),
            "body": .string(String(decoding: request.body, as: UTF8.self)),
            "bodyAsBase64": .string(Data(request.body).base64EncodedString()),
        ]
        if let url {
            logged["scheme"] = .string(url.scheme)
            logged["host"] = .string(url.host)
            logged["port"] = JSONValue(url.port)
            logged["queryParams"] = Self.query(of: url)
        }
        return .object(logged)
    }

    private var cookies: JSONValue {
        guard var asked else { return [:] }
        var object: JSONObject = [:]
        for cookie in asked.cookies { object[cookie.name] = .string(cookie.value) }
        return .object(object)
    }

    private static func query(of url: RequestURL) -> JSONValue {
        let parameters = Mock.Parameter.parameters(of: url)
        var object: JSONObject = [:]
        for parameter in parameters where object[parameter.name] == nil {
            let values = parameters.filter { $0.name == parameter.name }.map { JSONValue.string($0.value) }
            object[parameter.name] = ["key": .string(parameter.name), "values": .array(values)]
        }
        return .object(object)
    }

    /// A text for each name, or a list for a repeated name.
    private var headers: JSONValue {
        var object: JSONObject = [:]
        for field in request.headers where object[field.name] == nil {
            let values = request.headers(named: field.name).map { JSONValue.string($0) }
            object[field.name] = values.count == 1 ? values[0] : .array(values)
        }
        return .object(object)
    }
}

extension ReceivedRequest {
    var path: String {
        String((absoluteTarget?.rest ?? target).prefix(before: "?"))
    }
}

extension MockedRequest {
    /// Reads a request in WireMock's log format.
    ///
    /// Returns `nil` if it has no valid URL.
    init?(logged json: JSONValue) {
        let text = json["absoluteUrl"]?.string ?? json["url"]?.string.map { "http://localhost\($0)" }
        guard let url = text.flatMap({ try? RequestURL(parsing: $0) }) else { return nil }
        var headers = Headers()
        for member in json["headers"]?.object?.members ?? [] {
            for value in (member.value.array ?? [member.value]).compactMap(\.string) {
                headers.add(member.name, value)
            }
        }
        if headers["Cookie"] == nil, let cookies = json["cookies"]?.object?.members, !cookies.isEmpty {
            let pairs = cookies.map { "\($0.name)=\($0.value.string ?? "")" }
            headers.add("Cookie", pairs.joined(separator: "; "))
        }
        let encoded = json["bodyAsBase64"]?.string.flatMap { Data(base64Encoded: $0) }
        self.init(
            method: HTTPMethod(rawValue: json["method"]?.string ?? "GET"), url: url, headers: headers,
            body: .bytes(encoded.map(Array.init) ?? Array((json["body"]?.string ?? "").utf8)),
            clientIP: json["clientIp"]?.string ?? "127.0.0.1")
    }
}
