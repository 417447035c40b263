import Dispatch
import EngineSupport
import InspectorSandbox
import Testing

@testable import ClientEngine

@Suite("Events in batches", .timeLimit(.minutes(1)))
struct EventBatchesTests {
    private let server: SandboxServer
    private let client: Client

    init() throws {
        server = try SandboxServer.start()
        client = Client(baseURL: server.url)
    }

    @Test("a batch is what a turn of the loop has brought, and all batches are all events")
    func batches() async throws {
        let (single, batched) = (Locked<[Event]>([]), Locked<[[Event]]>([]))
        let observations = [
            client.observe { event in single.withLock { $0.append(event) } },
            client.observeBatches { batch in batched.withLock { $0.append(Array(batch)) } },
        ]
        let tasks = (0..<20).map { _ in client.start(.get("/hello")) }
        for task in tasks { _ = try await task.value }
        for observation in observations { observation.cancel() }
        let (events, batches) = (single.withLock { $0 }, batched.withLock { $0 })
        #expect(batches.allSatisfy { !$0.isEmpty })
        for task in tasks {
            // Tasks are created on this thread and continue on the loop's thread, so the first events may be in
            // either order.
            #expect(batches.joined().filter { $0.task == task.id } == events.filter { $0.task == task.id })
            // One turn starts an attempt and its exchange.
            let first = batches.first { $0.contains { $0.isStartOfAttempt(of: task.id) } } ?? []
            #expect(first.contains { $0.isStartOfExchange(of: task.id) })
        }
    }

    @Test("who hears of a task may cancel it at once, and all others hear of it before they hear of its end")
    func cancelledByObserver() async throws {
        let events = Locked<[Event]>([])
        let observations = [
            client.observe { [client] event in
                guard case .taskCreated = event.kind else { return }
                client.perform(.cancel, on: event.task)
                // Waits two turns: the loop reports everything of the first turn before the second.
                for _ in 0..<2 {
                    let turn = DispatchSemaphore(value: 0)
                    client.loop.enqueue { _ in turn.signal() }
                    turn.wait(for: "a turn of the loop")
                }
            },
            client.observe { event in events.withLock { $0.append(event) } },
        ]
        let task = Locked<RequestTask<Response>?>(nil)
        await onThreads(1) { [client] _ in
            let started = client.start(.get("/hello"))
            task.withLock { $0 = started }
        }
        let result = await task.withLock { $0 }?.result
        for observation in observations { observation.cancel() }
        #expect(result?.isCancelled == true)
        let kinds = events.withLock { $0.map(\.kind) }
        guard case .taskCreated = kinds.first, case .taskEnded(.cancelled) = kinds.last else {
            Issue.record("told in this order: \(kinds)")
            return
        }
    }

    @Test("who waits for a task wakes behind its end")
    func ends() async throws {
        let ended = Locked<Set<TaskID>>([])
        let observation = client.observeBatches { batch in
            for event in batch {
                if case .taskEnded = event.kind { ended.withLock { _ = $0.insert(event.task) } }
            }
        }
        for _ in 0..<20 {
            let task = client.start(.get("/hello"))
            _ = try await task.value
            #expect(ended.withLock { $0.contains(task.id) })
        }
        observation.cancel()
    }

    @Test(
        "a task that has ended is told once, with its whole record", arguments: [true, false], [true, false])
    func endedTasks(keepsBody: Bool, observesEvents: Bool) async throws {
        let ended = Locked<[EndedTask]>([])
        let observation = client.observeEnds { tasks in ended.withLock { $0 += tasks } }
        // Other observers change nothing.
        let other = observesEvents ? client.observe { _ in } : nil
        let request = Request.get("/bytes/40000").with { $0.discardsBody = !keepsBody }
        let tasks = (0..<5).map { _ in client.start(request) }
        for task in tasks { _ = try await task.value }
        observation.cancel()
        other?.cancel()
        let records = ended.withLock { $0.map(\.record) }
        #expect(records.sorted { $0.id < $1.id } == tasks.map(\.record))
        for record in records {
            #expect(record.state == .succeeded && record.lastExchange?.bodySize == 40_000)
            #expect(record.keptBytes == (keepsBody ? 40_000 : 0))
        }
    }

    @Test("no more batches come once the observation was cancelled")
    func cancelled() async throws {
        let count = Locked(0)
        let observation = client.observeBatches { batch in count.withLock { $0 += batch.count } }
        _ = try await client.send(.get("/hello"))
        observation.cancel()
        let before = count.withLock { $0 }
        _ = try await client.send(.get("/hello"))
        #expect(before > 0)
        #expect(count.withLock { $0 } == before)
    }
}

extension Event {
    fileprivate func isStartOfAttempt(of task: TaskID) -> Bool {
        if case .attemptStarted = kind { self.task == task } else { false }
    }

    fileprivate func isStartOfExchange(of task: TaskID) -> Bool {
        if case .exchangeStarted = kind { self.task == task } else { false }
    }
}
