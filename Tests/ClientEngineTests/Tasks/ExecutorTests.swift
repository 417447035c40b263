import EngineSupport
import Glibc
import InspectorSandbox
import InspectorTestSupport
import Testing

@testable import ClientEngine

@Suite("Tasks of Swift on the client's thread", .timeLimit(.minutes(1)))
struct ExecutorTests {
    /// Returns the thread of a client.
    private func thread(of client: Client) async throws -> pthread_t {
        let thread = Promise<pthread_t>()
        client.loop.enqueue { _ in thread.fulfil(pthread_self()) }
        return try await thread.arrival()
    }

    @Test("run there, before and behind every wait, and get what they ask for")
    func onTheThread() async throws {
        let server = try SandboxServer.start()
        let client = Client(baseURL: server.url)
        let thread = try await thread(of: client)
        try await withTaskExecutorPreference(client.executor) {
            #expect(pthread_self() == thread)
            try await withThrowingTaskGroup(of: Void.self) { group in
                for _ in 0..<8 {
                    group.addTask {
                        for _ in 0..<4 {
                            let response = try await client.send(.get("/hello"))
                            #expect(response.status == 200)
                            #expect(pthread_self() == thread)
                        }
                    }
                }
                try await group.waitForAll()
            }
            let task = client.start(.get("/hello"))
            var states: [TaskState] = []
            for await state in task.states { states.append(state) }
            #expect(states.last?.isFinished == true)
        }
        #expect(pthread_self() != thread)
    }

    @Test("keep each other going without end, and hold up no transfer")
    func busy() async throws {
        let server = try SandboxServer.start()
        let client = Client(baseURL: server.url)
        let isOver = Locked(false)
        let busy = Task(executorPreference: client.executor) {
            while !isOver.withLock({ $0 }) { await Task.yield() }
        }
        #expect(try await client.send(.get("/hello")).status == 200)
        isOver.withLock { $0 = true }
        await busy.value
    }

    @Test("go on where the client was let go, or works otherwise since")
    func letGo() async throws {
        let server = try SandboxServer.start()
        var client: Client? = Client(baseURL: server.url)
        let executor = try #require(client?.executor)
        let thread = try await thread(of: #require(client))
        client?.reconfigure { $0.connections.maximumConcurrentExchanges = 1 }
        client = nil
        await withTaskExecutorPreference(executor) {
            await Task.yield()
            #expect(pthread_self() == thread)
        }
        let other = Client(baseURL: server.url)
        let status = try await withTaskExecutorPreference(executor) {
            try await other.send(.get("/hello")).status
        }
        #expect(status == 200)
    }
}
