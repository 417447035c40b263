import ClientEngineCompatibility
import EngineSupport
import InspectorSandbox
import InspectorTestSupport
import Testing

@testable import ClientEngine

@Suite("Tasks that are made first and resumed later", .ownThread, .timeLimit(.minutes(1)))
struct MadeTaskTests {
    private let server: SandboxServer
    private let client: Client

    init() throws {
        server = try SandboxServer.start()
        client = Client(baseURL: server.url)
    }

    @Test("a task waits to be resumed, and is sent once however often it is")
    func resume() async throws {
        let task = client.task(for: Request.get("/hello").parsing { $0.status })
        #expect(task.state == .queued)
        #expect(task.record.attempts.isEmpty)
        for _ in 0..<3 { task.resume() }
        #expect(try await task.value == 200)
        task.resume()
        #expect(server.requests.count == 1)
    }

    @Test("what is never resumed is cancelled with its last handle, and nothing is sent")
    func letGo() async throws {
        var events = client.events().makeAsyncIterator()
        do { _ = client.task(for: .get("/hello")) }
        guard case .taskCreated? = await events.next()?.kind else {
            Issue.record("the task was not created")
            return
        }
        #expect(await events.next()?.kind == .taskEnded(.cancelled))
        #expect(server.requests.isEmpty)
        #expect(client.observers.unfinished.all.isEmpty)
    }

    @Test("a deadline begins when the task is resumed")
    func deadline() async throws {
        let time = ManualTime()
        let client = Client(baseURL: "http://127.0.0.1:1") { $0.time = time }
        try client.mocks.add(.any, .text("x"))
        let task = client.task(for: Request.get("/").with { $0.totalTimeout = .seconds(5) })
        time.advance(by: .seconds(60))
        task.resume()
        #expect(try await task.value.status == 200)
    }

    @Test("resetting cancels what runs and what was never resumed")
    func reset() async throws {
        let running = client.start(.get("/hang"))
        #expect(server.waitForRequest { $0.target == "/hang" } != nil)
        let made = client.task(for: .get("/hello"))
        client.reset()
        #expect(await made.result.isCancelled)
        #expect(await running.result.isCancelled)
        #expect(try await client.send(.get("/hello")).status == 200)
        #expect(server.requests.map(\.target) == ["/hang", "/hello"])
    }

    @Test("all tasks can be waited for")
    func finish() async throws {
        let tasks = (0..<5).map { _ in client.start(.get("/delay/0.02")) }
        await client.finishTasks()
        #expect(tasks.allSatisfy { $0.state == .succeeded })
    }

    // MARK: - Once more

    @Test("restarting cancels a task and sends it again, with a record that says so")
    func restart() async throws {
        let first = client.start(.get("/hang"))
        for await state in first.states where state == .running(.wait) { break }
        let second = client.restart(first)
        #expect(await first.result.isCancelled)
        #expect(second.record.origin.provenance == Provenance(.resend, resendOf: first.id))
        #expect(second.id != first.id)
        second.cancel()
        #expect(await second.result.isCancelled)
    }

    @Test("what is over can be restarted, and keeps what its response is parsed into")
    func restartOver() async throws {
        let first = client.start(Request.get("/status/201").parsing { $0.status })
        #expect(try await first.value == 201)
        let second = client.restart(first)
        #expect(try await second.value == 201)
        #expect(first.state == .succeeded)
        #expect(server.requests.count == 2)
    }

    @Test("the completion of a task that is restarted hears of the new one alone")
    func restartCompletion() async throws {
        let results = Locked<[Bool]>([])
        let isOver = Promise<Void>()
        let first = client.start(.get("/delay/600"), completingOn: .anywhere) { result in
            results.withLock { $0.append(result.isCancelled) }
            isOver.fulfil(())
        }
        for await state in first.states where state == .running(.wait) { break }
        try client.mocks.add(.any, .text("now"))
        let second = client.restart(first)
        #expect(await first.result.isCancelled)
        #expect(try await second.value.text == "now")
        try await isOver.arrival()
        #expect(results.withLock { $0 } == [false])
    }
}
