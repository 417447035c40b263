import CInspectorSlowResolver
import ClientEngine
import InspectorSandbox
import Testing

@Suite("While a name does not resolve", .serialized, .timeLimit(.minutes(1)))
struct NameResolutionTests {
    @Test("the task says it is in dns, cancelling ends it at once, and other tasks go on")
    func cancel() async throws {
        let server = try SandboxServer.start()
        let client = Client(baseURL: server.url) { $0.timeouts.connect = .unlimited }
        let stuck = client.start(.get("http://a.slow.test/"))
        for await state in stuck.states where state == .running(.dns) { break }
        #expect(slow_resolver_wait(1, 10_000) == 0)

        #expect(try await client.send(.get("/hello")).status == 200)
        stuck.cancel()
        await #expect(throws: CancellationError.self) { try await stuck.value }
        #expect(slow_resolver_held() == 1, "the task ended while the resolver was still stuck")
        #expect(try await client.send(.get("/hello")).status == 200)
        slow_resolver_release()
    }

    @Test("a name without an address fails as resolve/dns")
    func unknown() async throws {
        let client = Client { $0.timeouts.connect = .unlimited }
        let task = client.start(.get("http://b.slow.test/"))
        #expect(slow_resolver_wait(1, 10_000) == 0)
        slow_resolver_release()
        await #expect(throws: ClientError.self) { try await task.value }
        #expect(task.record.error?.label == "resolve/dns")
        #expect(task.record.error?.code == 6)
    }
}
