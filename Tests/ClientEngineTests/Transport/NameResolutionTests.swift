import CInspectorSlowResolver
import InspectorSandbox
import InspectorTestSupport
import Testing

@testable import ClientEngine

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

    @Test(
        "what was cancelled, or has waited too long, is left to libcurl until the name is found, and connects to nobody"
    )
    func left() async throws {
        let server = try SandboxServer.start()
        let url = server.url.replacing("127.0.0.1", with: "a.late.test") + "/hello"
        let client = Client { $0.timeouts.connect = .unlimited }
        let hasty = Client { $0.timeouts.connect = .milliseconds(500) }
        let (cancelled, late) = (client.start(.get(url)), hasty.start(.get(url)))
        #expect(slow_resolver_wait(2, 10_000) == 0)
        cancelled.cancel()
        await #expect(throws: CancellationError.self) { try await cancelled.value }
        await #expect(throws: ClientError.self) { try await late.value }
        #expect(late.record.error?.label == "timeout/dns")
        // Newer versions of libcurl cancel the search safely and need no handle for it.
        for client in [client, hasty] { #expect(try await resolving(client) <= 1) }
        slow_resolver_release()
        for client in [client, hasty] { while try await resolving(client) > 0 {} }
        #expect(server.connectionCount == 0)
        let next = client.start(.get(server.url + "/hello"))
        #expect(try await next.value.status == 200)
    }

    @Test("asked again over TLS, a server has its name looked for anew, and nobody waits for what was left")
    func again() async throws {
        let client = Client { $0.timeouts.connect = .unlimited }
        let first = client.start(.get("https://d.slow.test/"))
        #expect(slow_resolver_wait(1, 10_000) == 0)
        first.cancel()
        await #expect(throws: CancellationError.self) { try await first.value }
        let second = client.start(.get("https://d.slow.test/"))
        #expect(slow_resolver_wait(2, 10_000) == 0)
        slow_resolver_release()
        await #expect(throws: ClientError.self) { try await second.value }
        #expect(second.record.error?.label == "resolve/dns")
    }

    /// Returns the number of handles that still resolve names for abandoned requests.
    private func resolving(_ client: Client) async throws -> Int {
        let count = Promise<Int>()
        client.loop.enqueue { count.fulfil($0.multi.leftSearches.count) }
        return try await count.arrival()
    }

    @Test("a client that is let go of meanwhile ends when the name is found, or not")
    func ended() async throws {
        var client: Client? = Client { $0.timeouts.connect = .unlimited }
        let gone = Promise<Void>()
        client?.loop.enqueue { $0.onEnd = { gone.fulfil(()) } }
        let stuck = client?.start(.get("http://c.slow.test/"))
        #expect(slow_resolver_wait(1, 10_000) == 0)
        stuck?.cancel()
        await #expect(throws: CancellationError.self) { try await stuck?.value }
        client = nil
        #expect(slow_resolver_held() == 1)
        slow_resolver_release()
        try await gone.arrival()
    }

    @Test("a name without an address fails as resolve/dns")
    func unknown() async throws {
        let client = Client { $0.timeouts.connect = .unlimited }
        let task = client.start(.get("http://b.slow.test/"))
        #expect(slow_resolver_wait(1, 10_000) == 0)
        slow_resolver_release()
        await #expect(throws: ClientError.self) { try await task.value }
        #expect(task.record.error?.label == "resolve/dns")
        #expect(task.record.error?.curlCode == 6)
    }
}
