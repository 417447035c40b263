import InspectorSandbox
import InspectorTestSupport
import Testing

@testable import ClientEngine

@Suite("Handles of libcurl that are kept", .timeLimit(.minutes(1)))
struct EasyHandleTests {
    /// Returns the handles that wait for another exchange.
    private func kept(by client: Client) async throws -> [ObjectIdentifier] {
        let handles = Promise<[ObjectIdentifier]>()
        client.loop.enqueue { handles.fulfil($0.multi.idleHandles.map { ObjectIdentifier($0) }) }
        return try await handles.arrival()
    }

    /// The path of a response that ends with its connection.
    private let brief = "/bad/H19"

    @Test("one that has made a connection makes the next one, too", arguments: [false, true])
    func connecting(isSecure: Bool) async throws {
        let server = try SandboxServer.start()
        let client = isSecure ? server.secureClient() : Client(baseURL: server.url)
        var seen: Set<[ObjectIdentifier]> = []
        for number in 1...5 {
            let connection = try await client.send(.get(brief)).record.lastExchange?.connection
            #expect(connection?.isReused == false)
            #expect((connection?.tls?.certificates.count ?? 0) == (isSecure ? 2 : 0))
            #expect(server.connectionCount == number)
            seen.insert(try await kept(by: client))
        }
        #expect(seen.count == 1)
        #expect(seen.first?.count == 1)
    }

    @Test("one that has sent a body sends the next one, however long it is")
    func bodies() async throws {
        let server = try SandboxServer.start()
        let client = Client(baseURL: server.url)
        var seen: Set<[ObjectIdentifier]> = []
        for length in [1000, 3, 0, 70_000] {
            let bytes = [UInt8](repeating: 0x78, count: length)
            #expect(try await client.send(.post("/upload", body: .bytes(bytes))).body == bytes)
            #expect(server.requests.last?.headers(named: "Content-Length") == ["\(length)"])
            seen.insert(try await kept(by: client))
            let stream = BodyStream(length: nil) { AsyncBytes(["one ", "two"]) }
            #expect(try await client.send(.post("/upload", body: .stream(stream))).text == "one two")
            #expect(server.requests.last?.headers(named: "Content-Length") == [])
            seen.insert(try await kept(by: client))
        }
        #expect(seen.count == 1)
        #expect(seen.first?.count == 1)
    }

    @Test("one that has served asks for each target as it is written")
    func targets() async throws {
        let server = try SandboxServer.start()
        let client = Client(baseURL: server.url)
        var seen: Set<[ObjectIdentifier]> = []
        let targets = [
            "/hello", "/a?b=c", "/a", "/%2F?d=%c3%A9", "/e", "/?", "/f/../g?h&i=/?", "/", "/hello?",
            "/hello",
        ]
        for target in targets {
            let record = try await client.send(.get(target)).record
            #expect(server.requests.last?.target == target)
            #expect(record.lastExchange?.start.url.text == server.url + target)
            seen.insert(try await kept(by: client))
        }
        #expect(seen.count == 1)
        #expect(server.connectionCount == 1)
    }

    @Test("one that could not connect to an address before it could to the next is let go")
    func otherAddress() async throws {
        let server = try SandboxServer.start()
        let client = Client {
            let addresses = ["127.0.0.9", "127.0.0.1"]
            $0.connections.resolve = [HostAddresses("a.test", port: Int(server.port), addresses: addresses)]
        }
        let response = try await client.send(.get("http://a.test:\(server.port)/hello"))
        #expect(response.record.lastExchange?.connection?.remoteAddress == "127.0.0.1")
        #expect(try await kept(by: client).isEmpty, "it remembers that a connection was refused")
        _ = try await client.send(.get("http://a.test:\(server.port)/hello"))
        #expect(try await kept(by: client).count == 1)
    }

    @Test("one that failed is let go")
    func failing() async throws {
        let server = try SandboxServer.start()
        let client = Client(baseURL: server.url) { $0.retry = .never }
        await #expect(throws: ClientError.self) { try await client.send(.get("/reset")) }
        #expect(try await kept(by: client).isEmpty)
    }

    @Test("what TLS sends of its own accord on a new connection is no first byte of an answer")
    func tickets() async throws {
        let server = try SandboxServer.start()
        let time = ManualTime()
        let client = server.secureClient {
            $0.time = time
            $0.timeouts.idle = .seconds(60)
        }
        _ = try await client.send(.get(brief))
        let task = client.start(.get("/hang"))
        for await state in task.states where state == .running(.wait) { break }
        // The server sends its session tickets before it reads the request.
        try await wait(for: "the request") { server.requests.contains { $0.target == "/hang" } }
        // A turn handles all socket events before the next turn begins.
        for _ in 1...2 { try await client.nextTurn() }
        time.advance(by: .seconds(30))
        await #expect(throws: ClientError.self) { try await task.value }
        #expect(task.record.error?.label == "timeout/wait")
        #expect(server.connectionCount == 2)
    }
}
