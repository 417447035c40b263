import InspectorHTTPServer
import InspectorSandbox
import Testing

@testable import ClientEngine

@Suite("Connections that die or never come", .timeLimit(.minutes(1)))
struct ConnectionTroubleTests {
    private static let ok = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"

    @Test("a full backlog is timeout/connect")
    func fullBacklog() async throws {
        let time = ManualTime()
        let server = try FullBacklog(connections: 3)
        let task = Client { $0.time = time }.start(.get("http://127.0.0.1:\(server.port)/"))
        for await state in task.states where state == .running(.connect) { break }
        time.advance(by: .seconds(10))
        _ = try? await task.value
        #expect(task.record.error?.label == "timeout/connect")
        #expect(task.record.error?.elapsed == .seconds(10))
        withExtendedLifetime(server) {}
    }

    @Test("a request on a new connection is not sent again, whatever its method")
    func deadWhenNew() async throws {
        let server = try SandboxServer.start(raw: { _ = $0.readRequest() })
        let task = Client(baseURL: server.url).start(.get("/"))
        _ = try? await task.value
        #expect(task.record.error?.label == "connectionLost/wait")
        #expect(server.requests.count == 1)
    }

    @Test("connections that close at any moment after an answer lose no GET")
    func race() async throws {
        let server = try SandboxServer.start(raw: { connection in
            guard connection.readRequest() != nil, connection.write(Self.ok) else { return }
            connection.pause(seconds: Double(connection.number % 10) * 0.0001)
        })
        let client = Client(baseURL: server.url)
        for _ in 0..<300 { #expect(try await client.send(.get("/")).status == 200) }
    }

    @Test("a chain of redirects survives connections that close after each without saying so")
    func redirects() async throws {
        let server = try SandboxServer.start(raw: { connection in
            guard let number = connection.readRequest().flatMap({ Int($0.target.dropFirst()) }) else {
                return
            }
            let head = number < 60 ? "302 Found\r\nLocation: /\(number + 1)" : "200 OK"
            connection.write("HTTP/1.1 \(head)\r\nContent-Length: 0\r\n\r\n")
        })
        let client = Client(baseURL: server.url) { $0.limits.redirects = 60 }
        let response = try await client.send(.get("/1"))
        #expect(response.status == 200)
        let exchanges = try #require(response.record.lastAttempt?.exchanges)
        #expect(exchanges.count { $0.start.reason == .redirect } == 59)
        // Some find their reused connection closed and are resent.
        #expect(exchanges.count == 60 + response.record.repetitions)
    }

    @Test("a dead address is passed over for one that lives")
    func deadAddress() async throws {
        let server = try SandboxServer.start()
        let client = Client {
            $0.connections.resolve = [
                HostAddresses("two.test", port: Int(server.port), addresses: ["[::1]", "127.0.0.1"])
            ]
        }
        let response = try await client.send(.get("http://two.test:\(server.port)/hello"))
        #expect(response.record.lastExchange?.connection?.remoteAddress == "127.0.0.1")
    }

    static let allowances: [(deadline: Duration?, milliseconds: Int)] = [
        (.seconds(10), 12_500), (.milliseconds(400), 500), (.zero, 1), (.seconds(1 << 32), Int(Int32.max)),
        (nil, Int(Int32.max)),
    ]

    @Test("an address that is silent has half of a little more than the deadline", arguments: allowances)
    func silentAddress(deadline: Duration?, milliseconds: Int) throws {
        var configuration = ClientConfiguration()
        let exchangeRequest = ExchangeRequest(
            .init(
                method: .get, url: try RequestURL(parsing: "http://a.test/"), headers: [:], body: .none,
                timeouts: Timeouts(connect: deadline)))
        func timeout() throws -> Int {
            TransferOptions(
                exchangeRequest, ClientSettings(configuration),
                evaluator: try TrustEvaluator(exchangeRequest.url, configuration.connections.tls)
            ).connectTimeout
        }
        #expect(try timeout() == milliseconds)
        configuration.time = ManualTime()
        #expect(try timeout() == Int(Int32.max))
    }

    @Test(
        "a hundred addresses are tried until one lives, with and without a deadline",
        arguments: [true, false])
    func hundredRefusedAddresses(hasDeadline: Bool) async throws {
        let server = try SandboxServer.start()
        let client = Client { if !hasDeadline { $0.timeouts.connect = .unlimited } }
        let response = try await client.send(.get("http://a.hundred.test:\(server.port)/hello"))
        let exchange = try #require(response.record.lastExchange)
        #expect(exchange.connection?.remoteAddress == "127.0.0.1")
        #expect(exchange.phases.map(\.phase) == [.queue, .dns, .connect, .send, .wait, .receive, .process])
        #expect(response.record.attempts.map(\.exchanges.count) == [1])
    }

    @Test("addresses that all refuse are a refusal, at once")
    func allRefused() async throws {
        let addresses = (1...9).map { "127.1.1.\($0)" }
        let client = Client {
            $0.connections.resolve = [HostAddresses("dead.test", port: 1, addresses: addresses)]
            $0.timeouts.connect = .unlimited
        }
        let task = client.start(.get("http://dead.test:1/"))
        _ = try? await task.value
        #expect(task.record.error?.label == "connect/connect")
    }

    @Test("a hundred silent addresses take no longer than one")
    func hundredSilentAddresses() async throws {
        let time = ManualTime()
        let server = try FullBacklog(connections: 3, address: 0)
        let task = Client { $0.time = time }.start(.get("http://b.hundred.test:\(server.port)/"))
        for await state in task.states where state == .running(.connect) { break }
        time.advance(by: .seconds(10))
        _ = try? await task.value
        #expect(task.record.error?.label == "timeout/connect")
        withExtendedLifetime(server) {}
    }

    @Test("an endless stream of events can be cancelled, and what came is kept")
    func endlessEvents() async throws {
        let server = try SandboxServer.start()
        let client = Client(baseURL: server.url)
        var events = client.events().makeAsyncIterator()
        let task = client.start(.get("/bad/B23"))
        while let event = await events.next() {
            if case .received = event.kind { break }
        }
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(task.record.lastExchange?.body.starts(with: Array("data: tick".utf8)) == true)
    }
}
