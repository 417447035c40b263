import InspectorSandbox
import Testing

@testable import ClientEngine

@Suite("Where parameters go", .timeLimit(.minutes(1)))
struct ParameterPlacementTests {
    private let parameters: Parameters = ["foo": "bar", "q": "a b"]
    private let encoded = "foo=bar&q=a%20b"

    @Test("into the query", arguments: [.get, .head, .delete, .options, .trace, "REPORT"] as [HTTPMethod])
    func query(method: HTTPMethod) throws {
        let request = Request(method: method, url: "/p?x=1#f").parameters(parameters)
        let placed = try request.placingParameters()
        #expect(placed.url == "/p?x=1&\(encoded)#f")
        #expect(placed.body == .none)
        #expect(placed.headers.isEmpty)
        #expect(placed.parameters.isEmpty)
    }

    @Test("into a form", arguments: [.post, .put, .patch] as [HTTPMethod])
    func form(method: HTTPMethod) throws {
        let placed = try Request(method: method, url: "/p").parameters(parameters).placingParameters()
        #expect(placed.url == "/p")
        #expect(placed.body == .text(encoded))
        #expect(placed.headers == ["Content-Type": "application/x-www-form-urlencoded"])
    }

    @Test("into the query where there is another body", arguments: [.post, .put, .patch] as [HTTPMethod])
    func upload(method: HTTPMethod) throws {
        let request = Request(method: method, url: "/p", body: .text("data")).parameters(parameters)
        let placed = try request.placingParameters()
        #expect(placed.url == "/p?\(encoded)")
        #expect(placed.body == .text("data"))
        #expect(placed.headers.isEmpty)
    }

    @Test("into the parts of a form that has some, in front of them")
    func multipart() throws {
        let form = Multipart(parts: [.text("x", name: "file")])
        let placed = try Request.post("/p", body: .multipart(form)).parameters(["a": 1, "b": ["c", "d"]])
            .placingParameters()
        #expect(placed.url == "/p")
        var expected = form
        for (name, value) in [("a", "1"), ("b", "c"), ("b", "d")] { expected.addParameter(name, value) }
        #expect(placed.body == .multipart(expected))
    }

    @Test("a form that is given as a body names its type")
    func formAsBody() {
        #expect(Body.form(["a": 1]).contentType == "application/x-www-form-urlencoded")
        #expect(Body.form(["a": "b c"]).bytes == Array("a=b%20c".utf8))
    }

    @Test("nowhere when there are none, but a form that was asked for names its type")
    func empty() throws {
        let plain = try Request.post("/p").placingParameters()
        #expect(plain == .post("/p"))
        let form = try Request.post("/p").with { $0.placement = .form }.placingParameters()
        #expect(form.body == .none)
        #expect(form.headers == ["Content-Type": "application/x-www-form-urlencoded"])
    }

    @Test("where the request says, whatever its method; a Content-Type of its own stays")
    func placement() throws {
        let base = Request.get("/p").parameters(parameters)
        #expect(try base.with { $0.placement = .form }.placingParameters().body == .text(encoded))
        let json = try base.with { $0.placement = .json }.placingParameters()
        #expect(json.body == .text(#"{"foo":"bar","q":"a b"}"#))
        #expect(json.headers["Content-Type"] == "application/json")
        let own = base.header("content-type", "application/vnd.api+json").with { $0.placement = .json }
        #expect(try own.placingParameters().headers == ["content-type": "application/vnd.api+json"])
        let post = Request.post("/p").parameters(parameters).with {
            $0.placement = .query
            $0.parameterEncoding = ParameterEncoding(spaces: .plus)
        }
        #expect(try post.placingParameters().url == "/p?foo=bar&q=a+b")
    }

    @Test("sets of several placements all take effect")
    func sets() throws {
        let rule = ParameterRule("header") { parameters, request in
            for parameter in parameters { request.headers.add(parameter.name, parameter.value.string ?? "") }
        }
        let request = Request.post("/p").parameters(["j": 1], in: .json).parameters(["u": 2], in: .query)
            .parameters(["X-A": "3"], in: .custom(rule)).parameters(["X-B": "4"], in: .custom(rule))
        let placed = try request.placingParameters()
        #expect(placed.body == .text(#"{"j":1}"#))
        #expect(placed.url == "/p?u=2")
        #expect(placed.headers == ["Content-Type": "application/json", "X-A": "3", "X-B": "4"])
    }

    @Test("sets of one placement are folded, the later value wins, and custom ones stay apart")
    func merging() {
        let rule = ParameterRule("rule") { _, _ in }
        let base = [
            ParameterSet(parameters: ["a": 1], placement: .query),
            ParameterSet(parameters: ["c": 1], placement: .custom(rule)),
            ParameterSet(parameters: ["j": 1], placement: .json),
            ParameterSet(parameters: [:], placement: .query),
        ]
        let child = [
            ParameterSet(parameters: ["a": 2, "b": 3], placement: .query),
            ParameterSet(parameters: [:], placement: .json),
            ParameterSet(parameters: ["c": 2], placement: .custom(rule)),
            ParameterSet(parameters: [:], placement: .form),
        ]
        #expect(
            base.merging(child) == [
                ParameterSet(parameters: ["j": 1], placement: .json),
                ParameterSet(parameters: ["a": 2, "b": 3], placement: .query),
                ParameterSet(parameters: [:], placement: .form),
                ParameterSet(parameters: ["c": 1], placement: .custom(rule)),
                ParameterSet(parameters: ["c": 2], placement: .custom(rule)),
            ])
        #expect([].merging([ParameterSet(parameters: [:], placement: .json)]).isEmpty)
    }

    @Test("two that want the body are an error, and so is a rule that throws; each names what is wrong")
    func conflict() async {
        let request = Request.post("/p", body: .text("x")).parameters(parameters).with {
            $0.placement = .json
        }
        let error = #expect(throws: ClientError.self) { try request.placingParameters() }
        #expect(error?.label == "invalidRequest/queue")
        #expect(error?.message.contains("application/json") == true)
        struct Refusal: Error {}
        let rule = ParameterRule("soap") { _, _ in throw Refusal() }
        let refused = await #expect(throws: ClientError.self) {
            try await Client().send(.get("http://127.0.0.1:1/").parameters(["a": 1], in: .custom(rule)))
        }
        #expect(refused?.label == "invalidRequest/queue")
        #expect(refused?.message.contains("“soap”") == true)
    }

    @Test("the server sees them in the query and in the form")
    func sent() async throws {
        let server = try SandboxServer.start()
        let client = Client(baseURL: server.url)
        _ = try await client.send(Request.get("/inspect").parameter("q", "a b").parameter("n", nil))
        _ = try await client.send(Request.post("/inspect").parameter("q", "a b"))
        let sent = server.requests
        #expect(sent.map(\.target) == ["/inspect?q=a%20b&n", "/inspect"])
        #expect(String(decoding: sent[1].body, as: UTF8.self) == "q=a%20b")
        #expect(sent[1].header("Content-Length") == "7")
        #expect(sent[1].header("Content-Type") == "application/x-www-form-urlencoded")
    }
}
