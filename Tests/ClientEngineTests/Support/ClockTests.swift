import EngineSupport
import InspectorSandbox
import InspectorTestSupport
import Testing

@testable import ClientEngine

/// A clock that a test advances, independent of the engine's clocks.
private final class HandClock: Clock {
    struct Instant: InstantProtocol {
        var offset: Duration
        func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
        func duration(to other: Instant) -> Duration { other.offset - offset }
        static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
    }

    private struct State {
        var now = Instant(offset: .seconds(1000))
        var sleepers: [Int: (until: Instant, waiter: CheckedContinuation<Void, any Error>)] = [:]
        var lastID = 0
    }

    private let state = Locked(State())

    var now: Instant { state.withLock { $0.now } }
    var minimumResolution: Duration { .nanoseconds(1) }
    /// The number of waiting sleepers.
    var sleepers: Int { state.withLock { $0.sleepers.count } }

    func sleep(until deadline: Instant, tolerance: Duration?) async throws {
        let id = state.withLock { state in
            state.lastID += 1
            return state.lastID
        }
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { waiter in
                let isOver = state.withLock { state in
                    if deadline <= state.now || Task.isCancelled { return true }
                    state.sleepers[id] = (deadline, waiter)
                    return false
                }
                if isOver { waiter.resume(with: Result { try Task.checkCancellation() }) }
            }
        } onCancel: {
            state.withLock { $0.sleepers.removeValue(forKey: id) }?.waiter.resume(
                throwing: CancellationError())
        }
    }

    func advance(by duration: Duration) {
        let due = state.withLock { state in
            state.now = state.now.advanced(by: duration)
            let due = state.sleepers.filter { $0.value.until <= state.now }
            for id in due.keys { state.sleepers[id] = nil }
            return due.values.map(\.waiter)
        }
        for waiter in due { waiter.resume() }
    }
}

@Suite("A clock of the program's own", .timeLimit(.minutes(1)))
struct ClockTests {
    private let clock = HandClock()

    private func client(_ url: String) -> Client {
        Client(baseURL: url) {
            $0.clock = clock
            $0.retry = RetryPolicy(
                maximumRetries: 1,
                backoff: Backoff(from: .seconds(3600), maximum: .seconds(3600), hasJitter: false))
        }
    }

    @Test("the wait before a retry is over when the clock says so, and not before")
    func retry() async throws {
        let server = try ScriptedServer(503, 200)
        let client = client(server.url)
        let task = client.start(.get("/a"))
        for await state in task.states { if case .waiting = state { break } }
        clock.advance(by: .seconds(3599))
        try await client.nextTurn()
        #expect(task.state.name == .waiting)
        clock.advance(by: .seconds(1))
        let result = try await arrival(of: "the second attempt") { await task.result }
        #expect(result.value?.status == 200)
        #expect(task.record.attempts.last?.waited == .seconds(3600))
        let total = task.record.ended.map { $0 - task.record.created }
        #expect(total == .seconds(3600))
    }

    @Test("time limits of an attempt, of a task and of an exchange pass on it", arguments: 0..<3)
    func limits(which: Int) async throws {
        let server = try SandboxServer.start()
        let request = Request.get("/hang").with {
            $0.retry = .never
            $0.timeouts.firstByte = .unlimited
            switch which {
            case 0: $0.attemptTimeout = .seconds(600)
            case 1: $0.totalTimeout = .seconds(600)
            default: $0.timeouts.firstByte = .seconds(600)
            }
        }
        let task = client(server.url).start(request)
        await task.reach(.running(.wait))
        clock.advance(by: .seconds(601))
        let result = try await arrival(of: "the time limit") { await task.result }
        #expect((result.error as? ClientError)?.label == "timeout/wait")
    }

    @Test("it is what the configuration says; without one that is the machine's, and libcurl's waits are too")
    func configuration() {
        var configuration = ClientConfiguration()
        #expect(configuration.clock is SuspendingClock && configuration.time is SystemTime)
        configuration.clock = clock
        #expect(configuration.clock as? HandClock === clock)
        #expect(configuration.time.now() == Instant(nanoseconds: 0))
        let date = configuration.time.date()
        clock.advance(by: .seconds(60))
        #expect(configuration.time.date().timeIntervalSince(date) == 60)
        configuration.clock = SuspendingClock()
        #expect(configuration.time is SystemTime)
    }

    @Test("a clock that runs by itself does as well")
    func continuous() async throws {
        let server = try ScriptedServer(503, 200)
        let client = Client(baseURL: server.url) {
            $0.clock = ContinuousClock()
            $0.retry = RetryPolicy(
                maximumRetries: 1, backoff: Backoff(from: .milliseconds(5), hasJitter: false))
        }
        #expect(try await client.send(.get("/a")).status == 200)
    }

    @Test("a client that is let go leaves nobody asleep")
    func letGo() async throws {
        let server = try ScriptedServer(200)
        let gone = Promise<Void>()
        do {
            let client = client(server.url)
            client.loop.enqueue { $0.onEnd = { gone.fulfil(()) } }
            #expect(
                try await client.send(Request.get("/a").with { $0.totalTimeout = .seconds(60) }).status == 200
            )
        }
        try await gone.arrival()
        #expect(clock.sleepers == 0)
    }
}
