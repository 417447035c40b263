import ClientEngine
import Foundation
import Testing

/// Contains code that a newcomer would write without documentation.
///
/// Compiling it is part of the test.
@Suite("What one writes first", .timeLimit(.minutes(1)))
struct FirstTryTests {
    private struct Cat: Codable, Sendable, Equatable { var name: String }

    private struct LoginNeeded: Error, Equatable {}

    private let client = Client(baseURL: "http://pets.test/v1/")

    init() throws {
        try client.mocks.add(.get("cats/:id"), .json(["name": "Tom"]))
        try client.mocks.add(.get("teapot"), .json(["message": "no coffee"], status: 418))
    }

    private func url(_ request: Request) throws -> String { try client.preview(request).url }

    @Test("A query takes mixed lists and nested objects, in literals")
    func mixedQueries() throws {
        #expect(try url(.get("a", query: ["a": ["d", 71]])) == "http://pets.test/v1/a?a=d&a=71")
        let nested = try url(.get("a", query: ["a": ["b": 1, "c": "x"], "z": nil]))
        #expect(nested == "http://pets.test/v1/a?a%5Bb%5D=1&a%5Bc%5D=x&z")
        #expect(
            try url(.delete("a", query: ["list": [1, "two", true]])).hasSuffix("?list=1&list=two&list=true"))
    }

    @Test("A query takes variables and keeps the order and the repeats of a literal")
    func variableQueries() throws {
        let (term, page, none) = ("cute cats", 2, Int?.none)
        let query = try url(.get("a", query: ["q": term, "page": page, "q": "x", "none": none]))
        #expect(query == "http://pets.test/v1/a?q=cute%20cats&page=2&q=x&none")
    }

    @Test("A query takes a dictionary, sorted by name, and an object of JSON")
    func dictionaryQueries() throws {
        let texts = ["b": "2", "a": "1"]
        let numbers = ["n": [1, 2]]
        let object: JSONObject = ["z": 1, "a": "x"]
        #expect(try url(.get("a", query: texts)) == "http://pets.test/v1/a?a=1&b=2")
        #expect(try url(.post("a", query: numbers, body: .text("x"))) == "http://pets.test/v1/a?n=1&n=2")
        #expect(try url(Request.get("a", query: object)) == "http://pets.test/v1/a?z=1&a=x")
    }

    @Test("A body of JSON takes variables, and a value is made of one")
    func jsonOfVariables() throws {
        let (name, count, isGift, weight) = ("book", 2, true, 0.5)
        let body = Body.json(["item": name, "count": count, "gift": isGift, "weight": weight, "note": nil])
        #expect(body == .json(["item": "book", "count": 2, "gift": true, "weight": 0.5, "note": nil]))
        let value: JSONValue = [
            "item": JSONValue(name), "counts": [JSONValue(count), 3], "gift": JSONValue(isGift),
        ]
        #expect(value == ["item": "book", "counts": [2, 3], "gift": true])
        #expect(JSONValue(weight) == 0.5 && JSONValue(Double.nan) == nil)
        #expect(Body.json(["plain": 1]).bytes == Array(#"{"plain":1}"#.utf8))
    }

    @Test("Every verb takes header fields")
    func headers() throws {
        let token = "abc"
        let request = Request.get(
            "cats/1", headers: ["Authorization": "Bearer \(token)", "Accept": "text/plain"])
        #expect(request.headers["Authorization"] == "Bearer abc")
        let post = Request.post("cats", query: ["a": 1], headers: ["X-A": "1"], body: .json(["name": "Tom"]))
        #expect(post.headers == ["X-A": "1"] && post.url == "cats?a=1" && post.method == .post)
    }

    @Test("A client, a server and a request take a URL of Foundation")
    func urls() async throws {
        let base = try #require(URL(string: "http://pets.test/v2"))
        let client = Client(baseURL: base)
        let configured = Client(baseURL: base) { $0.retry = .never }
        #expect(try client.preview(.get("a")).url == "http://pets.test/v2/a")
        #expect(try configured.preview(.get(base.appending(path: "b"))).url == "http://pets.test/v2/b")
        let server = try ServerEnvironment("staging", baseURL: base)
        let several = Client { $0.environments = [server] }
        #expect(try several.preview(.get("a")).url == "http://pets.test/v2/a")
    }

    @Test("A proxy is a literal, or is checked when it is made")
    func proxies() throws {
        let host = "proxy.test"
        let proxy = try Proxy("http://\(host):3128")
        let client = Client { $0.connections.proxy = "socks5h://127.0.0.1:1080" }
        client.reconfigure { $0.connections.proxy = proxy }
        #expect(client.configuration.connections.proxy?.description == "http://proxy.test:3128")
        client.reconfigure { $0.connections.proxy = .direct }
        #expect(throws: ClientError.self) { try Proxy("ftp://\(host)") }
    }

    @Test("Timeouts are made of what matters")
    func timeouts() {
        let request = Request.get("a").with { $0.timeouts = Timeouts(connect: .seconds(3)) }
        #expect(request.timeouts.connect == .seconds(3) && request.timeouts.idle == nil)
    }

    @Test("An error of the client is caught by its kind")
    func catching() async throws {
        let client = Client { $0.totalTimeout = .milliseconds(20) }
        try client.mocks.add(.any, .text("late").after(.seconds(30)))
        do {
            _ = try await client.send(.get("http://pets.test/"))
            Issue.record("It was answered.")
        } catch let error as ClientError where error.kind == .timeout {
            #expect(error.localizedDescription.contains("timeout"))
        }
    }

    @Test("An error that an interceptor throws is the underlying error")
    func underlying() async {
        let client = Client(baseURL: "http://pets.test/") {
            $0.interceptors = [.adapting { _ in throw LoginNeeded() }]
        }
        do {
            _ = try await client.send(.get("a"))
            Issue.record("It was sent.")
        } catch let error as ClientError where error.underlying is LoginNeeded {
            #expect(error.kind == .invalidRequest)
        } catch {
            Issue.record(error)
        }
    }

    @Test("An interceptor is a closure that changes requests")
    func adapting() async throws {
        let client = Client(baseURL: "http://pets.test/") {
            $0.interceptors = [.adapting { $0.headers["X-Trace"] = "7" }]
        }
        try client.mocks.add(.get("a"), .computed { .text($0.request.headers["X-Trace"] ?? "none") })
        #expect(try await client.send(.get("a")).text == "7")
    }

    @Test("Errors about answers are compared by what the server sent")
    func comparing() async throws {
        let first = await #expect(throws: ResponseError.self) {
            try await client.send(Request.get("teapot").parsingJSON())
        }
        let second = await #expect(throws: ResponseError.self) {
            try await client.send(Request.get("teapot").decoding(Cat.self))
        }
        let other = await #expect(throws: ResponseError.self) {
            try await client.send(Request.get("cats/1").accepting(.range(201...201)))
        }
        #expect(first == second && first != other)
        #expect(Set([first, second, other]).count == 2)
    }

    @Test("The types that JSON may have are the request's own matter")
    func jsonRules() async throws {
        try client.mocks.add(.get("plain"), .text(#"{"name":"Tom"}"#))
        await #expect(throws: ResponseError.self) {
            try await client.send(Request.get("plain").parsingJSON())
        }
        let lenient = Request.get("plain").decoding(Cat.self).with { $0.rules.contentTypes = ["*/*"] }
        #expect(try await client.send(lenient) == Cat(name: "Tom"))
        var rules = ResponseRules.json
        rules.contentTypes.append("text/plain")
        let tree = Request.get("plain").parsingJSON(rules) { response, json in
            (json.object?["name"]?.string ?? "") + " \(response.body.count)"
        }
        #expect(try await client.send(tree) == "Tom 14")
        #expect(try await client.send(Request.get("plain").decoding(Cat.self, rules: rules)).name == "Tom")
    }

    @Test("An exchange says whether the cache answered")
    func cache() async throws {
        let response = try await client.send(.get("cats/1"))
        let exchange = try #require(response.record.lastExchange)
        if case .hit(let age)? = exchange.cache { Issue.record("\(age) s old") }
        #expect(exchange.cache != .revalidated)
    }

    @Test("A stream of a wrong status throws the whole answer")
    func streams() async throws {
        let error = await #expect(throws: ResponseError.self) {
            try await client.stream(.get("teapot"), accepting: .successful)
        }
        #expect(error?.reason == .status && error?.problem?.message == "no coffee")
        let stream = try await client.stream(.get("cats/1"), accepting: .successful)
        #expect(stream.mediaType?.matches("application/json") == true)
        var text = ""
        for try await line in stream.lines { text += line }
        #expect(text == #"{"name":"Tom"}"#)
        let refused = await #expect(throws: ResponseError.self) {
            try await client.stream(.get("cats/1"), accepting: .range(201...201))
        }
        #expect(refused?.response.text == text)
    }

    /// Stores a stream's events for reading later.
    private struct Feed {
        var events: ResponseStream.ServerSentEvents
    }

    @Test("The events of a server can be stored and read later")
    func serverSentEvents() async throws {
        try client.mocks.add(.get("feed"), .text("data: a\n\nevent: b\ndata: c\n\n"))
        let feed = Feed(events: try await client.stream(.get("feed")).serverSentEvents)
        var data: [String] = []
        for try await event in feed.events { data.append(event.type + " " + event.data) }
        #expect(data == ["message a", "b c"])
    }

    /// Only compiled, because another test configures the process's shared client.
    func sharedClient() {
        Client.configureShared { $0.userAgent = "Reader/1" }
    }
}
