import EngineSupport
import InspectorSandbox
import InspectorTestSupport
import Testing

@testable import ClientEngine

@Suite("Retries that nobody asked for", .timeLimit(.minutes(1)))
struct UnaskedRetryTests {
    @Test(
        "nothing is tried again unless a client or a request says so",
        arguments: [0, 408, 429, 500, 502, 503, 504])
    func unasked(status: Int) async throws {
        let left = Locked([status, 200][...])
        let server = try ScriptedServer { _ in
            .init(status: left.withLock { $0.popFirst() ?? 200 }, headers: ["Retry-After": "0"])
        }
        // No retry policy is set, neither here nor in the request.
        let task = Client(baseURL: server.url).start(.get("/"))
        let result = await task.result
        #expect(result.value?.status.rawValue == (status == 0 ? nil : status))
        #expect((result.error as? ClientError)?.label == (status == 0 ? "truncated/receive" : nil))
        #expect(server.server.requests.count == 1)
        #expect(task.record.attempts.count == 1 && task.record.origin.attemptsAllowed == 1)
        #expect(
            ResolvedOptions(ClientConfiguration().options, retryAfterLimit: .zero).retry.maximumRetries == 0)
    }

    @Test("nor is a connection that dies, or is refused, or JSON that ends too early")
    func unaskedFailures() async throws {
        let sandbox = try SandboxServer.start()
        let client = Client(baseURL: sandbox.url)
        for path in ["/reset", "/truncated", "/garbage"] {
            let task = client.start(.get(path))
            #expect(await task.result.error != nil)
            #expect(task.record.attempts.count == 1)
            #expect(sandbox.requests.filter { $0.target == path }.count == 1)
        }
        let refused = Client().start(.get("http://127.0.0.1:1/"))
        #expect(await refused.result.error != nil && refused.record.attempts.count == 1)
        let half = try ScriptedServer { _ in .init(headers: ["Content-Type": "application/json"], body: "[1,")
        }
        #expect(
            await Client(baseURL: half.url).start(Request.get("/").decoding([Int].self)).result.error != nil)
        #expect(half.server.requests.count == 1)
    }
}
