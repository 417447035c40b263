import EngineJSON
import EngineSupport
import Testing

@testable import ClientEngine

@Suite("Mocks of one request", .timeLimit(.minutes(1)))
struct OwnMockTests {
    private let client = Client(baseURL: "http://api.test/")
    private struct Wrong: Error {}

    @Test("they come before the client's mocks, and the last one said is the one")
    func order() async throws {
        try client.mocks.add(.get("a"), .text("of the client"))
        let request = Request.get("a")
        let mocked = request.mocked(.text("own", status: 404, headers: ["X": "y"]))
        let response = try await client.send(mocked)
        #expect(response.text == "own" && response.status == 404 && response.headers["X"] == "y")
        #expect(try await client.send(mocked.mocked(.json([1]))).text == "[1]")
        #expect(try await client.send(request).text == "of the client")
        let typed = mocked.mocked(.text("{}", headers: ["Content-Type": "application/json"])).parsingJSON()
        #expect(try await client.send(typed) == [:])
    }

    @Test("they can give several answers, for the attempts of one task")
    func sequence() async throws {
        let retry = RetryPolicy(
            maximumRetries: 3, backoff: Backoff(from: .milliseconds(1), hasJitter: false))
        let request = Request.get("a").mocked(.fault(.reset), .text("then"), afterLast: .fails)
            .with { $0.retry = retry }
        for _ in 1...2 {
            let response = try await client.send(request)
            #expect(response.text == "then" && response.record.attempts.count == 2)
        }
    }

    @Test("a value in place of parsing: nothing is sent, checked or parsed, and map transforms it")
    func value() async throws {
        let parsed = Locked(0)
        let typed = Request.get("a").parsing(ResponseRules(contentTypes: ["image/png"])) { _ in
            parsed.withLock { $0 += 1 }
            return "parsed"
        }
        let mocked = typed.mocked("mocked")
        let task = client.start(mocked)
        guard case .success(let value, let response) = await task.result else { throw Wrong() }
        #expect(value == "mocked" && response.status == 200 && response.body.isEmpty)
        #expect(response.headers["Content-Type"] == nil)
        #expect(task.record.isMocked && task.record.lastExchange?.connection == nil)
        #expect(task.record.origin.request.headers["Accept"] == "image/png")
        #expect(try await client.send(mocked.map { $0 + " and mapped" }) == "mocked and mapped")
        #expect(try await client.send(mocked.mocked("again")) == "again")
        #expect(try await client.send(typed.map(\.count).mocked(42)) == 42)
        #expect(parsed.withLock { $0 } == 0)
    }

    @Test("a value replaces the answer that the request was mocked with, even a failure")
    func override() async throws {
        try client.mocks.add(.any, .status(503))
        for request in [Request.get("a").mocked(.status(500)), .get("a").mocked(.fault(.dns)), .get("a")] {
            let typed = request.parsing { _ -> Int in throw Wrong() }
            #expect(try await client.send(typed.mocked(1)) == 1)
        }
        #expect(client.mocks.all.map(\.hits) == [0])
    }

    @Test("fields of a value's answer are the given ones; JSON has its type unless another is given")
    func headers() async throws {
        func type<Value>(_ typed: TypedRequest<Value>) async throws -> [String] {
            guard case .success(_, let response) = await client.start(typed).result else { throw Wrong() }
            return response.headers.values(of: "Content-Type")
        }
        let json = Request.get("a").parsingJSON()
        #expect(try await type(json.mocked([1])) == ["application/json"])
        #expect(try await type(json.mocked([1], headers: ["content-type": "text/json"])) == ["text/json"])
        #expect(try await type(json.map { "\($0)" }.mocked("x")) == [])
        #expect(try await type(json.map { [$0] }.mocked([])) == [])
    }

    @Test("interceptors see the answer of a value")
    func interceptors() async throws {
        let mocked = Request.get("a").parsing { _ in 0 }.mocked(7, headers: ["X": "y"])
        let seen = Locked<[String?]>([])
        let client = Client(baseURL: "http://api.test/") {
            $0.interceptors = [Watcher { response in seen.withLock { $0.append(response?.headers["X"]) } }]
        }
        #expect(try await client.send(mocked) == 7)
        #expect(seen.withLock { $0 } == ["y"])
    }

    private struct Watcher: Interceptor {
        var see: @Sendable (Response?) -> Void

        init(_ see: @escaping @Sendable (Response?) -> Void) { self.see = see }

        func process(_ answer: InterceptedAnswer) async -> InterceptedAnswer {
            see(answer.response)
            return answer
        }
    }
}
