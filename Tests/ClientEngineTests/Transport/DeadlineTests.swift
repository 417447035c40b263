import InspectorSandbox
import Testing

@testable import ClientEngine

@Suite("Timeouts on a clock moved by hand", .timeLimit(.minutes(1)))
struct DeadlineTests {
    let time = ManualTime()
    let server: SandboxServer
    let client: Client

    init() throws {
        let time = time
        server = try SandboxServer.start()
        client = Client(baseURL: server.url) { $0.time = time }
    }

    @Test(
        "the first byte may take 30 s and no more",
        arguments: [Request.get("/hang"), .post("/hang", body: .text("x"))])
    func firstByte(request: Request) async throws {
        let task = client.start(request)
        await reach(.running(.wait), task)
        time.advance(by: .seconds(29))
        #expect(task.state == .running(.wait))
        time.advance(by: .seconds(1))
        await #expect(throws: ClientError.self) { try await task.value }
        #expect(task.record.error?.label == "timeout/wait")
        #expect(task.record.error?.elapsed == .seconds(30))
        #expect(task.record.error?.message == "waited 30 s for the first byte of the response")
    }

    @Test("a body may be silent for 30 s and no more; what had come is kept")
    func idle() async throws {
        let task = client.start(.get("/bad/H04"))
        await reach(.running(.receive), task)
        time.advance(by: .seconds(30))
        await #expect(throws: ClientError.self) { try await task.value }
        #expect(task.record.error?.label == "timeout/receive")
        #expect(task.record.status == 200)
    }

    @Test("a wait of an hour is over when the clock says so")
    func retryWait() async throws {
        var request = Request.get("/flaky/1?key=manual")
        request.retry = RetryPolicy(
            maximumRetries: 1,
            backoff: Backoff(from: .seconds(3600), maximum: .seconds(3600), hasJitter: false))
        let task = client.start(request)
        for await state in task.states {
            if case .waiting = state { break }
        }
        time.advance(by: .seconds(3600))
        #expect(try await task.value.status == 200)
        #expect(task.record.attempts.last?.waited == .seconds(3600))
    }

    @Test("the time for an attempt runs while it waits for a mock, too")
    func mockedTimeout() async throws {
        try client.mocks.add(.get("/never"), Mock.Answer(.fault(.never)))
        var request = Request.get("/never")
        request.attemptTimeout = .seconds(2)
        let task = client.start(request)
        await reach(.running(.wait), task)
        time.advance(by: .seconds(2))
        await #expect(throws: ClientError.self) { try await task.value }
        #expect(task.record.error?.label == "timeout/wait")
        #expect(task.record.isMocked)
    }

    private func reach(_ goal: TaskState, _ task: RequestTask<Response>) async {
        for await state in task.states where state == goal { return }
    }
}
