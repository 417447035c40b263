import ClientEngineCompatibility
import Dispatch
import EngineSupport
import InspectorSandbox
import Testing

@testable import ClientEngine

@Suite("What a client says for its requests", .timeLimit(.minutes(1)))
struct ClientSettingsTests {
    private let server: SandboxServer
    private let time = ManualTime()

    init() throws {
        server = try SandboxServer.start()
    }

    private func client(_ change: (inout ClientConfiguration) -> Void) -> Client {
        Client(baseURL: server.url) {
            $0.time = time
            change(&$0)
        }
    }

    // MARK: - Time

    @Test("an attempt may take what the client allows, or what the request does")
    func attemptTimeout() async throws {
        let client = client { $0.attemptTimeout = .seconds(5) }
        let plain = client.start(.get("/hang"))
        let patient = client.start(.get("/hang").with { $0.attemptTimeout = .seconds(9) })
        await plain.reach(.running(.wait))
        await patient.reach(.running(.wait))
        time.advance(by: .seconds(5))
        try await client.takeTurn()
        #expect(plain.record.error?.label == "timeout/wait")
        #expect(plain.record.error?.message.hasPrefix("not over after 5 s") == true)
        #expect(patient.state == .running(.wait))
        time.advance(by: .seconds(4))
        try await client.takeTurn()
        #expect(patient.state.name == .failed)
        #expect(patient.record.error?.message.hasPrefix("not over after 9 s") == true)
    }

    @Test("it is per attempt: a retry begins anew, and the whole task has a limit of its own")
    func totalTimeout() async throws {
        let client = client {
            $0.attemptTimeout = .seconds(5)
            $0.totalTimeout = .seconds(8)
            $0.retry = RetryPolicy(
                maximumRetries: 9, when: [.kind(.timeout)], backoff: Backoff(from: .zero, hasJitter: false))
        }
        let task = client.start(.get("/hang"))
        await task.reach(.running(.wait))
        time.advance(by: .seconds(5))
        try await client.takeTurn()
        try #require(task.record.attempts.first?.error?.kind == .timeout)
        while task.record.lastAttempt?.number != 2 || task.state != .running(.wait) { await Task.yield() }
        time.advance(by: .seconds(3))
        try await client.takeTurn()
        #expect(task.state.name == .failed)
        #expect(task.record.attempts.count == 2)
        #expect(task.record.error?.message.hasPrefix("not over after 8 s") == true)
    }

    @Test("no wait is begun that would outlast what the client allows for the task; a request may allow more")
    func waits() async throws {
        let client = client {
            $0.totalTimeout = .seconds(30)
            $0.retry = RetryPolicy(
                maximumRetries: 1,
                backoff: Backoff(from: .seconds(60), maximum: .seconds(60), hasJitter: false))
        }
        let short = client.start(.get("/flaky/1?key=short"))
        for await state in short.states {
            if case .waiting = state { break }
        }
        #expect(short.state == .succeeded && short.record.status == 503)
        #expect(short.record.attempts.count == 1)
        let long = client.start(.get("/flaky/1?key=long").with { $0.totalTimeout = .seconds(90) })
        for await state in long.states {
            if case .waiting = state { break }
        }
        time.advance(by: .seconds(60))
        #expect(try await long.value.status == 200)
    }

    @Test("a waiting thread goes by the client's limit where that is shorter than its own")
    func waitingThread() async throws {
        let client = Client(baseURL: server.url) { $0.totalTimeout = .milliseconds(50) }
        let error = Promise<ClientError?>()
        await onThreads(1) { _ in
            do {
                _ = try client.sendAndWait(.get("/hang"))
                error.fulfil(nil)
            } catch let thrown {
                error.fulfil(thrown as? ClientError)
            }
        }
        #expect(try await error.arrival()?.message.hasPrefix("not over after 50 ms") == true)
    }

    // MARK: - Activity

    @Test("a client may not be counted; a request of it may be, and the other way round")
    func activity() async throws {
        for isCounted in [false, true] {
            let client = client { $0.countsAsActivity = isCounted }
            let plain = client.start(.get("/hang"))
            let other = client.start(.get("/hang").with { $0.countsAsActivity = !isCounted })
            for task in [plain, other] { await task.reach(.running(.wait)) }
            #expect(client.activity.newest == 1)
            let (counted, uncounted) = isCounted ? (plain, other) : (other, plain)
            uncounted.cancel()
            _ = await uncounted.result
            #expect(client.activity.newest == 1)
            counted.cancel()
            _ = await counted.result
            #expect(client.activity.newest == 0)
        }
    }

    // MARK: - Executors

    @Test("completions run on the client's executor unless one is named")
    func completions() async throws {
        let key = DispatchSpecificKey<String>()
        func queue(_ name: String) -> DispatchQueue {
            let queue = DispatchQueue(label: name)
            queue.setSpecific(key: key, value: name)
            return queue
        }
        let client = client { $0.completionExecutor = .queue(queue("client's")) }
        let (first, second, third) = (Promise<String?>(), Promise<String?>(), Promise<String?>())
        client.start(.get("/hello")) { _ in first.fulfil(DispatchQueue.getSpecific(key: key)) }
        client.start(Request.get("/hello").parsing { $0.status }) { _ in
            second.fulfil(DispatchQueue.getSpecific(key: key))
        }
        client.start(.get("/hello"), completingOn: .queue(queue("named"))) { _ in
            third.fulfil(DispatchQueue.getSpecific(key: key))
        }
        #expect(try await first.arrival() == "client's")
        #expect(try await second.arrival() == "client's")
        #expect(try await third.arrival() == "named")
        let task = client.task(for: .get("/hello"))
        let late = Promise<String?>()
        task.onCompletion { _ in late.fulfil(DispatchQueue.getSpecific(key: key)) }
        task.resume()
        #expect(await late.value == "client's")
    }

    /// Records where it is called.
    private final class Asked: Interceptor, Authenticator {
        let executor: QueueExecutor
        let seen = Locked<[String: Bool]>([:])

        init(_ executor: QueueExecutor) {
            self.executor = executor
        }

        func note(_ name: String) {
            let isThere = executor.isCurrent
            seen.withLock { $0[name] = isThere }
        }

        func adapt(_ request: Request, for task: InterceptedTask) async throws -> Request {
            note("adapt")
            return request
        }

        func process(_ answer: InterceptedAnswer) async throws -> InterceptedAnswer {
            note("process")
            return answer
        }

        func headers(for request: Request) async throws -> AuthenticationHeaders {
            note("proof")
            return AuthenticationHeaders([:])
        }

        func answer(_ challenge: AuthenticationChallenge) async -> AuthenticationChallenge.Answer {
            note("answer")
            return .giveUp
        }
    }

    @Test(
        "everything of the caller's runs on the client's executor of tasks, or the request's",
        arguments: [true, false])
    func taskExecutor(isOwn: Bool) async throws {
        let (executor, other) = (QueueExecutor(), QueueExecutor())
        let asked = Asked(executor)
        let client = client { $0.taskExecutor = isOwn ? other : executor }
        let request = Request.get("/bearer/x").with {
            $0.interceptors = .adding([asked])
            $0.authentication = .authenticator(asked)
            $0.retry = .custom { _ in
                asked.note("judge")
                return nil
            }
            if isOwn { $0.taskExecutor = executor }
        }
        let typed = request.parsing(ResponseRules(statuses: .anyStatus)) { response in
            asked.note("parse")
            return response.status
        }
        #expect(try await client.send(typed) == 401)
        let unauthenticated = typed.with { $0.request.authentication = nil }
        #expect(try await client.send(unauthenticated) == 401)
        let all = ["adapt", "process", "proof", "answer", "parse", "judge"].map { ($0, true) }
        #expect(asked.seen.withLock { $0 } == Dictionary(uniqueKeysWithValues: all))
    }
}
