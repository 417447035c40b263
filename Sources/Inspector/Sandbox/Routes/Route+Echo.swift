import EngineHTTP
import EngineJSON
import FoundationEssentials
import InspectorHTTPServer

extension Route {
    static var echo: [Route] {
        [
            Route(
                "/echo", query: "code=200&content=…&encoding=utf-8&header=Name:Value&delay=0",
                "answers exactly that; header repeats"
            ) { call throws(RouteError) in try described(by: call) },
            Route("/upload", "sends the request's body back") { call in
                .bytes(
                    call.request.body,
                    type: call.request.header("Content-Type") ?? "application/octet-stream")
            },
            Route("/inspect", "sends the request back as JSON") { call in .json(report(on: call)) },
        ]
    }

    private static func described(by call: Call) throws(RouteError) -> Reply {
        let charset = try Charset.named(call.text("encoding", default: "utf-8"))
        let bytes = try charset.bytes(of: call.text("content", default: ""))
        var reply = Reply(body: .bytes(bytes))
        reply.status = try call.int("code", default: 200, in: 200...999)
        reply.delay = try call.seconds("delay")
        for line in call.texts("header") { reply.headers.append(try field(line)) }
        if !reply.headers.contains(where: { $0.name.lowercased() == "content-type" }) {
            reply.headers.append(Field("Content-Type", "text/plain; charset=\(charset.name)"))
        }
        return reply
    }

    private static func field(_ line: String) throws(RouteError) -> Field {
        guard let colon = line.firstIndex(of: ":") else {
            throw RouteError(why: "header must be Name:Value, not \(line)")
        }
        let name = try Call.checkedForHeader(String(line[..<colon]))
        return Field(
            name, try Call.checkedForHeader(String(line[line.index(after: colon)...].trimmingOptionalSpace)))
    }

    private static func report(on call: Call) -> JSONValue {
        let request = call.request
        func pairs(_ fields: [Field]) -> JSONValue {
            .array(fields.map { .array([.string($0.name), .string($0.value)]) })
        }
        // Bytes that are no text are shown as base64, so that nothing is lost.
        let text = String(validating: request.body, as: UTF8.self)
        return [
            "method": .string(request.method),
            "url": .string(url(of: request)),
            "version": .string(request.version),
            "connection": JSONValue(request.connection),
            "query": pairs(call.parameters),
            "headers": pairs(request.headers),
            "bodyBytes": JSONValue(request.body.count),
            "bodyEncoding": .string(text == nil ? "base64" : "utf-8"),
            "body": .string(text ?? Data(request.body).base64EncodedString()),
        ]
    }

    private static func url(of request: ReceivedRequest) -> String {
        guard request.target.hasPrefix("/") else { return request.target }
        return "http://" + (request.header("Host") ?? "127.0.0.1") + request.target
    }
}
