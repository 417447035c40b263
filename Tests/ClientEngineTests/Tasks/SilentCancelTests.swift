import EngineSupport
import Foundation
import InspectorSandbox
import Testing

@testable import ClientEngine

@Suite("A cancel that the completion does not hear of", .timeLimit(.minutes(1)))
struct SilentCancelTests {
    /// Reports its release, and the queue of the release.
    private final class Witness: Sendable {
        private let gone: Promise<String?>

        init(_ gone: Promise<String?>) {
            self.gone = gone
        }

        deinit {
            gone.fulfil(DispatchQueue.getSpecific(key: SilentCancelTests.mark))
        }
    }

    private static let mark = DispatchSpecificKey<String>()
    private let queue = DispatchQueue(label: "completions")
    private let calls = Locked<[String]>([])
    private let gone = Promise<String?>()
    private let server: SandboxServer
    private let client: Client

    init() throws {
        queue.setSpecific(key: Self.mark, value: "completions")
        server = try SandboxServer.start()
        client = Client(baseURL: server.url)
    }

    /// Adds a completion to a task.
    ///
    /// After its release, it cannot be called any more.
    private func complete<Value>(_ task: RequestTask<Value>) {
        let witness = Witness(gone)
        task.onCompletion(on: .queue(queue)) { [calls] result in
            withExtendedLifetime(witness) { calls.withLock { $0.append("\(result.isCancelled)") } }
        }
    }

    private func expectSilence<Value>(of task: RequestTask<Value>) async throws {
        #expect(try await gone.arrival() == "completions")
        #expect(await task.result.isCancelled)
        #expect(calls.withLock { $0 } == [])
        #expect(task.state == .cancelled && task.record.state == .cancelled)
    }

    @Test("before resuming: nothing is sent and nothing is called")
    func before() async throws {
        let task = client.task(for: .get("/hello"))
        complete(task)
        task.cancel(notifying: false)
        task.resume()
        try await expectSilence(of: task)
        #expect(server.requests.isEmpty)
    }

    @Test("under way: events, states and whoever waits are told as ever, the completion is not")
    func underWay() async throws {
        let ends = Locked<[TaskOutcome]>([])
        let observation = client.observe { event in
            if case .taskEnded(let outcome) = event.kind { ends.withLock { $0.append(outcome) } }
        }
        let task = client.task(for: .get("/hang"))
        complete(task)
        task.resume()
        var last: TaskState?
        for await state in task.states {
            last = state
            if state == .running(.wait) { task.cancel(notifying: false) }
        }
        #expect(last == .cancelled)
        try await expectSilence(of: task)
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(ends.withLock { $0 } == [.cancelled])
        observation.cancel()
    }

    @Test("while the response is parsed")
    func parsing() async throws {
        let isParsing = Promise<Void>()
        let task = client.task(
            for: Request.get("/hello").parsing { _ in
                isParsing.fulfil(())
                try await Task.sleep(for: .seconds(600))
            })
        complete(task)
        task.resume()
        try await isParsing.arrival()
        task.cancel(notifying: false)
        try await expectSilence(of: task)
    }

    @Test("when everything is over but the call, which waits for its queue")
    func beforeTheCall() async throws {
        let isParsed = Promise<Void>()
        queue.suspend()
        let task = client.task(for: Request.get("/hello").parsing { _ in isParsed.fulfil(()) })
        complete(task)
        task.resume()
        try await isParsed.arrival()
        try await client.loopIsIdle()
        task.cancel(notifying: false)
        queue.resume()
        try await expectSilence(of: task)
    }

    @Test("beside it, the plain cancel is told to the completion")
    func told() async throws {
        let task = client.task(for: .get("/hang"))
        complete(task)
        task.resume()
        for await state in task.states where state == .running(.wait) { task.cancel() }
        #expect(try await gone.arrival() == "completions")
        #expect(calls.withLock { $0 } == ["true"])
    }

    @Test("a completion that is set behind it was asked for anew, and is told")
    func later() async throws {
        let task = client.task(for: .get("/hang"))
        complete(task)
        task.cancel(notifying: false)
        let second = Promise<Bool>()
        task.onCompletion(on: .queue(queue)) { second.fulfil($0.isCancelled) }
        #expect(await second.value)
        try await expectSilence(of: task)
    }

    @Test("of a thousand tasks none is called once the cancel has returned on its queue")
    func races() async throws {
        try client.mocks.add(.any, .text("hello"))
        let tasks = (0..<1000).map { _ in client.task(for: Request.get("/").parsing { $0.status }) }
        let silent = Locked<Set<TaskID>>([])
        let wrong = Locked(0)
        for task in tasks {
            let id = task.id
            task.onCompletion(on: .queue(queue)) { _ in
                if silent.withLock({ $0.contains(id) }) { wrong.withLock { $0 += 1 } }
            }
        }
        await onThreads(2) { [queue] number in
            for task in tasks {
                guard number == 1 else {
                    task.resume()
                    continue
                }
                queue.async {
                    task.cancel(notifying: false)
                    _ = silent.withLock { $0.insert(task.id) }
                }
            }
        }
        for task in tasks { _ = await task.result }
        await withCheckedContinuation { waiter in queue.async { waiter.resume() } }
        #expect(silent.withLock { $0.count } == 1000)
        #expect(wrong.withLock { $0 } == 0)
        #expect(tasks.allSatisfy { $0.state.isFinished })
    }
}
