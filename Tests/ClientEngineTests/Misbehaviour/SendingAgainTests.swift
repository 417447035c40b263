import InspectorSandbox
import Testing

@testable import ClientEngine

@Suite("Nothing goes out twice unasked", .timeLimit(.minutes(1)))
struct SendingAgainTests {

    private static func request(_ method: ClientEngine.HTTPMethod, isIdempotent: Bool? = nil) -> Request {
        var request = Request(method: method, url: "/second", body: method == .get ? .none : .text("order"))
        request.isIdempotent = isIdempotent
        return request
    }

    /// Sends a request and returns its record, regardless of the outcome.
    private static func record(of request: Request, by client: Client) async -> TaskRecord {
        let task = client.start(request)
        _ = try? await task.value
        return task.record
    }

    @Test(
        "a record shows as many exchanges as the server got requests, wherever the connection dies",
        arguments: DyingServer.Point.allCases, DyingServer.Ending.allCases)
    func countsAgree(point: DyingServer.Point, ending: DyingServer.Ending) async throws {
        for method in [HTTPMethod.get, .put, .post, .patch, .delete] {
            for isSecure in [false, true] {
                let server = try DyingServer(at: point, ending)
                let client = try await server.client(isSecure: isSecure)
                let record = await Self.record(of: Self.request(method), by: client)
                let exchanges = record.attempts.flatMap(\.exchanges)
                let row: Comment = "\(method) over \(isSecure ? "TLS" : "TCP")"
                #expect(exchanges.count == server.receipts, row)
                #expect(record.attempts.count == 1, row)
                #expect(exchanges.first?.connection?.isReused == true, row)
                #expect(exchanges.first?.error?.kind == .connectionLost, row)
                guard method.isIdempotent else {
                    #expect(exchanges.count == 1, row)
                    #expect(record.error?.kind == .connectionLost, row)
                    #expect(
                        record.error?.message.hasSuffix(
                            "closed the connection without an answer, and may have acted on the \(method)")
                            == true, row)
                    continue
                }
                #expect(exchanges.map(\.start.reason) == [nil, .connectionLost], row)
                #expect(exchanges.last?.connection?.isReused == false, row)
                #expect(record.status == 200 && record.repetitions == 1, row)
            }
        }
    }

    @Test("what the request says about being sent twice goes before its method")
    func saidByRequest() async throws {
        for (method, isIdempotent) in [(HTTPMethod.get, false), (.put, false), (.post, true), (.patch, true)]
        {
            let server = try DyingServer()
            let request = Self.request(method, isIdempotent: isIdempotent)
            let record = await Self.record(of: request, by: try await server.client())
            #expect(server.receipts == (isIdempotent ? 2 : 1), "\(method)")
            #expect(record.lastAttempt?.exchanges.count == server.receipts, "\(method)")
            #expect((record.error == nil) == isIdempotent, "\(method)")
        }
    }

    @Test("a policy tries a POST again that may have been acted on only where it ignores that")
    func policies() async throws {
        for ignores in [false, true] {
            let server = try DyingServer()
            let client = try await server.client {
                $0.retry = RetryPolicy(
                    maximumRetries: 3, backoff: Backoff(from: .zero, hasJitter: false),
                    ignoresIdempotence: ignores)
            }
            let record = await Self.record(of: Self.request(.post), by: client)
            #expect(record.attempts.map(\.exchanges.count) == (ignores ? [1, 1] : [1]))
            #expect(server.receipts == record.attempts.count)
        }
    }

    @Test("a body that can be read once is not sent again, which the error says")
    func spentStream() async throws {
        let exchangeRequest: @Sendable () -> AsyncStream<[UInt8]> = {
            AsyncStream {
                $0.yield(Array("order".utf8))
                $0.finish()
            }
        }
        let once = try DyingServer()
        let spent = Request(method: .put, url: "/second", body: .stream(BodyStream(once: exchangeRequest())))
        let record = await Self.record(of: spent, by: try await once.client())
        #expect(record.error?.kind == .connectionLost && once.receipts == 1)
        #expect(record.error?.hint == "it was not sent again: the stream of its body can be read only once")

        let twice = try DyingServer()
        let fresh = Request(method: .put, url: "/second", body: .stream(BodyStream(exchangeRequest)))
        #expect(await Self.record(of: fresh, by: try await twice.client()).status == 200)
        #expect(twice.server.requests.suffix(2).map(\.body) == [Array("order".utf8), Array("order".utf8)])
    }

    @Test("a connection that is found closed before a byte was given takes no request")
    func closedBefore() async throws {
        let closed = AsyncStream.makeStream(of: Void.self)
        let server = try SandboxServer.start(raw: { connection in
            guard connection.readRequest() != nil else { return }
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
            connection.close()
            closed.continuation.yield()
        })
        let client = Client(baseURL: server.url)
        _ = try await client.send(.get("/first"))
        for await _ in closed.stream { break }
        let response = try await client.send(Self.request(.post))
        let exchanges = try #require(response.record.lastAttempt?.exchanges)
        // libcurl may detect this itself and provide a new connection.
        #expect([[nil], [nil, .closed]].contains(exchanges.map(\.start.reason)))
        #expect(exchanges.dropLast().allSatisfy { $0.requestHead.isEmpty })
        #expect(response.record.lastExchange?.connection?.isReused == false)
        #expect(server.requests.map(\.method) == ["GET", "POST"])
    }

    @Test("cancelling while it goes out again ends it, with both exchanges on record")
    func cancelled() async throws {
        let server = try SandboxServer.start(raw: { connection in
            guard connection.number == 1 else {
                _ = connection.readRequest()
                return connection.waitUntilClosed()
            }
            guard connection.readRequest() != nil else { return }
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
            _ = connection.readRequest()
        })
        let client = Client(baseURL: server.url)
        _ = try await client.send(.get("/first"))
        var events = client.events().makeAsyncIterator()
        let task = client.start(.get("/second"))
        while let event = await events.next() {
            if event.exchange == 2, case .requestHead = event.kind { break }
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        let exchanges = try #require(task.record.lastAttempt?.exchanges)
        #expect(exchanges.map(\.error?.kind) == [.connectionLost, .cancelled])
        #expect(task.record.state == .cancelled)
    }

    @Test("a metrics callback sees the second sending and its reason")
    func metrics() async throws {
        let server = try DyingServer()
        let told = Promise<AttemptRecord>()
        let client = try await server.client()
        client.metrics = MetricsCallback { _, attempt in told.fulfil(attempt) }
        #expect(await Self.record(of: Self.request(.get), by: client).status == 200)
        #expect(try await told.arrival().exchanges.map(\.start.reason) == [nil, .connectionLost])
    }

    @Test("a 417 to a body that waits for consent has it sent without waiting, as an exchange that says so")
    func expectation() async throws {
        let server = try SandboxServer.start(raw: { connection in
            guard connection.readHead() != nil else { return }
            connection.write("HTTP/1.1 417 Expectation Failed\r\nContent-Length: 0\r\n\r\n")
            while connection.readRequest() != nil {
                connection.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
            }
        })
        var request = Self.request(.post)
        request.headers.add("Expect", "100-continue")
        let record = await Self.record(of: request, by: Client(baseURL: server.url))
        let exchanges = try #require(record.lastAttempt?.exchanges)
        #expect(exchanges.map(\.head?.status) == [417, 200])
        #expect(exchanges.map(\.start.reason) == [nil, .expectation])
        #expect(server.requests.map(\.body) == [[], Array("order".utf8)])
    }
}
