import EngineSupport
import InspectorSandbox
import InspectorTestSupport
import Testing

@testable import ClientEngine

@Suite("Retries that somebody decides about", .timeLimit(.minutes(1)))
struct RetryJudgeTests {
    private func client(_ server: ScriptedServer, _ policy: RetryPolicy) -> Client {
        Client(baseURL: server.url) { $0.retry = policy }
    }

    @Test("a judge sees the attempt, the request, the answer and what parsing threw")
    func question() async throws {
        struct Odd: Error {}
        let server = try ScriptedServer(500, 200)
        let seen = Locked<[RetryContext]>([])
        let policy = RetryPolicy.custom { question in
            seen.withLock { $0.append(question) }
            return question.attempt.number == 1 ? .milliseconds(1) : nil
        }
        let request = Request.get("/q").parsing { response -> Int in throw Odd() }
        await #expect(throws: Odd.self) { try await client(server, policy).send(request) }
        let questions = seen.withLock { $0 }
        #expect(questions.map(\.attempt.number) == [1, 2])
        #expect(questions.map { $0.response?.status } == [500, 200])
        #expect(questions.map { $0.failure is Odd } == [false, true])
        #expect(questions.allSatisfy { $0.request.url == "/q" && $0.attempt.isIdempotent })
    }

    @Test("a judge is asked about other methods only where idempotence is ignored", arguments: [false, true])
    func idempotence(isIgnored: Bool) async throws {
        let server = try ScriptedServer(500, 200)
        let asked = Locked(0)
        let policy = RetryPolicy.custom(ignoringIdempotence: isIgnored) { question in
            asked.withLock { $0 += 1 }
            return question.response?.isSuccess == false ? .zero : nil
        }
        let response = try await client(server, policy).send(.post("/"))
        #expect(response.status == (isIgnored ? 200 : 500))
        #expect(asked.withLock { $0 } == (isIgnored ? 1 : 0))
    }

    @Test("a judge may decide about failures of the network alone")
    func strategy() async throws {
        let asked = Locked<[Int]>([])
        let policy = RetryPolicy.networkFailure(orServiceUnavailable: true) { question in
            asked.withLock { $0.append(question.attempt.number) }
            return question.attempt.number < 3 ? .zero : nil
        }
        let server = try ScriptedServer(0, 503, 0, 200)
        let task = client(server, policy).start(.get("/"))
        await #expect(throws: ClientError.self) { try await task.value }
        #expect(asked.withLock { $0 } == [1, 2, 3])
        let other = try ScriptedServer(500, 200)
        #expect(try await client(other, policy).send(.get("/")).status == 500)
        #expect(asked.withLock { $0.count } == 3)
    }

    // MARK: - Several policies

    @Test("several policies are asked in turn until one agrees, all with the same number")
    func any() async throws {
        let asked = Locked<[[Int]]>([[], [], []])
        // The third policy agrees at the first attempt, the second at the second, the first at the last.
        let policies = (0..<3).map { index in
            RetryPolicy.custom { question in
                asked.withLock { $0[index].append(question.attempt.number) }
                return question.attempt.number == 3 - index ? .zero : nil
            }
        }
        let server = try ScriptedServer(0, 0, 0, 200)
        #expect(
            try await client(server, .any(policies + [.never])).send(Request.get("/").with { $0.retry = nil })
                .status
                == 200)
        #expect(asked.withLock { $0.map(\.count) } == [3, 2, 1])
    }

    @Test("no policies, or none that agrees, mean no further attempt")
    func none() async throws {
        let refusing = RetryPolicy.custom { _ in nil }
        for policy in [RetryPolicy.any([]), .any([.never, .never]), .any([refusing, refusing])] {
            let server = try ScriptedServer(0, 200)
            let task = client(server, policy).start(.get("/"))
            await #expect(throws: ClientError.self) { try await task.value }
            #expect(server.server.requests.count == 1)
        }
    }

    @Test("values among them stay values: each with its own count and rule")
    func values() async throws {
        let policy = RetryPolicy.any([
            .networkFailure(.retryOnce),
            RetryPolicy(maximumRetries: 3, when: [.status(500)], backoff: .init(from: .zero)),
        ])
        #expect(!policy.mustAsk && policy.maximumRetries == 3 && policy == policy)
        let server = try ScriptedServer(0, 500, 500, 0, 200)
        let task = client(server, policy).start(.get("/"))
        await #expect(throws: ClientError.self) { try await task.value }
        #expect(server.server.requests.count == 4)
    }

    // MARK: - Refreshing

    @Test(
        "what ends while something is refreshed waits for it, and all go again: one refresh",
        arguments: [true, false])
    func refresh(succeeds: Bool) async throws {
        let count = 20
        let (gate, executor) = (Promise<Void>(), QueueExecutor())
        let (isFresh, judged, refreshes) = (Locked(false), Locked(0), Locked(0))
        let server = try ScriptedServer { _ in .init(status: isFresh.withLock { $0 } ? 200 : 401) }
        let policy = RetryPolicy.afterRefresh { question in
            judged.withLock { $0 += 1 }
            return question.response?.status == 401
        } refresh: {
            refreshes.withLock { $0 += 1 }
            await gate.value
            isFresh.withLock { $0 = succeeds }
            return succeeds
        }
        let client = Client(baseURL: server.url) {
            $0.retry = policy
            $0.taskExecutor = executor
        }
        let tasks = (0..<count).map { client.start(.post("/\($0)")) }
        try await wait(for: "the refusal of each") { judged.withLock { $0 >= count } }
        // All tasks were refused and have reached their wait, as far as the executor shows.
        await executor.drain()
        #expect(tasks.allSatisfy { !$0.state.isFinished })
        gate.fulfil(())
        for task in tasks { #expect(try await task.value.status == (succeeds ? 200 : 401)) }
        #expect(refreshes.withLock { $0 } == 1)
        #expect(server.server.requests.count == (succeeds ? 2 * count : count))
    }

    @Test("without an answer nothing is refreshed")
    func noAnswer() async throws {
        let policy = RetryPolicy.afterRefresh { _ in
            true
        } refresh: {
            true
        }
        let server = try ScriptedServer { _ in .init(status: 0) }
        server.server.stop()
        let task = client(server, policy).start(.get("/"))
        await #expect(throws: ClientError.self) { try await task.value }
        #expect(task.record.attempts.count == 1)
    }

    // MARK: - Judges that take for ever

    @Test("a judge that never decides holds up neither cancelling, nor giving up, nor the deadline")
    func stuck() async throws {
        let asked = Locked(0)
        let policy = RetryPolicy.custom { _ in
            asked.withLock { $0 += 1 }
            try? await Task.sleep(for: .seconds(3600))
            return nil
        }
        let server = try ScriptedServer(500)
        let time = ManualTime()
        let client = Client(baseURL: server.url) {
            $0.retry = policy
            $0.time = time
        }
        func started(_ request: Request, _ count: Int) async throws -> RequestTask<Response> {
            let task = client.start(request)
            try await wait(for: "question \(count)") { asked.withLock { $0 >= count } }
            return task
        }
        let cancelled = try await started(.get("/"), 1)
        cancelled.cancel()
        await #expect(throws: CancellationError.self) { try await cancelled.value }
        let givenUp = try await started(.get("/"), 2)
        givenUp.giveUp()
        #expect(try await givenUp.value.status == 500)
        let late = try await started(.get("/").with { $0.totalTimeout = .seconds(5) }, 3)
        time.advance(by: .seconds(5))
        #expect(try await late.value.status == 500)
        #expect(late.record.attempts.count == 1 && server.server.requests.count == 3)
    }

    @Test("in the machine, an attempt that is judged is told of once")
    func machine() throws {
        let policy = RetryPolicy.custom { _ in nil }
        for (decision, end) in [
            (RetryDecision(reason: .status(500), delay: .seconds(2), explanation: ""), "set retry 2"),
            (nil, "parse"),
        ] {
            var trial = try MachineTrial { $0.retry = policy }
            trial.feed([.start, .began(mock: nil)])
            #expect(trial.feed(.answer(500)).suffix(2) == ["clear limit", "decide about 1 answer 500"])
            let told = trial.feed(.decided(decision))
            #expect(told.count { $0.hasPrefix("1.1 answer 500") } == 1)
            #expect(told.last == end)
        }
        var cancelled = try MachineTrial { $0.retry = policy }
        cancelled.feed([.start, .began(mock: nil)])
        cancelled.feed(.answer(500))
        #expect(cancelled.feed(.cancel)[..<2] == ["1.1 answer 500", "abort"])
        #expect(cancelled.machine.stage == .done)
    }
}
