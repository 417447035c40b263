import EngineSupport
import Foundation
import InspectorSandbox
import InspectorTestSupport
import Testing

@testable import ClientEngine

@Suite("Tasks on four loops, while everything around them changes", .timeLimit(.minutes(2)))
struct LoopStormTests {
    /// Builds records from the events of tasks as they arrive, and keeps a description of each event out of order.
    private final class Witness: Sendable {
        private let state = Locked((records: [TaskID: TaskRecord](), faults: [String]()))

        var records: [TaskID: TaskRecord] { state.withLock { $0.records } }
        var faults: [String] { state.withLock { $0.faults } }

        func note(_ event: Event) {
            state.withLock { state in
                if let new = TaskRecord(event) {
                    if state.records[event.task] != nil { state.faults.append("\(event.task) began twice") }
                    state.records[event.task] = new
                } else if let record = state.records[event.task] {
                    if record.state.isFinished { state.faults.append("\(event) came late") }
                    let last = record.lastExchange.map { (record.attempts.count, $0.number) } ?? (0, 0)
                    if event.exchange > 0, (event.attempt, event.exchange) < last {
                        state.faults.append("\(event) came after \(last)")
                    }
                    state.records[event.task]?.apply(event)
                } else {
                    state.faults.append("\(event) came before its task")
                }
            }
        }
    }

    private static let threads = 8
    private static let rounds = 48

    @Test(
        "every event comes in order, every task ends once and as its record says, and nothing is left on a loop"
    )
    func storm() async throws {
        let servers = try (0..<8).map { _ in try SandboxServer.start() }
        let client = Client {
            $0.connections.loopCount = 4
            $0.connections.maximumConcurrentExchanges = 16
            $0.cache = .memory(1 << 20)
            $0.retry = .transientFailures(.retryOnce)
        }
        try client.mocks.add(.get("/mocked"), .status(201))
        let witness = Witness()
        let observation = client.observe(witness.note)
        let tasks = Locked<[RequestTask<Response>]>([])
        await onThreads(Self.threads) { number in
            for round in 0..<Self.rounds {
                let server = servers[(number + round) % 8]
                let target = servers[(number + round + 3) % 8].url + "/hello"
                let request: Request =
                    switch round % 6 {
                    case 0: .get(server.url + "/redirect/2", query: ["to": target])
                    case 1: .get(server.url + "/mocked")
                    case 2: .get(server.url + "/reset")
                    case 3: .get(server.url + "/cookies/set", query: ["a\(number)": "\(round)"])
                    default: .get(server.url + "/hello")
                    }
                let task = client.start(request.with { $0.priority = round % 2 == 0 ? .high : .low })
                tasks.withLock { $0.append(task) }
                switch round % 8 {
                case 1: task.cancel()
                case 2: task.priority = .normal
                case 3: client.perform(.cancel, on: task.id)
                case 4: client.annotate(task.id, Annotation("storm"))
                case 5: client.reconfigure { $0.defaultHeaders["X-\(number)"] = "\(round)" }
                case 6: client.holdTasks().release()
                default: break
                }
            }
        }
        for task in tasks.withLock({ $0 }) { _ = await task.result }
        try await client.loopIsIdle()
        try await client.nextTurn()
        #expect(witness.faults == [])
        let records = witness.records
        #expect(records.count == Self.threads * Self.rounds)
        for task in tasks.withLock({ $0 }) {
            let record = try #require(records[task.id])
            #expect(record.state == task.record.state)
            #expect(record.attempts.map(\.exchanges.count) == task.record.attempts.map(\.exchanges.count))
        }
        #expect(records.values.contains { $0.state == .cancelled })
        #expect(records.values.contains { $0.isRedirected })
        #expect(records.values.contains { $0.isRetried })
        #expect(client.activity.newest == 0)
        #expect(client.loops.all.map(\.taskCount) == [0, 0, 0, 0])
        observation.cancel()
    }
}
