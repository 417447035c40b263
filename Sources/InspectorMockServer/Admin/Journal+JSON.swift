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
        if let status { entry["response"] = ["status": .number(JSONNumber(status))] }
        if let mock { entry["stubMapping"] = ["id": .string(mock.id), "name": .string(mock.name)] }
        return .object(entry)
    }

    var requestJSON: JSONValue {
        [
            "url": .string(request.absoluteTarget?.rest ?? request.target),
            "absoluteUrl": .string(url?.text ?? request.target), "method": .string(request.method),
            "clientIp": "127.0.0.1", "headers": headers,
            "browserProxyRequest": .bool(request.absoluteTarget != nil),
            "loggedDate": .number(JSONNumber(Int(date.timeIntervalSince1970 * 1000))),
            "loggedDateString": .string(date.formatted(.iso8601)),
            "body": .string(String(decoding: request.body, as: UTF8.self)),
            "bodyAsBase64": .string(Data(request.body).base64EncodedString()),
        ]
    }

    /// One text for a name, a list where it was repeated.
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
