import ClientEngine
import EngineJSON
import EngineSupport
import Testing

@Suite(
    "HTTP/2 over TLS with nginx", .enabled(if: RealServers.speakHTTP2), .timeLimit(.minutes(2)))
struct HTTP2Tests {
    private func client(_ base: String = RealServers.secureNginx) -> Client {
        Client(baseURL: base) { $0.connections.tls.certificateAuthorities = RealServers.authority }
    }

    private static let phasesOnKept: [Phase] = [.queue, .send, .wait, .receive, .process]
    private static let phasesOnNew: [Phase] = [
        .queue, .dns, .connect, .tls, .send, .wait, .receive, .process,
    ]

    private func isInOrder(_ exchange: ExchangeRecord) -> Bool {
        let marks = exchange.phases
        return zip(marks, marks.dropFirst()).allSatisfy { $0.at <= $1.at && $0.phase < $1.phase }
    }

    @Test("a request speaks h2, and its record says so")
    func basics() async throws {
        let response = try await client().send(.get("/hello.txt"))
        let exchange = try #require(response.record.lastExchange)
        #expect(response.text == "hello from nginx\n")
        #expect(exchange.head?.httpVersion == "HTTP/2")
        #expect(exchange.connection?.tls?.applicationProtocol == "h2")
        #expect(exchange.connection?.tls?.certificates.map(\.names) == [["127.0.0.1", "localhost"]])
        #expect(exchange.phases.map(\.phase) == Self.phasesOnNew)
        #expect(exchange.anomalies.isEmpty)
        #expect(String(decoding: exchange.requestHead, as: UTF8.self).hasPrefix("GET /hello.txt HTTP/2\r\n"))
    }

    @Test("requests after the first use the connection again, and know its protocol")
    func reuse() async throws {
        let client = client()
        let first = try await client.send(.get("/ping")).record.lastExchange
        for _ in 0..<3 {
            let next = try await client.send(.get("/gone")).record.lastExchange
            #expect(next?.head?.status == 410)
            #expect(next?.connection?.isReused == true)
            #expect(next?.connection?.id == first?.connection?.id)
            #expect(next?.connection?.tls == first?.connection?.tls)
            #expect(next?.phases.map(\.phase) == Self.phasesOnKept)
        }
    }

    @Test("requests at once share one connection; who waits for it is in no phase of making one")
    func multiplexed() async throws {
        let client = client()
        let records = await withTaskGroup(of: TaskRecord.self) { group in
            for number in 0..<20 {
                group.addTask {
                    let task = client.start(.get("/slow?\(number)"))
                    _ = try? await task.value
                    return task.record
                }
            }
            return await group.reduce(into: [TaskRecord]()) { $0.append($1) }
        }
        let exchanges = records.compactMap(\.lastExchange)
        #expect(records.allSatisfy { $0.status == 200 })
        #expect(exchanges.allSatisfy { $0.body.count == 200_000 })
        #expect(Set(exchanges.compactMap(\.connection?.id)).count == 1)
        #expect(exchanges.count { $0.connection?.isReused == false } == 1)
        for exchange in exchanges {
            #expect(isInOrder(exchange), "\(exchange.phases)")
            guard exchange.connection?.isReused == true else { continue }
            #expect(exchange.phases.map(\.phase) == Self.phasesOnKept)
        }
        // All requests were in progress at the same time on this connection.
        let starts = exchanges.compactMap { $0.phases.first { $0.phase == .receive }?.at }.max()
        let ends = exchanges.compactMap(\.ended).min()
        #expect(try #require(starts) < #require(ends))
    }

    @Test("a server that ends connections after three requests loses none of fifty", arguments: [1, 10])
    func goingAway(parallel: Int) async throws {
        let client = client(RealServers.briefNginx)
        var exchanges: [ExchangeRecord] = []
        for _ in 0..<(50 / parallel) {
            exchanges += try await withThrowingTaskGroup(of: ExchangeRecord?.self) { group in
                for _ in 0..<parallel {
                    group.addTask { try await client.send(.get("/")).record.lastExchange }
                }
                return try await group.reduce(into: []) { if let exchange = $1 { $0.append(exchange) } }
            }
        }
        #expect(exchanges.count == 50)
        #expect(exchanges.allSatisfy { $0.head?.status == 200 && $0.body == Array("pong".utf8) })
        for exchange in exchanges {
            #expect(isInOrder(exchange), "\(exchange.phases)")
            // A request that waited for another one's connection resolves no name.
            let phases = exchange.phases.map(\.phase).filter { $0 != .dns }
            let isKept = exchange.connection?.isReused == true
            #expect(phases == (isKept ? Self.phasesOnKept : Self.phasesOnNew.filter { $0 != .dns }))
            #expect(exchange.connection?.tls?.certificates.count == 1)
        }
        let perConnection = Dictionary(grouping: exchanges.compactMap(\.connection?.id)) { $0 }
        #expect(perConnection.count >= 17)
        #expect(perConnection.values.allSatisfy { $0.count <= 3 })
    }

    @Test("a POST is not lost either when the server goes away")
    func postsGoingAway() async throws {
        let client = client(RealServers.briefNginx)
        for _ in 0..<10 {
            let response = try await client.send(.post("/", body: .text("order")))
            #expect(response.status == 200)
        }
    }

    @Test("a large body arrives whole, and a large upload is counted to its last byte")
    func large() async throws {
        let client = client()
        let response = try await client.send(.get("/large.bin"))
        #expect(response.body.count == 20_000_000)
        let body = [UInt8](repeating: 0x75, count: 2_000_000)
        let task = client.start(.post("/swallow", body: .bytes(body)))
        let answer = try await task.value
        #expect(answer.text == "pong")
        let exchange = try #require(task.record.lastExchange)
        #expect(exchange.bodySent == body.count)
        #expect(isInOrder(exchange))
        #expect(exchange.timings[.send].map { $0 > .zero } == true)
    }

    @Test("cancelling one of several leaves the others alone, on the same connection")
    func cancelled() async throws {
        let client = client()
        let victim = Locked<RequestTask<Response>?>(nil)
        // On the receiving thread, so that the body cannot be complete before.
        let observation = client.observe { event in
            guard case .received = event.kind, let task = victim.withLock({ $0 }), task.id == event.task
            else { return }
            task.cancel()
        }
        defer { observation.cancel() }
        let tasks = (0..<5).map { client.start(.get("/slow?\($0)")) }
        victim.withLock { $0 = tasks[2] }
        for (number, task) in tasks.enumerated() where number != 2 {
            #expect(try await task.value.body.count == 200_000)
        }
        #expect(tasks[2].record.state.name == .cancelled)
        let after = try await client.send(.get("/ping")).record.lastExchange?.connection
        #expect(after?.isReused == true)
        #expect(Set(tasks.compactMap { $0.record.lastExchange?.connection?.id }).count == 1)
    }

    @Test("redirects, HEAD and compressed bodies are what they are with HTTP/1")
    func rest() async throws {
        let client = client()
        #expect(try await client.send(.get("/moved")).text == "hello from nginx\n")
        let head = try await client.send(.head("/large.bin"))
        #expect(head.headers["content-length"] == "20000000" && head.body.isEmpty)
        let packed = try await client.send(.get("/text.txt"))
        #expect(packed.headers["content-encoding"] == "gzip")
        #expect(packed.body.count == 200_000)
        #expect(packed.record.lastExchange?.anomalies == [])
    }
}
