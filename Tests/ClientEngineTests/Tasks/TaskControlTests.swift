import ClientEngine
import Foundation
import InspectorSandbox
import Testing

@Suite("Retries, waits and cancelling", .timeLimit(.minutes(1)))
struct TaskControlTests {
    let server: SandboxServer
    let quick = RetryPolicy(
        maximumRetries: 4, backoff: Backoff(from: .milliseconds(10), hasJitter: false))
    let slow = RetryPolicy(
        maximumRetries: 4, backoff: Backoff(from: .seconds(600), maximum: .seconds(600), hasJitter: false))

    init() throws {
        server = try SandboxServer.start()
    }

    func client(_ retry: RetryPolicy = .never) -> Client {
        Client(baseURL: server.url) { $0.retry = retry }
    }

    @Test("a flaky route fails twice and then succeeds, each attempt on record")
    func flaky() async throws {
        let response = try await client(quick).send(.get("/flaky/2?key=a"))
        #expect(response.status == 200)
        #expect(response.record.attempts.map(\.status) == [503, 503, 200])
        #expect(response.record.attempts.map(\.reason) == [nil, .status(503), .status(503)])
        #expect(response.record.attempts[0].retry?.delay == .milliseconds(10))
        #expect(response.record.attempts[1].retry?.delay == .milliseconds(20))
        #expect(response.record.attempts.dropFirst().allSatisfy { ($0.waited ?? .zero) >= .milliseconds(10) })
    }

    @Test("retries that run out end with the last answer")
    func exhausted() async throws {
        let policy = RetryPolicy(maximumRetries: 1, backoff: quick.backoff)
        let response = try await client(policy).send(.get("/status/503"))
        #expect(response.status == 503)
        #expect(response.record.state == .succeeded)
        #expect(response.record.attempts.count == 2)
    }

    @Test("POST is not retried unless asked")
    func post() async throws {
        let once = try await client(quick).send(.post("/flaky/1?key=b", body: .text("x")))
        #expect(once.record.attempts.count == 1)
        var eager = quick
        eager.ignoresIdempotence = true
        let again = try await client(eager).send(.post("/flaky/1?key=c", body: .text("x")))
        #expect(again.record.attempts.count == 2)
        #expect(again.status == 200)
    }

    @Test("the first state of a waiting task names the wait; retryNow ends it")
    func retryNow() async throws {
        let task = client(slow).start(.get("/flaky/1?key=d"))
        let plan = await firstWait(of: task)
        #expect(plan?.reason == .status(503))
        #expect(plan?.delay == .seconds(600))
        task.retryNow()
        #expect(try await task.value.status == 200)
        #expect(task.record.attempts.count == 2)
    }

    @Test("giveUp keeps the last answer")
    func giveUp() async throws {
        let task = client(slow).start(.get("/status/503"))
        _ = await firstWait(of: task)
        task.giveUp()
        #expect(try await task.value.status == 503)
        #expect(task.record.state == .succeeded)
    }

    @Test("giving up after a failure ends with the failure")
    func giveUpAfterError() async throws {
        let task = client(slow).start(.get("/flaky/9?key=e&how=reset"))
        _ = await firstWait(of: task)
        task.giveUp()
        await #expect(throws: ClientError.self) { try await task.value }
        #expect(task.record.error?.kind == .connectionLost)
    }

    @Test("cancel ends a task that waits for a retry")
    func cancelWaiting() async throws {
        let task = client(slow).start(.get("/status/503"))
        _ = await firstWait(of: task)
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(task.record.state == .cancelled)
    }

    @Test("cancel ends a task that waits for its first byte, and the server sees it go")
    func cancelHanging() async throws {
        let task = client().start(.get("/hang"))
        for await state in task.states where state == .running(.wait) {
            task.cancel()
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(task.record.attempts.last?.outcome == .cancelled)
    }

    @Test("cancel before anything was sent reaches no server")
    func cancelAtOnce() async throws {
        let task = client().start(.get("/hello"))
        task.cancel()
        await #expect(throws: CancellationError.self) { try await task.value }
    }

    @Test("cancelling the Swift task that sends cancels the request")
    func cancelStructured() async throws {
        let client = client()
        let events = client.events().makeAsyncIterator()
        let sending = Task { try await client.send(.get("/hang")) }
        var iterator = events
        while let event = await iterator.next() {
            if event.kind == .phase(.wait) { sending.cancel() }
            if case .taskEnded(let outcome) = event.kind {
                #expect(outcome == .cancelled)
                break
            }
        }
        await #expect(throws: CancellationError.self) { try await sending.value }
    }

    @Test("a timeout is per attempt, and names the phase it was in")
    func timeout() async throws {
        var request = Request.get("/hang")
        request.attemptTimeout = .milliseconds(60)
        request.retry = RetryPolicy(maximumRetries: 1, backoff: quick.backoff)
        let task = client().start(request)
        await #expect(throws: ClientError.self) { try await task.value }
        #expect(task.record.attempts.map { $0.error?.label } == ["timeout/wait", "timeout/wait"])
    }

    @Test("a deadline is for the whole task: no wait is begun that would outlast it")
    func deadline() async throws {
        var request = Request.get("/status/503")
        request.totalTimeout = .seconds(5)
        let response = try await client(slow).send(request)
        #expect(response.status == 503)
        #expect(response.record.attempts.count == 1)
    }

    @Test("a refused connection fails in the phase connect")
    func refused() async throws {
        let closed = try SandboxServer.start()
        let url = closed.url
        closed.stop()
        let task = client().start(.get(url + "/hello"))
        await #expect(throws: ClientError.self) { try await task.value }
        let exchange = try #require(task.record.lastExchange)
        #expect(exchange.error?.label == "connect/connect")
        #expect(exchange.error?.curlCode == 7)
        #expect(exchange.phases.map(\.phase).contains(.connect))
    }

    @Test(
        "what cannot be sent fails before anything is sent",
        arguments: [
            Request.get("ftp://127.0.0.1/x"), Request.get("http://127.0.0.1:99999/"),
            Request.get("http://["), Request(method: "GE T", url: "/hello"),
            Request(url: "/hello", headers: ["X-A": "a\r\nB: c"]),
            Request(url: "/hello", headers: ["A B": "c"]),
        ])
    func invalid(request: Request) async throws {
        let task = client().start(request)
        await #expect(throws: ClientError.self) { try await task.value }
        #expect(task.record.error?.label == "invalidRequest/queue")
        #expect(server.requests.isEmpty)
    }

    @Test("activity counts what is on the network and returns to zero")
    func activity() async throws {
        let client = client()
        let task = client.start(.get("/hang"))
        for await state in task.states where state == .running(.wait) { break }
        var counts = client.activity.makeAsyncIterator()
        #expect(await counts.next() == 1)
        task.cancel()
        while let count = await counts.next(), count != 0 {}
        // The count decreases when the attempt ends, shortly before the task ends.
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(task.record.state == .cancelled)
    }

    private func firstWait(of task: RequestTask<Response>) async -> RetryPlan? {
        for await state in task.states {
            if case .waiting(let plan) = state { return plan }
        }
        return nil
    }
}
