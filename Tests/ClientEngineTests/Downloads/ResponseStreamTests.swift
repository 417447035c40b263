import InspectorSandbox
import Testing

@testable import ClientEngine

@Suite("Answers that are read while they arrive", .timeLimit(.minutes(1)))
struct ResponseStreamTests {
    private let server: SandboxServer
    private let client: Client

    init() throws {
        server = try SandboxServer.start()
        client = Client(baseURL: server.url) {
            $0.retry = .transientFailures(.exponential(from: .milliseconds(1), attempts: 3))
        }
    }

    private func collect(_ stream: ResponseStream) async throws -> [UInt8] {
        try await stream.reduce(into: []) { $0 += $1 }
    }

    @Test("have their head before their body, which nobody else keeps")
    func order() async throws {
        let stream = try await client.stream(.get("/redirect/1?to=/bytes/100000"))
        #expect(stream.status == 200 && stream.headers["Content-Length"] == "100000")
        #expect(stream.url == server.url + "/bytes/100000")
        let plain = try await client.send(.get("/bytes/100000"))
        #expect(try await collect(stream) == plain.body)
        #expect(stream.record.lastExchange?.chunks.isEmpty == true)
        #expect(stream.record.lastExchange?.bodyReceived == 100_000)
    }

    @Test("come in larger pieces than those of an answer that is kept, which shares the handle")
    func pieces() async throws {
        var largest = 0
        for try await piece in try await client.stream(.get("/bytes/8000000")) {
            largest = max(largest, piece.count)
        }
        #expect(largest > 16 << 10 && largest <= 64 << 10)
        let kept = try await client.send(.get("/bytes/8000000"))
        #expect(kept.record.lastExchange?.chunks.allSatisfy { $0.count <= 16 << 10 } == true)
    }

    @Test("come decoded, may be empty, and may be mocked")
    func kinds() async throws {
        let plain = try await client.send(.get("/gzip"))
        #expect(try await collect(try await client.stream(.get("/gzip"))) == plain.body)
        #expect(try await collect(try await client.stream(.get("/status/204"))).isEmpty)
        try client.mocks.add(.get("/mocked"), .text("mocked"))
        #expect(try await collect(try await client.stream(.get("/mocked"))) == Array("mocked".utf8))
    }

    @Test("of other statuses come when no further attempt is made")
    func retried() async throws {
        let late = try await client.stream(.get("/flaky/2?key=stream"))
        #expect(late.status == 200 && late.record.attempts.count == 3)
        let never = try await client.stream(.get("/flaky/9?key=never"))
        #expect(never.status == 503)
        #expect(try await !collect(never).isEmpty)
    }

    @Test("are not asked for again once they have begun, and end with the error")
    func truncated() async throws {
        let stream = try await client.stream(.get("/truncated"))
        let error = await #expect(throws: ClientError.self) { _ = try await collect(stream) }
        #expect(error?.label == "truncated/receive")
        #expect(server.requests.count == 1)
    }

    @Test("fail at once when there is no answer")
    func failure() async throws {
        let error = await #expect(throws: ClientError.self) {
            _ = try await client.stream(.get("nowhere://x"))
        }
        #expect(error?.kind == .unsupported || error?.kind == .invalidRequest)
    }

    @Test("wait for their reader, and lose nothing of 40 MiB")
    func backpressure() async throws {
        let size = 40 << 20
        let stream = try await client.stream(.get("/bytes/\(size)"))
        for _ in 0..<200 { _ = try await client.send(.get("/hello")) }
        // About 1 MiB waits for the reader, and some more is in the buffers of libcurl and the pipe. The kernel
        // holds the rest, or it is unsent.
        #expect(try #require(stream.record.lastExchange?.bodyReceived) < 4 << 20)
        var count = 0
        for try await chunk in stream { count += chunk.count }
        #expect(count == size)
    }

    @Test("cancel their task when they are let go")
    func lettingGo() async throws {
        let isClosed = Promise<Void>()
        let server = try SandboxServer.start { connection in
            _ = connection.readRequest()
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf")
            connection.waitUntilClosed()
            isClosed.fulfil(())
        }
        var stream: ResponseStream? = try await client.stream(.get(server.url))
        #expect(stream?.status == 200)
        stream = nil
        try await isClosed.arrival()
    }
}
