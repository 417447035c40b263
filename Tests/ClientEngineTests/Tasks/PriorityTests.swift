import InspectorSandbox
import Testing

@testable import ClientEngine

@Suite("Priorities", .timeLimit(.minutes(1)))
struct PriorityTests {
    private let server: SandboxServer
    private let client: Client

    init() throws {
        server = try SandboxServer.start()
        client = Client(baseURL: server.url) {
            $0.connections.maximumConcurrentExchanges = 1
            // The clock never advances, so no wait or timeout ends by itself, however slow the machine is.
            $0.time = ManualTime()
        }
    }

    private func occupy() async -> RequestTask<Response> {
        let task = client.start(.get("/hang"))
        for await state in task.states where state == .running(.wait) { break }
        return task
    }

    private func start(_ path: String, _ priority: Request.Priority) -> RequestTask<Response> {
        client.start(Request.get(path).with { $0.priority = priority })
    }

    @Test("the urgent go onto the network first, equals in the order they came; waiting ones can be moved")
    func order() async throws {
        let first = await occupy()
        let tasks = [
            start("/echo?content=1", .low), start("/echo?content=2", .normal),
            start("/echo?content=3", .high),
            start("/echo?content=4", .normal), start("/echo?content=5", .high),
        ]
        tasks[0].priority = .high
        tasks[1].priority = .low
        first.cancel()
        for task in tasks { _ = try await task.value }
        // The server may read the cancelled request after the next one, which uses another connection.
        let order = server.requests.filter { $0.target != "/hang" }.compactMap { $0.target.last }
        #expect(String(order) == "35142")
    }

    @Test("a change is kept over retries, and parsing runs with it")
    func retries() async throws {
        let request = Request.get("/flaky/1?key=priority").with {
            $0.priority = .high
            $0.retry = RetryPolicy(maximumRetries: 1, backoff: Backoff(from: .seconds(600), hasJitter: false))
        }
        let task = client.start(request.parsing { _ in Task.currentPriority })
        for await state in task.states {
            guard case .waiting = state else { continue }
            #expect(task.priority == .high)
            task.priority = .low
            task.retryNow()
        }
        #expect(try await task.value == .low)
        #expect(task.priority == .low)
        #expect(task.record.attempts.count == 2)
        let urgent = client.start(
            Request.get("/hello").with { $0.priority = .high }.parsing { _ in Task.currentPriority })
        #expect(try await urgent.value == .high)
    }
}
