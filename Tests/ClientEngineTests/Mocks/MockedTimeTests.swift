import InspectorSandbox
import Testing

@testable import ClientEngine

@Suite("Mocks in time", .timeLimit(.minutes(1)))
struct MockedTimeTests {
    private let time = ManualTime()

    private func client(_ url: String = "http://127.0.0.1:1") -> Client {
        let time = time
        return Client(baseURL: url) { $0.time = time }
    }

    private func reach(_ goal: TaskState, _ task: RequestTask<Response>) async {
        for await state in task.states where state == goal { return }
    }

    /// Waits until the loop has finished everything requested before.
    private func waitForTurn(of client: Client) async throws {
        try client.mocks.add(.get("/turn"), .status(204))
        _ = try await client.send(.get("/turn"))
    }

    @Test("a delay is waited in the phase wait, by the client's clock")
    func delay() async throws {
        let client = client()
        try client.mocks.add(.get("/a"), .text("x").after(.seconds(20)))
        let task = client.start(.get("/a"))
        await reach(.running(.wait), task)
        time.advance(by: .seconds(19))
        #expect(task.state == .running(.wait))
        time.advance(by: .seconds(1))
        #expect(try await task.value.text == "x")
        #expect(task.record.lastExchange?.timings[.wait] == .seconds(20))
    }

    @Test(
        "a distribution adds to the delay of one second: no answer before its least, one after its most",
        arguments: [
            (DelayDistribution.fixed(milliseconds: 4000), 5.0, 5.0),
            (.uniform(lower: 2000, upper: 6000), 3, 7),
            (.logNormal(median: 4000, sigma: 0), 5, 5),
            (.logNormal(median: 4000, sigma: 3, maximum: 4000), 1, 5),
        ])
    func distributions(spread: DelayDistribution, least: Double, most: Double) async throws {
        let client = client()
        var answer = Mock.Answer.text("x").after(.seconds(1))
        answer.spread = spread
        try client.mocks.add(.get("/a"), answer)
        let task = client.start(.get("/a"))
        await reach(.running(.wait), task)
        time.advance(by: .seconds(least) - .milliseconds(1))
        try await waitForTurn(of: client)
        #expect(task.state == .running(.wait))
        time.advance(by: .seconds(most - least) + .milliseconds(1))
        #expect(try await task.value.text == "x")
    }

    @Test("a dribble brings the body in pieces of its own, each after its part of the time")
    func dribble() async throws {
        let client = client()
        var reply = Mock.Reply(body: .text("0123456789a"))
        reply.dribble = Mock.Dribble(chunks: 5, over: .seconds(10))
        try client.mocks.add(.get("/a"), Mock.Answer(.response(reply)))
        let task = client.start(.get("/a"))
        await reach(.running(.receive), task)
        for received in [[], [2], [2, 2], [2, 2, 2], [2, 2, 2, 2]] {
            try await waitForTurn(of: client)
            #expect(task.record.lastExchange?.chunks.map(\.count) == received)
            time.advance(by: .seconds(2))
        }
        let exchange = try #require(try await task.value.record.lastExchange)
        #expect(exchange.chunks.map(\.count) == [2, 2, 2, 2, 3])
        #expect(exchange.timings[.receive] == .seconds(10))
    }

    @Test("a delay that is longer than the first byte may take is a timeout")
    func tooLong() async throws {
        let client = client()
        try client.mocks.add(.get("/a"), .text("x").after(.seconds(31)))
        let task = client.start(.get("/a"))
        await reach(.running(.wait), task)
        time.advance(by: .seconds(30))
        await #expect(throws: ClientError.self) { try await task.value }
        #expect(task.record.error?.label == "timeout/wait")
        #expect(task.record.error?.elapsed == .seconds(30))
    }

    @Test("a slow body comes in pieces, a tenth of a second apart, and is whole at the end")
    func slow() async throws {
        let client = client()
        try client.mocks.add(.get("/a"), .fault(.slow(bytesPerSecond: 1000)))
        let task = client.start(.get("/a"))
        await reach(.running(.receive), task)
        for _ in 0...40 {
            try await waitForTurn(of: client)
            time.advance(by: .milliseconds(100))
        }
        let exchange = try #require(try await task.value.record.lastExchange)
        #expect(exchange.chunks.map(\.count) == Array(repeating: 100, count: 40))
        #expect(exchange.bodyToReceive == 4000)
    }

    @Test("cancelling a delayed mock ends it at once, and its hit stays counted")
    func cancel() async throws {
        let client = client()
        try client.mocks.add(.get("/a"), .text("x").after(.seconds(20)))
        let task = client.start(.get("/a"))
        await reach(.running(.wait), task)
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        time.advance(by: .seconds(20))
        #expect(task.record.state == .cancelled)
        #expect(client.mocks.all.map(\.hits) == [1])
    }

    @Test("what passes through reaches the server after its delay, and not before")
    func passThrough() async throws {
        let server = try SandboxServer.start()
        let client = client(server.url)
        try client.mocks.add(.get("/hello"), .passThrough.after(.seconds(5)))
        let task = client.start(.get("/hello"))
        try await waitForTurn(of: client)
        #expect(server.requests.isEmpty)
        time.advance(by: .seconds(5))
        let response = try await task.value
        #expect(response.status == 200)
        #expect(server.requests.map(\.target) == ["/hello"])
        #expect(response.record.isMocked)
        #expect(response.record.lastExchange?.connection != nil)
    }

    @Test("cancelling while a pass-through is delayed reaches no server")
    func cancelPassThrough() async throws {
        let server = try SandboxServer.start()
        let client = client(server.url)
        try client.mocks.add(.get("/hello"), .passThrough.after(.seconds(5)))
        let task = client.start(.get("/hello"))
        try await waitForTurn(of: client)
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        time.advance(by: .seconds(5))
        #expect(try await client.send(.get("/json")).status == 200)
        #expect(server.requests.map(\.target) == ["/json"])
    }
}
