import EngineSupport
import InspectorSandbox
import Testing

@testable import ClientEngine

@Suite("Challenges about servers", .timeLimit(.minutes(1)))
struct ChallengeTests {
    private func client(
        of server: SandboxServer, trusting: Bool = true,
        _ challenge: @escaping TLSConfiguration.Challenge
    ) -> Client {
        Client(baseURL: server.httpsURL) {
            if trusting { $0.connections.tls.certificateAuthorities = server.caFile }
            $0.connections.tls.challenge = challenge
        }
    }

    @Test("a server is shown with its whole chain, and whether it is trusted")
    func shown() async throws {
        let server = try SandboxServer.start()
        for isTrusting in [true, false] {
            let seen = Locked<[ServerTrust]>([])
            let client = client(of: server, trusting: isTrusting) { trust in
                seen.withLock { $0.append(trust) }
                return .accept
            }
            let response = try await client.send(.get("/hello"))
            let trust = try #require(seen.withLock { $0.first })
            #expect(trust.host == "127.0.0.1")
            #expect(trust.port == Int(server.httpsPort))
            #expect(trust.isTrusted == isTrusting)
            if case .refused(let code, let reason) = trust.verification {
                #expect((code, reason) == (19, "self-signed certificate in certificate chain"))
            }
            #expect(trust.certificates.map(\.subject) == ["CN = Sandbox server", "CN = Sandbox CA"])
            let leaf = try #require(trust.certificates.first)
            #expect(leaf.names == ["localhost", "sandbox.localhost", "127.0.0.1", "::1"])
            #expect(leaf.der.starts(with: [0x30, 0x82]))
            #expect(leaf.notAfter.map { $0 > response.record.origin.date } == true)
            #expect(response.record.lastExchange?.connection?.tls?.isVerified == isTrusting)
        }
    }

    @Test("it may accept what is not trusted", arguments: [TLSBehaviour.selfSigned, .expired, .wrongHost])
    func accepts(behaviour: TLSBehaviour) async throws {
        let server = try SandboxServer.start(tls: behaviour)
        let task = client(of: server) { $0.isTrusted ? .reject : .accept }.start(.get("/hello"))
        #expect(try await task.value.status == 200)
        let exchange = try #require(task.record.lastExchange)
        #expect(exchange.connection?.tls?.isVerified == false)
        #expect(
            exchange.phases.map(\.phase) == [.queue, .dns, .connect, .tls, .send, .wait, .receive, .process])
        #expect(task.record.attempts.map(\.exchanges.count) == [1])
        #expect(server.requests.count == 1)
    }

    @Test("it may reject what is trusted; nothing is sent")
    func rejects() async throws {
        let server = try SandboxServer.start()
        let error = await #expect(throws: ClientError.self) {
            try await client(of: server) { _ in .reject }.send(.get("/hello"))
        }
        #expect(error?.label == "tls/tls")
        #expect(
            error?.message.hasSuffix("was not accepted by the application") == true, "\(error?.message ?? "")"
        )
        #expect(server.requests.isEmpty)
    }

    @Test("a chain is asked about once, whoever waits; what was rejected is asked about again")
    func once() async throws {
        let server = try SandboxServer.start()
        let (asked, accepts) = (Locked(0), Locked(false))
        let client = client(of: server) { _ in
            asked.withLock { $0 += 1 }
            return accepts.withLock { $0 } ? .accept : .reject
        }
        await #expect(throws: ClientError.self) { try await client.send(.get("/hello")) }
        #expect(asked.withLock { $0 } == 1)
        accepts.withLock { $0 = true }
        _ = try await client.send(.get("/hello"))
        try await withThrowingTaskGroup(of: StatusCode.self) { group in
            for _ in 0..<20 { group.addTask { try await client.send(.get("/bad/H19")).status } }
            for try await status in group { #expect(status == 200) }
        }
        #expect(asked.withLock { $0 } == 2)
    }

    @Test(
        "while it thinks, other requests go on, and no deadline to connect passes; cancelling ends the wait")
    func slow() async throws {
        let server = try SandboxServer.start(), time = ManualTime()
        let (asked, answer) = (Promise<Void>(), Promise<Void>())
        let client = server.secureClient {
            $0.time = time
            $0.connections.tls.challenge = { _ in
                asked.fulfil(())
                await answer.value
                return .accept
            }
        }
        let (waiting, cancelled) = (client.start(.get("/hello")), client.start(.get("/hello")))
        try await asked.arrival()
        #expect(try await client.send(.get(server.url + "/hello")).status == 200)
        time.advance(by: .seconds(3600))
        for await state in cancelled.states where state == .running(.tls) { break }
        cancelled.cancel()
        await #expect(throws: CancellationError.self) { try await cancelled.value }
        #expect(waiting.state == .running(.tls))
        answer.fulfil(())
        #expect(try await waiting.value.status == 200)
    }

    @Test("it is not asked about a server whose pins do not fit, and cannot overrule them")
    func pins() async throws {
        let server = try SandboxServer.start()
        let asked = Locked(0)
        for isTrusting in [true, false] {
            let client = Client(baseURL: server.httpsURL) {
                if isTrusting { $0.connections.tls.certificateAuthorities = server.caFile }
                $0.connections.tls.hosts["127.0.0.1"] = .pins([])
                $0.connections.tls.challenge = { _ in
                    asked.withLock { $0 += 1 }
                    return .accept
                }
            }
            let error = await #expect(throws: ClientError.self) { try await client.send(.get("/hello")) }
            #expect(error?.label == "tls/tls")
        }
        #expect(asked.withLock { $0 } == 0)
        #expect(server.requests.isEmpty)
    }

    @Test("for a chain that is not trusted, only the server's own certificate can be pinned")
    func untrustedIssuer() async throws {
        let server = try SandboxServer.start()
        let shown = Locked<[ConnectionRecord.Certificate]>([])
        _ = try await client(of: server, trusting: false) { trust in
            shown.withLock { $0 = trust.certificates }
            return .accept
        }.send(.get("/hello"))
        let pins = shown.withLock { $0 }.compactMap { Pin(.publicKeySHA256, of: $0) }
        #expect(pins.count == 2)
        for (pin, isEnough) in zip(pins, [true, false]) {
            let client = Client(baseURL: server.httpsURL) {
                $0.connections.tls.hosts["127.0.0.1"] = .pins([pin])
                $0.connections.tls.challenge = { _ in .accept }
            }
            let status = try? await client.send(.get("/hello")).status
            #expect((status == 200) == isEnough)
        }
    }

    @Test("a configuration with a challenge is equal to its copies alone")
    func equality() {
        var configuration = TLSConfiguration()
        configuration.challenge = { _ in .accept }
        let copy = configuration
        #expect(configuration == copy)
        configuration.challenge = { _ in .accept }
        #expect(configuration != copy)
    }
}
