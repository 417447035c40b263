import EngineSupport
import Foundation
import InspectorSandbox
import Testing

@testable import ClientEngine

@Suite("Bodies that stream", .timeLimit(.minutes(1)))
struct BodyStreamTests {
    private let server: SandboxServer
    private let client: Client

    init() throws {
        server = try SandboxServer.start()
        client = Client(baseURL: server.url)
    }

    private func text(length: Int? = nil, _ chunks: String...) -> BodyStream {
        BodyStream(length: length) { AsyncBytes(chunks) }
    }

    private let eager = RetryPolicy.transientFailures(.exponential(from: .milliseconds(1), attempts: 3))

    @Test("go out chunked, or with their length where they tell it")
    func framing() async throws {
        let unknown = try await client.send(.post("/upload", body: .stream(text("one ", "", "two"))))
        #expect(unknown.text == "one two")
        #expect(server.requests.last?.headers(named: "Transfer-Encoding") == ["chunked"])
        #expect(unknown.record.lastExchange?.bodySent == 7)
        #expect(unknown.record.lastExchange?.bodyToSend == nil)
        let known = try await client.send(.put("/upload", body: .stream(text(length: 7, "one ", "two"))))
        #expect(known.text == "one two")
        #expect(server.requests.last?.headers(named: "Content-Length") == ["7"])
        #expect(known.record.lastExchange?.bodyToSend == 7)
        #expect(try await client.send(.post("/upload", body: .stream(text()))).body.isEmpty)
    }

    @Test("are read into memory first where a length is needed, by request or by client")
    func requiredLength() async throws {
        let strict = Client(baseURL: server.url) { $0.sendsContentLength = true }
        let plain = Request.post("/upload", body: .typed(.stream(text("one ", "two")), contentType: "text/x"))
        let asked = plain.with { $0.sendsContentLength = true }
        let excused = plain.with { $0.sendsContentLength = false }
        for (client, request, length) in [
            (client, plain, nil), (client, asked, "7"), (strict, plain, "7"), (strict, excused, nil),
        ] {
            #expect(try await client.send(request).text == "one two")
            #expect(server.requests.last?.header("Content-Length") == length)
            #expect(server.requests.last?.header("Content-Type") == "text/x")
        }
        let form = Multipart(parts: [.stream(text("a", "b"), name: "s")])
        let response = try await strict.send(.post("/upload", body: .multipart(form)))
        #expect(server.requests.last?.header("Content-Length") == String(response.body.count))
        let small = Client(baseURL: server.url) { $0.limits.collectedBody = 6 }
        let error = await #expect(throws: ClientError.self) { try await small.send(asked) }
        #expect(error?.label == "limit/queue")
    }

    @Test("are pulled no further ahead than a bound while the server takes nothing")
    func backpressure() async throws {
        let (heads, noteHead) = AsyncStream.makeStream(of: Void.self)
        let idle = try SandboxServer.start { connection in
            _ = connection.readHead()
            noteHead.yield()
            connection.pause(seconds: 60)
        }
        let pulled = Locked(0)
        let stream = BodyStream {
            AsyncStream(unfolding: {
                // The kernel buffers some megabytes. More is pulled only when the buffers empty.
                let count = pulled.withLock { pulled in
                    pulled += 64 << 10
                    return pulled
                }
                return count > 64 << 20 ? nil : [UInt8](repeating: 0x78, count: 64 << 10)
            })
        }
        let task = client.start(.post(idle.url, body: .stream(stream)))
        for await _ in heads { break }
        for await progress in task.progress where progress.sent >= 64 << 10 { break }
        var last = -1
        // Settled means that nothing was pulled while the loop served a hundred other requests.
        for _ in 0..<50 where last != pulled.withLock({ $0 }) {
            last = pulled.withLock { $0 }
            for _ in 0..<100 { _ = try await client.send(.get("/hello")) }
        }
        #expect(pulled.withLock { $0 } == last && last < 64 << 20)
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test(
        "may take their time: no deadline watches a body that is not there, and others are served meanwhile")
    func slowSource() async throws {
        let time = ManualTime()
        let client = Client(baseURL: server.url) { $0.time = time }
        let (chunks, add) = AsyncStream.makeStream(of: [UInt8].self)
        add.yield(Array("early ".utf8))
        let task = client.start(.post("/upload", body: .stream(BodyStream(once: chunks))))
        for await progress in task.progress where progress.sent == 6 { break }
        // When another request is served after the first chunk, the loop has already asked for the next chunk.
        for _ in 0..<2 { #expect(try await client.send(.get("/hello")).status == 200) }
        time.advance(by: .seconds(3600))
        #expect(try await client.send(.get("/hello")).status == 200)
        add.yield(Array("late".utf8))
        add.finish()
        #expect(try await task.value.text == "early late")
    }

    @Test("begin again for retries and redirects")
    func restart() async throws {
        let openings = Locked(0)
        let stream = BodyStream {
            openings.withLock { $0 += 1 }
            return AsyncBytes(["again"])
        }
        let flaky = Request.put("/flaky/2?key=stream", body: .stream(stream)).with { $0.retry = eager }
        #expect(try await client.send(flaky).record.attempts.count == 3)
        #expect(openings.withLock { $0 } == 3)
        let moved = Request.put("/redirect/1?code=307&to=/upload", body: .stream(stream))
        #expect(try await client.send(moved).text == "again")
        #expect(server.requests.suffix(2).map(\.body) == [Array("again".utf8), Array("again".utf8)])
    }

    @Test("fail a second sending with a clear reason where they can be read only once")
    func once() async throws {
        let stream = BodyStream(once: AsyncBytes(["once"]))
        let flaky = Request.put("/flaky/2?key=once", body: .stream(stream)).with { $0.retry = eager }
        let error = await #expect(throws: ClientError.self) { try await client.send(flaky) }
        #expect(error?.label == "io/send" && error?.message.contains("only once") == true)
        #expect(server.requests.count == 1)
    }

    @Test("fail the exchange when they break, or are not as long as they say")
    func broken() async throws {
        struct Broken: Error {}
        let throwing = BodyStream {
            AsyncThrowingStream<[UInt8], any Error> {
                $0.yield([1])
                $0.finish(throwing: Broken())
            }
        }
        for (stream, word) in [
            (throwing, "Broken"), (text(length: 5, "1234"), "after 4 of its 5"),
            (text(length: 5, "123456"), "more than its 5"),
        ] {
            let error = await #expect(throws: ClientError.self) {
                try await client.send(.post("/upload", body: .stream(stream)))
            }
            #expect(error?.label == "io/send" && error?.message.contains(word) == true)
        }
    }

    @Test("stop when the task is cancelled")
    func cancelling() async throws {
        let isOver = Promise<Void>()
        let (chunks, add) = AsyncStream.makeStream(of: [UInt8].self)
        add.onTermination = { _ in isOver.fulfil(()) }
        add.yield([1])
        let task = client.start(.post("/upload", body: .stream(BodyStream(once: chunks))))
        for await progress in task.progress where progress.sent == 1 { break }
        task.cancel()
        try await isOver.arrival()
        #expect(task.record.error == nil)
    }

    @Test("of 32 MiB arrive whole, over TLS as well")
    func large() async throws {
        let chunk = (0..<(1 << 16)).map { UInt8(truncatingIfNeeded: $0 &* 7 >> 3) }
        let stream = BodyStream {
            AsyncStream([UInt8].self) { continuation in
                for _ in 0..<512 { continuation.yield(chunk) }
                continuation.finish()
            }
        }
        for client in [client, server.secureClient()] {
            let response = try await client.send(.post("/upload", body: .stream(stream)))
            #expect(response.body.count == 32 << 20)
            #expect(response.body.suffix(chunk.count).elementsEqual(chunk))
        }
    }

    @Test("are equal to their copies alone")
    func identity() {
        let stream = text("x")
        #expect(Body.stream(stream) == .stream(stream))
        #expect(Body.stream(stream) != .stream(text("x")))
    }
}
