import EngineSupport
import Glibc
import Testing

@testable import ClientEngine

@Suite("An executor's handover", .timeLimit(.minutes(1)))
struct ExecutorHandoverTests {
    private final class Executor: Sendable {
        let handover = ExecutorHandover()
    }

    @Test("Whoever waits for its end goes on behind what was handed over")
    func order() async throws {
        let executor = Executor()
        let events = Locked<[String]>([])
        let isOver = Promise<Void>()
        executor.handover.perform {
            let hasBegun = WakePipe()
            DetachedThread.start {
                hasBegun?.wake()
                executor.handover.waitUntilOver()
                events.withLock { $0.append("end") }
                isOver.fulfil(())
            }
            var byte: UInt8 = 0
            _ = hasBegun.map { read($0.reader, &byte, 1) }
            events.withLock { $0.append("handed over") }
        }
        try await isOver.arrival()
        #expect(events.withLock { $0 } == ["handed over", "end"])
    }
}
