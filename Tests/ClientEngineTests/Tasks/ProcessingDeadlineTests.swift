import EngineSupport
import InspectorSandbox
import Testing

@testable import ClientEngine

@Suite("The deadline of what is done with an answer", .timeLimit(.minutes(1)))
struct ProcessingDeadlineTests {
    /// Blocks on every response until it may end, and reports its cancellation.
    private struct Hanging: Interceptor {
        let begun = Promise<Void>()
        let cancelled = Promise<Void>()
        let mayEnd = Promise<Void>()
        let calls = Locked(0)

        func process(_ answer: InterceptedAnswer) async -> InterceptedAnswer {
            calls.withLock { $0 += 1 }
            await hang()
            return answer
        }

        func hang() async {
            await withTaskCancellationHandler {
                begun.fulfil(())
                await mayEnd.value
            } onCancel: {
                cancelled.fulfil(())
            }
        }
    }

    private let time = ManualTime()
    private let server: SandboxServer
    private let client: Client
    private let hanging = Hanging()

    init() throws {
        let time = time
        server = try SandboxServer.start()
        client = Client(baseURL: server.url) { $0.time = time }
    }

    private func request(_ url: String) -> Request {
        Request.get(url).with { $0.totalTimeout = .seconds(5) }
    }

    /// Counts the reported ends of a task.
    private func countEnds() -> (count: Locked<Int>, observation: Observation) {
        let count = Locked(0)
        let observation = client.observe { event in
            if case .taskEnded = event.kind, event.task == 1 { count.withLock { $0 += 1 } }
        }
        return (count, observation)
    }

    @Test(
        "ends a task whose parsing, or whose interceptor, never does; what they do is cancelled, the end told once",
        arguments: [true, false])
    func processing(isParsing: Bool) async throws {
        let hanging = hanging
        let (ends, observation) = countEnds()
        let typed =
            isParsing
            ? request("/hello").parsing { _ in await hanging.hang() }
            : request("/hello").with { $0.interceptors = .adding([hanging]) }.parsing { _ in }
        let task = client.start(typed)
        try await hanging.begun.arrival()
        time.advance(by: .seconds(4))
        // Nothing has happened after a turn of the loop.
        _ = try await client.send(.get("/hello"))
        #expect(task.state == .processing)
        time.advance(by: .seconds(1))
        let result = await task.result
        let error = try #require(result.error as? ClientError)
        #expect(error.label == "timeout/process")
        #expect(error.elapsed == .seconds(5))
        #expect(result.response?.status == 200)
        #expect(task.record.attempts.map(\.status) == [200])
        try await hanging.cancelled.arrival()
        hanging.mayEnd.fulfil(())
        _ = try await client.send(Request.get("/hello").parsing { $0.status })
        #expect(ends.withLock { $0 } == 1)
        #expect(hanging.calls.withLock { $0 } == (isParsing ? 0 : 1))
        withExtendedLifetime(observation) {}
    }

    @Test("ends a task whose failure an interceptor never has enough of; the failure stays")
    func explaining() async throws {
        let task = client.start(request("/reset").with { $0.interceptors = .adding([hanging]) })
        try await hanging.begun.arrival()
        #expect(!task.state.isFinished)
        time.advance(by: .seconds(5))
        #expect((await task.result.error as? ClientError)?.label == "connectionLost/wait")
        try await hanging.cancelled.arrival()
        hanging.mayEnd.fulfil(())
    }

    @Test("leaves interceptors a second for the failure that it is itself")
    func lastWords() async throws {
        let task = client.start(request("/hang").with { $0.interceptors = .adding([hanging]) })
        for await state in task.states where state == .running(.wait) { break }
        time.advance(by: .seconds(5))
        try await hanging.begun.arrival()
        #expect(!task.state.isFinished)
        time.advance(by: .seconds(1))
        #expect((await task.result.error as? ClientError)?.label == "timeout/wait")
        hanging.mayEnd.fulfil(())
    }

    @Test("leaves a file that was whole in time where it is")
    func download() async throws {
        let folder = try TemporaryFolder()
        let hanging = hanging
        let task = client.start(
            request("/hello").downloading(to: folder.path("a")).map { _ in await hanging.hang() })
        try await hanging.begun.arrival()
        time.advance(by: .seconds(5))
        #expect((await task.result.error as? ClientError)?.label == "timeout/process")
        #expect(try folder.names == ["a"])
        hanging.mayEnd.fulfil(())
    }

    @Test("does not wait for what a task without one does")
    func without() async throws {
        let hanging = hanging
        let task = client.start(Request.get("/hello").parsing { _ in await hanging.hang() })
        try await hanging.begun.arrival()
        time.advance(by: .seconds(86_400))
        _ = try await client.send(.get("/hello"))
        #expect(task.state == .processing)
        hanging.mayEnd.fulfil(())
        try await task.value
    }
}
