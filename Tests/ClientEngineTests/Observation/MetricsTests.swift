import ClientEngineCompatibility
import EngineSupport
import Foundation
import InspectorSandbox
import Testing

@testable import ClientEngine

@Suite("Metrics of attempts", .timeLimit(.minutes(1)))
struct MetricsTests {
    /// Records entries in order.
    private final class Log: Sendable {
        private let entries = Locked<[String]>([])

        var all: [String] { entries.withLock { $0 } }

        func add(_ entry: String) {
            entries.withLock { $0.append(entry) }
        }

        /// Returns a callback that records the numbers of attempts.
        func callback(_ name: String, on executor: CallbackExecutor) -> MetricsCallback {
            MetricsCallback(on: executor) { self.add("\(name) \($0.id).\($1.number)") }
        }
    }

    private let server: SandboxServer
    private let client: Client
    private let log = Log()
    private let queue = DispatchQueue(label: "metrics")

    init() throws {
        server = try SandboxServer.start()
        client = Client(baseURL: server.url)
    }

    private var executor: CallbackExecutor { .queue(queue) }

    /// Runs a task until everything about it was reported.
    private func finish(_ task: RequestTask<Response>) async throws {
        let isOver = Promise<Void>()
        task.onCompletion(on: executor) { _ in isOver.fulfil(()) }
        task.resume()
        try await isOver.arrival()
    }

    @Test("an attempt is told on its queue, with its timings, before the completion")
    func once() async throws {
        let key = DispatchSpecificKey<Bool>()
        queue.setSpecific(key: key, value: true)
        let told = Promise<(Bool, TaskRecord, AttemptRecord)>()
        client.metrics = MetricsCallback(on: executor) { [log] record, attempt in
            log.add("metrics")
            told.fulfil((DispatchQueue.getSpecific(key: key) == true, record, attempt))
        }
        let isOver = Promise<Void>()
        client.start(.get("/hello"), completingOn: executor) { [log] _ in
            log.add("completion")
            isOver.fulfil(())
        }
        let (isOnQueue, record, attempt) = try await told.arrival()
        #expect(isOnQueue)
        #expect(record.origin.request.url == "/hello")
        #expect(attempt.outcome == .response(status: 200))
        #expect(attempt.exchanges.first?.timings[.wait] != nil)
        try await isOver.arrival()
        #expect(log.all == ["metrics", "completion"])
    }

    @Test("two retries make three calls, and what is cancelled or fails is told too")
    func retries() async throws {
        client.metrics = log.callback("told", on: executor)
        let backoff = Backoff(from: .milliseconds(1), hasJitter: false)
        try await finish(
            client.task(
                for: Request.get("/flaky/2?key=metrics").with {
                    $0.retry = RetryPolicy(maximumRetries: 2, backoff: backoff)
                }))
        try await finish(client.task(for: .get("/reset")))
        let hanging = client.start(.get("/hang"))
        for await state in hanging.states where state == .running(.wait) { hanging.cancel() }
        try await finish(hanging)
        #expect(log.all == ["told 1.1", "told 1.2", "told 1.3", "told 2.1", "told 3.1"])
    }

    @Test("a callback that is set later is not told of what was made before, and disturbs nothing")
    func setLater() async throws {
        let task = client.task(for: .get("/delay/0.02"))
        client.metrics = log.callback("late", on: executor)
        try await finish(task)
        #expect(task.state == .succeeded)
        #expect(log.all.isEmpty)
    }

    @Test("another callback hears of what was made before it came")
    func changed() async throws {
        client.metrics = log.callback("first", on: executor)
        let task = client.task(for: .get("/hello"))
        client.metrics = log.callback("second", on: executor)
        try await finish(task)
        #expect(log.all == ["second 1.1"])
    }

    @Test("a callback that is taken away while a task runs hears nothing, nor does one that comes after it")
    func cleared() async throws {
        client.metrics = log.callback("first", on: executor)
        let (task, other) = (client.start(.get("/hang")), client.task(for: .get("/hello")))
        for await state in task.states where state == .running(.wait) { break }
        client.metrics = nil
        try await finish(other)
        client.metrics = log.callback("again", on: executor)
        task.cancel()
        try await finish(task)
        #expect(log.all.isEmpty)
        try await finish(client.task(for: .get("/hello")))
        #expect(log.all == ["again 3.1"])
    }
}
