import EngineSupport
import InspectorSandbox
import InspectorTestSupport
import Testing

@testable import ClientEngine

@Suite("Tokens that are renewed", .timeLimit(.minutes(1)))
struct RenewableTokenTests {
    private typealias Renew =
        @Sendable (AuthenticationChallenge, Int) async throws -> RenewableToken<Int>.Renewal

    /// Starts a server that accepts tokens from number `least` on.
    private static func door(_ least: Int) throws -> ScriptedServer {
        try ScriptedServer { request in
            let number = request.header("Authorization")?.split(separator: " ").last.flatMap { Int($0) }
            return .init(status: (number ?? -1) >= least ? 200 : 401)
        }
    }

    private func token(_ renew: @escaping Renew) -> RenewableToken<Int> {
        RenewableToken(1, headers: { ["Authorization": "Token \($0)"] }, renew: renew)
    }

    private func client(_ server: ScriptedServer, _ token: RenewableToken<Int>) -> Client {
        Client(baseURL: server.url) { $0.authentication = .authenticator(token) }
    }

    @Test("a refused token is renewed, and the request sent again with the new one")
    func success() async throws {
        let server = try Self.door(2)
        let token = token { _, old in .renewed(old + 1) }
        #expect(try await client(server, token).send(.get("/")).status == 200)
        #expect(server.proofs == ["Token 1", "Token 2"])
        #expect(token.token == 2)
    }

    @Test("a new token that is refused too leaves the 401")
    func refusedAgain() async throws {
        let server = try Self.door(9)
        let token = token { _, old in .renewed(old + 1) }
        #expect(try await client(server, token).send(.get("/")).status == 401)
        #expect(server.proofs == ["Token 1", "Token 2"])
    }

    private struct Offline: Error {}

    @Test("a renewal that fails leaves the 401 and the token", arguments: [true, false])
    func failure(throwing: Bool) async throws {
        let server = try Self.door(2)
        let token = token { _, _ in
            if throwing { throw Offline() }
            return .refused
        }
        #expect(try await client(server, token).send(.get("/")).status == 401)
        #expect(server.proofs == ["Token 1"])
        #expect(token.token == 1)
    }

    @Test("a new token is kept also where nobody is to send again")
    func keptToken() async throws {
        let server = try Self.door(2)
        let token = token { _, old in .renewed(old + 1, sendsAgain: false) }
        let client = client(server, token)
        #expect(try await client.send(.get("/")).status == 401)
        #expect(try await client.send(.get("/")).status == 200)
    }

    @Test("requests that are refused together share one renewal, and its outcome", arguments: [true, false])
    func shared(succeeds: Bool) async throws {
        let server = try Self.door(2)
        let renewals = Locked(0)
        let gate = Promise<Void>()
        let token = token { _, old in
            renewals.withLock { $0 += 1 }
            await gate.value
            return succeeds ? .renewed(old + 1) : .refused
        }
        let client = client(server, token)
        let tasks = (0..<5).map { client.start(.get("/\($0)")) }
        // No request continues before all were refused.
        try await wait(for: "401 for each") { tasks.allSatisfy { $0.record.status == 401 } }
        try await wait(for: "a renewal") { renewals.withLock { $0 > 0 } }
        gate.fulfil(())
        for task in tasks { #expect(try await task.value.status == (succeeds ? 200 : 401)) }
        // If the old token is refused after a failed renewal, another renewal correctly begins.
        if succeeds { #expect(renewals.withLock { $0 } == 1) }
    }

    @Test("a token that was replaced in the meantime is not renewed again")
    func replaced() async throws {
        let renewals = Locked(0)
        let token = token { _, old in
            renewals.withLock { $0 += 1 }
            return .renewed(old + 1)
        }
        let old = try await token.headers(for: .get("/"))
        let head = ResponseHead(status: 401, reason: "", headers: [:])
        let record = TaskRecord(
            id: 1, origin: TaskOrigin(request: .get("/"), date: .now), created: .init(nanoseconds: 0))
        let response = Response(head: head, body: [], url: "", record: record)
        let challenge = AuthenticationChallenge(response: response, request: .get("/"), token: old.token)
        #expect(await token.answer(challenge) == .sendAgain)
        #expect(await token.answer(challenge) == .sendAgain)
        #expect(renewals.withLock { $0 } == 1)
    }

    @Test("403 is none of its business")
    func forbidden() async throws {
        let server = try ScriptedServer(403)
        let token = token { _, old in .renewed(old + 1) }
        #expect(try await client(server, token).send(.get("/")).status == 403)
        #expect(token.token == 1)
    }

    @Test("the request that fetches a token carries none, also when it is retried")
    func innerRequest() async throws {
        let isBusy = Locked(true)
        let server = try ScriptedServer { request in
            if request.target == "/token" {
                let wasBusy = isBusy.withLock { busy in
                    defer { busy = false }
                    return busy
                }
                return .init(status: wasBusy ? 503 : 200, body: "2")
            }
            return .init(status: request.header("Authorization") == "Token 2" ? 200 : 401)
        }
        let box = Locked<Client?>(nil)
        let token = token { _, _ in
            guard let client = box.withLock({ $0 }) else { return .refused }
            let text = try await client.send(.get("/token")).text
            return Int(text).map { .renewed($0) } ?? .refused
        }
        let client = Client(baseURL: server.url) {
            $0.authentication = .authenticator(token)
            $0.retry = RetryPolicy(
                maximumRetries: 1, backoff: Backoff(from: .milliseconds(1), hasJitter: false))
        }
        box.withLock { $0 = client }
        #expect(try await client.send(.get("/a")).status == 200)
        #expect(server.server.requests.map(\.target) == ["/a", "/token", "/token", "/a"])
        #expect(server.proofs == ["Token 1", nil, nil, "Token 2"])
        box.withLock { $0 = nil }
    }

    @Test("credentials are hidden inside, one by one, nested or not, and from the client's requests only")
    func hiding() async throws {
        let server = try ScriptedServer(200)
        let (one, other) = (Credentials.bearer("one"), Credentials.bearer("other"))
        let client = Client(baseURL: server.url) { $0.authentication = one }
        try await one.suppress { _ = try await client.send(.get("/")) }
        try await other.suppress { _ = try await client.send(.get("/")) }
        try await other.suppress { try await one.suppress { _ = try await client.send(.get("/")) } }
        try await one.suppress {
            try await other.suppress { _ = try await client.send(.get("/")) }
            _ = try await client.send(.get("/").with { $0.authentication = one })
        }
        #expect(server.proofs == [nil, "Bearer one", nil, nil, "Bearer one"])
    }
}
