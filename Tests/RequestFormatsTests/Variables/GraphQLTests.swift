import ClientEngine
import RequestFormats
import Testing

@Suite("GraphQL requests")
struct GraphQLTests {
    static let bodies: [(written: String, sent: String)] = [
        ("{ a }", #"{"query":"{ a }"}"#),
        ("query Q { a }", #"{"query":"query Q { a }","operationName":"Q"}"#),
        (
            "query Q { a }\n\n{ \"x\": 1 }\n",
            #"{"query":"query Q { a }","variables":{"x":1},"operationName":"Q"}"#
        ),
        (
            "mutation M($x: I = { a: 1 }) @d(a: \"{\") { a }",
            #"{"query":"mutation M($x: I = { a: 1 }) @d(a: \"{\") { a }","operationName":"M"}"#
        ),
        ("query A { a }\n\nquery B { b }", #"{"query":"query A { a }\n\nquery B { b }"}"#),
        ("fragment F on T { a }\n\n{ ...F }", #"{"query":"fragment F on T { a }\n\n{ ...F }"}"#),
        (
            "query Q { a }\n\nfragment F on T { a }",
            #"{"query":"query Q { a }\n\nfragment F on T { a }","operationName":"Q"}"#
        ),
        (
            "# query N { a }\nquery Q {\n  a(b: \"\"\" { \"\"\")\n}",
            ##"{"query":"# query N { a }\nquery Q {\n  a(b: \"\"\" { \"\"\")\n}","operationName":"Q"}"##
        ),
        (
            "query Q { a }\n\n{\n\n  \"x\": \"{{v}}\",\n\n  \"y\": {}\n}",
            #"{"query":"query Q { a }","variables":{"x":"1","y":{}},"operationName":"Q"}"#
        ),
        ("{ a }\n\n{}", #"{"query":"{ a }","variables":{}}"#),
        (
            "< q.graphql\n\n{\"x\": 1.50}",
            #"{"query":"query F { f }","variables":{"x":1.50},"operationName":"F"}"#
        ),
        ("{ a }\n\n< v.json", #"{"query":"{ a }","variables":{"n":1}}"#),
    ]

    private let files = MemoryFiles(["q.graphql": "query F { f }\n", "v.json": "{\"n\": 1}"])

    @Test("The body becomes JSON of the query, its variables and its name", arguments: bodies.indices)
    func body(index: Int) throws {
        let (written, sent) = Self.bodies[index]
        for head in ["GRAPHQL http://a/g", "POST http://a/g\nx-request-TYPE: graphQL"] {
            let request = try request("@v = 1\n\(head)\nX: 1\n\n\(written)", files: files)
            #expect(request.method == .post)
            #expect(request.headers.map(\.name) == ["X", "Content-Type"])
            #expect(request.headers["Content-Type"] == "application/json")
            #expect(request.bodyText == sent)
        }
    }

    @Test("A content type that is written stays")
    func contentType() throws {
        let request = try request("GRAPHQL http://a\nContent-Type: application/graphql+json\n\n{ a }")
        #expect(request.headers.map(\.value) == ["application/graphql+json"])
    }

    @Test("Without a query, or with variables that are not JSON, nothing is sent")
    func errors() throws {
        #expect(try failure("GRAPHQL http://a\n").kind == .invalid)
        let error = try failure("GRAPHQL http://a\n\n{ a }\n\n{ \"x\": \n  nope }")
        #expect(error.kind == .invalid)
        #expect(error.line == 6)
    }

    @Test(
        "Requests that are not sent over HTTP are refused by their name",
        arguments: [
            "WEBSOCKET", "WS", "WSS", "GRPC", "SSE", "EVENTSOURCE", "MQTT", "AMQP", "RSOCKET", "grpc",
        ])
    func otherProtocols(method: String) throws {
        let error = try failure("\(method) http://a/b\n\nbody")
        #expect(error.message.contains(method.uppercased()))
        #expect(try failure("@m = \(method)\n{{m}} http://a").kind == .unsupported)
        #expect(try failure("@l = \(method) http://a\n{{l}}").kind == .unsupported)
    }
}
