import EngineJSON
import EngineSupport
import Foundation
import InspectorSandbox
import InspectorTestSupport
import Testing

@testable import ClientEngine

@Suite("Retry policies by name", .timeLimit(.minutes(1)))
struct NamedRetryTests {
    /// Sends to a server with the given statuses, where 0 means a truncated body.
    ///
    /// Returns the record and the number of requests.
    private func run(
        _ request: Request, _ policy: RetryPolicy, _ statuses: [Int]
    ) async throws -> (record: TaskRecord, requests: Int) {
        let left = Locked(statuses[...])
        let server = try ScriptedServer { _ in
            .init(status: left.withLock { $0.count > 1 ? $0.removeFirst() : $0.first ?? 200 })
        }
        let client = Client(baseURL: server.url) { $0.retry = policy }
        let task = client.start(request)
        _ = try? await task.value
        return (task.record, server.server.requests.count)
    }

    // MARK: - Failures of the network

    @Test("without a policy a body that is cut off fails the task")
    func never() async throws {
        let (record, requests) = try await run(.get("/"), .never, [0, 200])
        #expect(record.error?.label == "truncated/receive" && requests == 1)
    }

    static let once: [(method: HTTPMethod, orUnavailable: Bool, statuses: [Int], attempts: Int)] = [
        (.get, false, [0, 200], 2), (.get, false, [0, 0, 200], 2), (.post, false, [0, 200], 1),
        (.get, false, [500, 200], 1), (.get, false, [503, 200], 1), (.get, true, [503, 200], 2),
        (.post, true, [503, 200], 2), (.post, true, [0, 200], 1), (.get, true, [500, 200], 1),
        (.get, true, [429, 200], 1), (.get, true, [503, 503, 200], 2), (.get, true, [0, 200], 2),
    ]

    @Test("retryOnce goes by the method, and by 503 where that is asked for", arguments: once)
    func retryOnce(method: HTTPMethod, orUnavailable: Bool, statuses: [Int], attempts: Int) async throws {
        let policy: RetryPolicy =
            orUnavailable ? .networkFailureOrServiceUnavailable(.retryOnce) : .networkFailure(.retryOnce)
        let (record, requests) = try await run(Request(method: method, url: "/"), policy, statuses)
        #expect(requests == attempts)
        #expect(record.origin.attemptsAllowed == 2)
    }

    @Test("retryTwice goes at once, then after the delay", arguments: [[0, 0, 200], [0, 0, 0, 200]])
    func retryTwice(statuses: [Int]) async throws {
        let policy = RetryPolicy.networkFailure(.retryTwice(delay: .milliseconds(20)))
        let (record, requests) = try await run(.get("/"), policy, statuses)
        #expect(requests == 3)
        #expect(record.attempts.map { $0.retry?.delay } == [.zero, .milliseconds(20), nil])
        #expect((record.attempts.last?.waited ?? .zero) >= .milliseconds(20))
        #expect((record.state == .succeeded) == (statuses.count == 3))
        #expect(RetrySchedule.retryTwice() == RetrySchedule(waits: [.zero, .seconds(2)]))
    }

    /// The failures to retry for a GET, and for a POST that the server may have processed.
    static let judged: [ClientError.Kind: (get: Bool, post: Bool)] = [
        .resolve: (true, true), .connect: (true, true), .tls: (true, true), .proxy: (true, true),
        .timeout: (true, false), .connectionLost: (true, false), .protocolViolation: (true, false),
        .truncated: (true, false), .decode: (true, false),
    ]

    @Test("every kind of error is judged", arguments: ClientError.Kind.allCases)
    func kinds(kind: ClientError.Kind) {
        let phase: Phase = [.resolve, .connect, .tls, .proxy].contains(kind) ? .connect : .receive
        let policy = RetryPolicy.networkFailure(.retryOnce)
        let (get, post) = Self.judged[kind] ?? (false, false)
        for (isIdempotent, expected) in [(true, get), (false, post)] {
            let error = ClientError(kind, phase, "")
            var ended = EndedAttempt(number: 1, outcome: .error(error), isIdempotent: isIdempotent)
            #expect((policy.decision(after: ended, now: .now, random: 0) != nil) == expected)
            ended.isParsingFailure = true
            if kind == .decode { #expect(policy.decision(after: ended, now: .now, random: 0) == nil) }
        }
    }

    @Test("a client's policy holds for its requests, a request's own before it")
    func defaults() async throws {
        let policy = RetryPolicy.networkFailureOrServiceUnavailable(.retryOnce)
        #expect(try await run(.get("/"), policy, [503, 200]).requests == 2)
        #expect(try await run(.get("/").with { $0.retry = .never }, policy, [503, 200]).requests == 1)
    }

    // MARK: - Parsing

    /// Sends a typed request to a server that first sends incomplete JSON.
    private func decode(_ method: HTTPMethod, first body: String) async throws -> (
        value: [Int]?, record: TaskRecord
    ) {
        let bodies = Locked([body, "[1,2]"][...])
        let server = try ScriptedServer { _ in
            .init(headers: ["Content-Type": "application/json"], body: bodies.withLock { $0.removeFirst() })
        }
        let client = Client(baseURL: server.url) { $0.retry = .networkFailure(.retryOnce) }
        let task = client.start(Request(method: method, url: "/").decoding([Int].self))
        return (try? await task.value, task.record)
    }

    @Test("JSON that ends too early is fetched again for GET, and not for POST")
    func truncatedJSON() async throws {
        let (value, record) = try await decode(.get, first: "[1,")
        #expect(value == [1, 2])
        #expect(record.attempts.map { $0.error?.label } == ["truncated/process", nil])
        #expect(record.attempts.first?.retry?.reason == .error(kind: .truncated, phase: .process))
        #expect(try await decode(.post, first: "[1,").record.error?.label == "truncated/process")
    }

    @Test("JSON that is wrong is not fetched again")
    func wrongJSON() async throws {
        for body in ["[1,x]", #"["a"]"#] {
            let (value, record) = try await decode(.get, first: body)
            #expect(value == nil && record.attempts.count == 1)
            #expect(record.error?.label == "decode/process")
        }
    }

    @Test("what parsing threw is thrown, unless a later attempt failed otherwise")
    func thrown() async throws {
        struct Odd: Error, Equatable {}
        let server = try ScriptedServer(200, 0)
        let client = Client(baseURL: server.url)
        let odd = Request.get("/").parsing { _ -> Int in throw Odd() }
        await #expect(throws: Odd()) { try await client.send(odd) }
        let other = try ScriptedServer(200, 0)
        let policy = RetryPolicy.custom(maximumRetries: 1) { _ in .zero }
        let retrying = Client(baseURL: other.url) { $0.retry = policy }
        await #expect(throws: ClientError.self) { try await retrying.send(odd) }
    }

    @Test("an attempt that parsing has repeated was on the network once, and the activity returns to zero")
    func activity() async throws {
        let bodies = Locked(["[", "[]"][...])
        let server = try ScriptedServer { _ in .init(body: bodies.withLock { $0.popFirst() ?? "[]" }) }
        let client = Client(baseURL: server.url) { $0.retry = .networkFailure(.retryOnce) }
        #expect(try await client.send(Request.get("/").decoding([Int].self)) == [])
        let task = client.start(.get(server.url + "/hang"))
        task.cancel()
        _ = try? await task.value
        var counts = client.activity.makeAsyncIterator()
        #expect(await counts.next() == 0)
    }

    @Test("in the machine, the states of none, one and two retries, and of a failure that has none")
    func states() async throws {
        for count in 0...2 {
            var trial = try MachineTrial { $0.retry = .networkFailure(.retryTwice(delay: .seconds(1))) }
            trial.feed([.start, .began(mock: nil)])
            for _ in 0..<count {
                trial.feed([.failure(.connectionLost, .wait), .fired(.retry), .began(mock: nil)])
            }
            trial.feed(.answer(200))
            trial.feed(.parsed(nil))
            let retries = Array(repeating: [TaskState.Name.waiting, .running], count: count).joined()
            #expect(trial.states == [.queued, .running] + retries + [.processing, .succeeded])
        }
        var failing = try MachineTrial { $0.retry = .networkFailure(.retryOnce) }
        failing.feed([.start, .began(mock: nil)])
        failing.feed(.answer(200))
        #expect(
            failing.feed(.parsed(ClientError(.truncated, .process, ""))) == [
                "1.1 error truncated/process retry in 0 ms", "set retry 0",
            ])
        failing.feed([.fired(.retry), .began(mock: nil)])
        failing.feed(.answer(200))
        failing.feed(.parsed(ClientError(.truncated, .process, "")))
        #expect(
            failing.states == [
                .queued, .running, .processing, .waiting, .running, .processing, .failed,
            ])
    }

    // MARK: - The other libraries' rules

    @Test("timeouts, 408 and 503 are tried four times more, whatever the method", arguments: [408, 503])
    func timeoutOrUnavailable(status: Int) async throws {
        let policy = RetryPolicy.timeoutOrUnavailable(delay: .milliseconds(1))
        #expect(try await run(.post("/"), policy, [status]).requests == 5)
        #expect(try await run(.get("/"), policy, [500]).requests == 1)
        #expect(try await run(.get("/"), policy, [0]).requests == 1)
        #expect(RetryPolicy.timeoutOrUnavailable().backoff.initial == .seconds(3))
        let ended = EndedAttempt(
            number: 4, outcome: .error(ClientError(.timeout, .wait, "")), isIdempotent: false)
        #expect(policy.decision(after: ended, now: .now, random: 0) != nil)
    }

    @Test("untilSuccess goes on over every failure, and ends with the first success")
    func untilSuccess() async throws {
        let policy = RetryPolicy.untilSuccess(delay: .milliseconds(1))
        let (record, requests) = try await run(.post("/"), policy, [500, 0, 404, 503, 429, 400, 204, 500])
        #expect(requests == 7 && record.status == 204 && record.state == .succeeded)
        #expect(record.origin.attemptsAllowed == nil)
        #expect(RetryPolicy.untilSuccess().backoff.delay(beforeRetry: 9, random: 0) == .seconds(3))
    }

    @Test("As many retries as an integer can count are retries without a bound")
    func endless() async throws {
        let server = try ScriptedServer(503, 200)
        let policies: [RetryPolicy] = [
            .untilSuccess(delay: .zero, maximumRetries: .max), .custom(maximumRetries: .max) { _ in .zero },
            .transientFailures(.constant(.zero, attempts: .max)), RetryPolicy(maximumRetries: .max),
            .timeoutOrUnavailable(maximumRetries: .max, delay: .zero),
            .any([.untilSuccess(maximumRetries: .max)]),
        ]
        for policy in policies {
            let task = Client().start(Request.get(server.url).with { $0.retry = policy })
            task.retryNow()
            #expect(try await task.value.status == 200)
            let allowed = task.record.origin.attemptsAllowed
            #expect(allowed == nil || allowed == .max)
        }
        #expect(
            Client().start(.get(server.url).with { $0.retry = .never }).record.origin.attemptsAllowed == 1)
    }

    @Test(
        "A multiplier of any size gives a wait between zero and the maximum",
        arguments: [-Double.infinity, -1e300, -2, 0, 1e10, 1e300, .infinity, .nan])
    func multipliers(multiplier: Double) {
        for initial in [Duration.zero, .milliseconds(1), .seconds(-1), .unlimited] {
            let schedule = RetrySchedule.exponential(
                from: initial, multiplier: multiplier, maximum: .seconds(9), attempts: nil)
            let policy = RetryPolicy.transientFailures(schedule)
            for number in [1, 2, 3, 64, Int.max] {
                let ended = EndedAttempt(number: number, outcome: .response(status: 503), isIdempotent: true)
                let decision = policy.decision(after: ended, now: .distantPast, random: 0.5)
                #expect((Duration.zero...Duration.seconds(9)).contains(decision?.delay ?? .seconds(-1)))
            }
        }
    }

    @Test("untilSuccess can be capped, and does not try what can never be sent")
    func cappedSuccess() async throws {
        #expect(
            try await run(.get("/"), .untilSuccess(delay: .zero, maximumRetries: 2), [500]).requests == 3)
        let invalid = Request.get("/").with { $0.authentication = .bearer("a\nb") }
        #expect(try await run(invalid, .untilSuccess(delay: .zero), [200]).record.attempts.count == 1)
    }

    @Test("cancelling ends the wait of untilSuccess, and nothing is sent any more")
    func cancelledSuccess() async throws {
        let server = try ScriptedServer(500)
        let client = Client(baseURL: server.url) { $0.retry = .untilSuccess(delay: .seconds(600)) }
        let task = client.start(.get("/"))
        for await state in task.states where state.name == .waiting { task.cancel() }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(server.server.requests.count == 1)
    }
}
