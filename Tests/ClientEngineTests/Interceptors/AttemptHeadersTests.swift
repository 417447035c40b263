import EngineSupport
import InspectorSandbox
import InspectorTestSupport
import Testing

@testable import ClientEngine

@Suite("Fields of each attempt", .timeLimit(.minutes(1)))
struct AttemptHeadersTests {
    /// Adds fields that number the attempt, or throws.
    private struct Numbering: Interceptor {
        struct Refusal: Error {}

        var name = "X-Attempt"
        var refuses: Int?

        func headers(for request: Request, attempt: Int, of task: TaskID) async throws -> Headers {
            if attempt == refuses { throw Refusal() }
            return [name: "\(task).\(attempt) \(request.url)", "Content-Length": "7"]
        }
    }

    private let quick = RetryPolicy(maximumRetries: 1, backoff: Backoff(from: .zero, hasJitter: false))

    private func client(_ url: String, _ interceptors: any Interceptor...) -> Client {
        Client(baseURL: url) {
            $0.interceptors = interceptors
            $0.retry = quick
        }
    }

    private func sent(_ exchange: ExchangeRecord, _ name: String = "X-Attempt") -> String? {
        SentHead(exchange.requestHead)?.headers[name]
    }

    @Test(
        "each has its own, in place of the request's; redirects within it have the same, and its record shows them"
    )
    func attempts() async throws {
        let left = Locked([503, 200][...])
        let server = try ScriptedServer { request in
            guard request.target == "/b" else { return .init(status: 302, headers: ["Location": "/b"]) }
            return .init(status: left.withLock { $0.popFirst() ?? 500 })
        }
        let request = Request.get("/a").header("x-attempt", "none").header("X-Other", "kept")
        let response = try await client(server.url, Numbering()).send(request)
        #expect(response.status == 200)
        let expected = ["1.1 /a", "1.1 /a", "1.2 /a", "1.2 /a"]
        let received = server.server.requests
        #expect(received.map { $0.header("X-Attempt") } == expected)
        #expect(
            received.map { $0.headers.filter { $0.name.lowercased() == "x-attempt" }.count } == [1, 1, 1, 1])
        #expect(received.allSatisfy { $0.header("X-Other") == "kept" && $0.header("Content-Length") == nil })
        #expect(
            response.record.attempts.map { $0.exchanges.map { sent($0) } } == [
                expected.prefix(2).map { $0 }, expected.suffix(2).map { $0 },
            ])
    }

    @Test(
        "several bring theirs, of which the last of a name counts; mocks are matched with them, and show them"
    )
    func several() async throws {
        let client = client("http://a.test", Numbering(), Numbering(name: "X-More"))
        try client.mocks.add(.get("/a"), .text("ok"))
        let response = try await client.send(.get("/a"))
        let exchange = try #require(response.record.lastExchange)
        #expect(sent(exchange) == "1.1 /a" && sent(exchange, "X-More") == "1.1 /a")
    }

    @Test("credentials among them stay on their origin")
    func origins() async throws {
        let other = try SandboxServer.start()
        let server = try ScriptedServer { _ in .init(status: 302, headers: ["Location": other.url + "/hello"])
        }
        let client = client(server.url, Numbering(name: "Authorization"), Numbering())
        _ = try await client.send(.get("/a"))
        #expect(server.server.requests.map { $0.header("Authorization") } == ["1.1 /a"])
        #expect(other.requests.map { $0.header("Authorization") } == [nil])
        #expect(other.requests.map { $0.header("X-Attempt") } == ["1.1 /a"])
    }

    @Test("what throws fails its attempt before anything of that is sent")
    func refusal() async throws {
        let server = try ScriptedServer(503)
        let task = client(server.url, Numbering(refuses: 2)).start(.get("/a"))
        let error = await task.result.error as? ClientError
        #expect(error?.label == "invalidRequest/queue")
        #expect(server.server.requests.count == 1)
        #expect(task.record.attempts.map(\.status) == [503, nil])
        let wrong = client(server.url, Numbering(name: "no name")).start(.get("/a"))
        #expect((await wrong.result.error as? ClientError)?.label == "invalidRequest/queue")
        #expect(server.server.requests.count == 1)
    }
}
