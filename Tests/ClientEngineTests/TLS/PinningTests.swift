import InspectorSandbox
import Testing

@testable import ClientEngine

@Suite("Pinned servers", .timeLimit(.minutes(1)))
struct PinningTests {
    private static let stranger = String(repeating: "ab", count: 32)

    private func client(
        of server: SandboxServer, _ trust: HostTrust,
        _ change: (inout ClientConfiguration) -> Void = { _ in }
    ) -> Client {
        server.secureClient {
            $0.connections.tls.hosts["127.0.0.1"] = trust
            change(&$0)
        }
    }

    private func failure(of client: Client, _ path: String = "/hello") async -> ClientError? {
        await #expect(throws: ClientError.self) { try await client.send(.get(path)) }
    }

    /// Returns the certificates of a server and of its authority.
    private func certificates(of server: SandboxServer) async throws -> [ConnectionRecord.Certificate] {
        let response = try await client(of: server, .debug).send(.get("/hello"))
        return try #require(response.record.lastExchange?.connection?.tls).certificates
    }

    @Test("one pin that fits is enough, of any kind, on the server's certificate or the authority's")
    func fits() async throws {
        let server = try SandboxServer.start()
        let shown = try await certificates(of: server)
        #expect(shown.count == 2)
        for certificate in shown {
            for kind in Pin.Kind.allCases {
                let pins = [
                    try Pin(.sha256, Self.stranger), try Pin(kind, certificate.fingerprint(kind) ?? ""),
                ]
                let response = try await client(of: server, .pins(pins)).send(.get("/hello"))
                #expect(response.record.lastExchange?.connection?.tls?.isVerified == true)
            }
        }
    }

    @Test(
        "a server without a pin gets no byte of the request, and the error shows what was expected and seen")
    func unpinned() async throws {
        let server = try SandboxServer.start()
        let shown = try await certificates(of: server)
        let before = server.requests.count
        let pin = try Pin(.sha256, Self.stranger)
        let task = client(of: server, .pins([pin])) { $0.retry = RetryPolicy(maximumRetries: 2) }
            .start(.post("/upload", body: .text("secret")))
        let error = await #expect(throws: ClientError.self) { try await task.value }
        #expect(error?.label == "tls/tls")
        for words in [Self.stranger] + shown.compactMap(\.fingerprint) {
            #expect(error?.message.contains(words) == true, "\(error?.message ?? "")")
        }
        #expect(server.requests.count == before)
        #expect(task.record.attempts.count == 1)
        #expect(task.record.lastExchange?.requestHead == [])
    }

    @Test("without any pins, nothing fits")
    func none() async throws {
        let server = try SandboxServer.start()
        #expect(
            await failure(of: client(of: server, .pins([])))?.message.contains("expected nothing") == true)
        #expect(server.requests.isEmpty)
    }

    @Test(
        "a pin does not replace the ordinary checks",
        arguments: [TLSBehaviour.expired, .wrongHost, .selfSigned])
    func checkedFirst(behaviour: TLSBehaviour) async throws {
        let server = try SandboxServer.start(tls: behaviour)
        let shown = try await certificates(of: server)
        let pins = shown.compactMap { Pin(.sha256, of: $0) }
        let error = await failure(of: client(of: server, .pins(pins)))
        #expect(error?.label == "tls/tls")
        #expect(error?.message.contains("pinned") == false, "\(error?.message ?? "")")
        #expect(server.requests.map(\.target) == ["/hello"], "only the one that learnt the pins")
    }

    @Test("pins hold where a redirect leads, for connections that are used again, and for new ones")
    func redirects() async throws {
        let server = try SandboxServer.start(), other = try SandboxServer.start()
        let plain = try SandboxServer.start(raw: { connection in
            while let request = connection.readRequest() {
                let port = request.target.dropFirst()
                connection.write(
                    "HTTP/1.1 302 Found\r\nLocation: https://127.0.0.1:\(port)/hello\r\nContent-Length: 0\r\n\r\n"
                )
            }
        })
        let pin = try #require(Pin(.sha256, of: try await certificates(of: server)[0]))
        let client = client(of: server, .pins([pin]))
        for path in ["/hello", "/hello", "\(plain.url)/\(server.httpsPort)", "/bad/H19", "/hello"] {
            #expect(try await client.send(.get(path)).status == 200)
        }
        #expect(await failure(of: client, "\(plain.url)/\(other.httpsPort)")?.label == "tls/tls")
        #expect(other.requests.isEmpty)
    }

    @Test("a host that is debugged accepts everything, tells what it showed, and who would have been trusted")
    func debug() async throws {
        for behaviour in [TLSBehaviour.proper, .selfSigned, .expired, .wrongHost] {
            let server = try SandboxServer.start(tls: behaviour)
            let response = try await client(of: server, .debug).send(.get("/hello"))
            let tls = try #require(response.record.lastExchange?.connection?.tls)
            #expect(tls.isVerified == (behaviour == .proper))
            let certificate = try #require(tls.certificates.first)
            #expect(certificate.fingerprint(.sha1)?.count == 40)
            #expect(certificate.fingerprint(.sha256) == certificate.fingerprint)
            #expect(certificate.fingerprint(.publicKeySHA256)?.count == 64)
            #expect(certificate.fingerprint(.publicKey)?.hasPrefix("04") == true)
        }
    }

    @Test("only the host it was asked for goes unchecked")
    func disabled() async throws {
        let server = try SandboxServer.start(tls: .selfSigned)
        let client = client(of: server, .disabled)
        let response = try await client.send(.get("/hello"))
        #expect(response.record.lastExchange?.connection?.tls?.isVerified == false)
        let error = await failure(of: client, "https://localhost:\(server.httpsPort)/hello")
        #expect(error?.label == "tls/tls")
    }

    @Test("a rule for a host comes before what holds for all")
    func ruleFirst() async throws {
        let server = try SandboxServer.start()
        let pin = try Pin(.sha256, Self.stranger)
        let client = client(of: server, .pins([pin])) { $0.connections.tls.verification = .none }
        #expect(await failure(of: client)?.label == "tls/tls")
        let response = try await client.send(.get("https://localhost:\(server.httpsPort)/hello"))
        #expect(response.record.lastExchange?.connection?.tls?.isVerified == false)
    }

    @Test(
        "without any rule, a host without a dot is checked like every other",
        arguments: ["localhost", "127.0.0.1"])
    func defaults(host: String) async throws {
        let server = try SandboxServer.start()
        #expect(await failure(of: Client(), "https://\(host):\(server.httpsPort)/hello")?.label == "tls/tls")
        #expect(server.requests.isEmpty)
    }
}
