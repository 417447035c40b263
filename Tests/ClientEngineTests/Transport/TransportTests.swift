import ClientEngine
import EngineSupport
import InspectorSandbox
import Testing

@Suite("Transport against the sandbox", .timeLimit(.minutes(1)))
struct TransportTests {
    let server: SandboxServer
    let client: Client

    init() throws {
        server = try SandboxServer.start()
        client = Client(baseURL: server.url)
    }

    @Test("a GET brings status, headers and body")
    func get() async throws {
        let response = try await client.send(.get("/hello"))
        #expect(response.status == 200)
        #expect(response.headers["content-type"]?.hasPrefix("text/plain") == true)
        #expect(!response.body.isEmpty)
        #expect(response.record.state == .succeeded)
    }

    @Test("every phase of a new connection is stamped, in order")
    func phases() async throws {
        let response = try await client.send(.get("/hello"))
        let exchange = try #require(response.record.lastExchange)
        #expect(exchange.phases.map(\.phase) == [.queue, .dns, .connect, .send, .wait, .receive, .process])
        #expect(zip(exchange.phases, exchange.phases.dropFirst()).allSatisfy { $0.at <= $1.at })
        #expect(exchange.connection?.isReused == false)
        #expect(exchange.connection?.remotePort == Int(server.port))
        #expect(String(decoding: exchange.requestHead, as: UTF8.self).hasPrefix("GET /hello HTTP/1.1\r\n"))
    }

    @Test("a second request uses the connection again, without dns and connect")
    func reuse() async throws {
        let first = try await client.send(.get("/hello"))
        let second = try await client.send(.get("/json"))
        let exchange = try #require(second.record.lastExchange)
        #expect(exchange.phases.map(\.phase) == [.queue, .send, .wait, .receive, .process])
        #expect(exchange.connection?.isReused == true)
        #expect(exchange.connection?.id == first.record.lastExchange?.connection?.id)
    }

    @Test("a request does not wait for the answer to another one")
    func independence() async throws {
        let stuck = client.start(.get("/hang"))
        for await state in stuck.states where state == .running(.wait) { break }
        let response = try await client.send(.get("/hello"))
        #expect(response.record.lastExchange?.connection?.isReused == false)
        stuck.cancel()
    }

    @Test("another peer or address is used where asked, under the name of the URL")
    func otherPeer() async throws {
        let port = server.port
        let connecting = Client {
            $0.connections.connectTo = [
                ConnectionPeer("api.test", port: 80, peerHost: "127.0.0.1", peerPort: Int(port))
            ]
        }
        let resolving = Client {
            $0.connections.resolve = [HostAddresses("www.test", port: Int(port), addresses: ["127.0.0.1"])]
        }
        #expect(try await connecting.send(.get("http://api.test/hello")).status == 200)
        #expect(try await resolving.send(.get("http://www.test:\(port)/hello")).status == 200)
        #expect(server.requests.map { $0.header("Host") } == ["api.test", "www.test:\(port)"])
    }

    @Test("a body arrives as it was sent", arguments: [0, 1, 70_000, 3_000_000])
    func upload(size: Int) async throws {
        let body = (0..<size).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        let response = try await client.send(.post("/upload", body: .bytes(body)))
        #expect(response.status == 200)
        #expect(response.body.count == size)
        let isSame = response.body == body  // outside the macro, which would print a diff of megabytes
        #expect(isSame)
        #expect(response.record.lastExchange?.bodySent == size)
    }

    @Test("the progress of a large upload is told in steps, the last of which is all of it")
    func uploadSteps() async throws {
        let size = 40 << 20
        let told = Locked<[Int]>([])
        let observation = client.observe { event in
            if case .sent(let total, _) = event.kind { told.withLock { $0.append(total) } }
        }
        let body = [UInt8](repeating: 0x78, count: size)
        let response = try await client.send(.post("/upload", body: .bytes(body)))
        observation.cancel()
        #expect(response.body.count == size)
        let totals = told.withLock { $0 }
        #expect(totals.last == size)
        #expect((2...257).contains(totals.count), "\(totals.count) steps")
        #expect(zip(totals, totals.dropFirst()).allSatisfy { $0 < $1 })
    }

    @Test(
        "every coding is asked for and decoded, the wire bytes kept",
        arguments: ["/gzip", "/deflate", "/br", "/zstd"])
    func decoding(path: String) async throws {
        let response = try await client.send(.get(path))
        let exchange = try #require(response.record.lastExchange)
        #expect(response.text.hasSuffix("line 40 of 40, sent in \(path.dropFirst())\n"))
        #expect(server.requests.last?.header("Accept-Encoding") == "gzip, deflate, br, zstd")
        #expect(exchange.wireBody != response.body)
        #expect(exchange.decodedBody == response.body)
    }

    @Test("redirects are exchanges of one attempt")
    func redirects() async throws {
        let response = try await client.send(.get("/redirect/3"))
        #expect(response.status == 200)
        #expect(response.record.attempts.count == 1)
        #expect(response.record.attempts[0].exchanges.count == 4)
        #expect(response.record.attempts[0].exchanges.map { $0.head?.status } == [302, 302, 302, 200])
    }

    @Test("100 requests at once all succeed, each exactly once")
    func many() async throws {
        // Sends a single request first. If 100 server threads first use a generic type at the same time, the Swift
        // runtime can hang under ThreadSanitizer.
        _ = try await client.send(.get("/bytes/1"))
        let statuses = try await withThrowingTaskGroup(of: StatusCode.self) { group in
            for number in 0..<100 { group.addTask { try await client.send(.get("/bytes/\(number)")).status } }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(statuses == Array(repeating: 200, count: 100))
        #expect(server.requests.count == 101)
    }
}

@Suite("Failures against the sandbox", .timeLimit(.minutes(1)))
struct TransportFailureTests {
    let server: SandboxServer

    init() throws {
        server = try SandboxServer.start()
    }

    /// Returns the error of a request, with short timeouts if a timeout is expected.
    func failure(of request: Request, expecting label: String = "") async -> ClientError? {
        let client = Client(baseURL: server.url) {
            guard label.hasPrefix("timeout") else { return }
            $0.timeouts = Timeouts(
                firstByte: .milliseconds(300), head: .milliseconds(300), idle: .milliseconds(300))
        }
        do {
            _ = try await client.send(request)
            return nil
        } catch {
            return error as? ClientError
        }
    }

    static let verdicts: [(path: String, label: String)] = [
        ("/truncated", "truncated/receive"), ("/reset", "connectionLost/wait"), ("/hang", "timeout/wait"),
        ("/garbage", "protocol/wait"),
        ("/bad/C02", "connectionLost/wait"), ("/bad/C03", "connectionLost/wait"),
        ("/bad/C04", "connectionLost/wait"), ("/bad/C08", "timeout/wait"), ("/bad/C13", "protocol/wait"),
        ("/bad/H01", "connectionLost/receive"), ("/bad/H02", "connectionLost/receive"),
        ("/bad/H05", "limit/receive"),
        ("/bad/H06", "limit/receive"), ("/bad/H10", "protocol/receive"), ("/bad/H12", "protocol/receive"),
        ("/bad/H18", "protocol/wait"), ("/bad/H21", "protocol/wait"), ("/bad/H27", "protocol/receive"),
        ("/bad/B01", "truncated/receive"), ("/bad/B02", "truncated/receive"),
        ("/bad/B03", "truncated/receive"),
        ("/bad/B05", "truncated/receive"), ("/bad/B06", "protocol/receive"), ("/bad/B12", "protocol/receive"),
        ("/bad/B13", "protocol/receive"), ("/bad/B14", "protocol/receive"),
        ("/bad/B18", "limit/receive"), ("/bad/E01", "limit/receive"), ("/bad/E02", "truncated/receive"),
        ("/bad/E03", "decode/process"), ("/bad/E05", "decode/process"),
        ("/bad/E08", "decode/process"), ("/bad/E08?variant=zstd", "decode/process"),
        ("/bad/E08?variant=half-br", "truncated/receive"),
        ("/bad/E08?variant=half-zstd", "truncated/receive"),
    ]

    @Test("each misbehaviour gets its kind and phase", arguments: verdicts)
    func verdict(path: String, label: String) async {
        let error = await failure(of: .get(path), expecting: label)
        #expect(error?.label == label, "\(path): \(error.map(\.description) ?? "no error")")
    }

    @Test(
        "what is odd but whole succeeds",
        arguments: ["H14", "H16", "H19", "H20", "H25", "B04", "B08", "B15", "E09", "E10"])
    func tolerated(id: String) async {
        let error = await failure(of: .get("/bad/\(id)"))
        #expect(error == nil, "\(id): \(error.map(\.description) ?? "")")
    }
}
