import ClientEngine
import Dispatch
import EngineSupport
import Foundation
import InspectorTestSupport
import Testing

@testable import InspectorCommandLine

@Suite("What a mock server keeps until it is shown", .timeLimit(.minutes(1)))
struct CommandMockServerTests {
    private func event(_ task: TaskID, _ what: Event.Kind) -> Event {
        Event(task: task, attempt: 1, exchange: 1, at: Instant(nanoseconds: 1), what)
    }

    @Test("A body waits as its length, in one event however many pieces it came in")
    func bodies() {
        let mailbox = Mailbox(ServedArrivals())
        let append = { (event: Event) in mailbox.add { $0.append(event) } }
        for _ in 1...10_000 {
            append(event(1, .received([1, 2, 3])))
            append(event(2, .received([4])))
        }
        append(event(1, .anomaly(.closeWithoutNotify)))
        append(event(1, .received([1])))
        var end = ExchangeEnd()
        end.decodedBody = [1, 2, 3]
        append(event(1, .exchangeEnded(end)))
        #expect(
            mailbox.drain().events == [
                event(1, .delivered(30_000)), event(2, .delivered(10_000)),
                event(1, .anomaly(.closeWithoutNotify)), event(1, .delivered(1)),
                event(1, .exchangeEnded(ExchangeEnd())),
            ])
        append(event(2, .received([5])))
        #expect(mailbox.drain().events == [event(2, .delivered(1))], "what was taken is not added to")
    }

    @Test("The first of several signals counts")
    func signals() {
        var arrivals = ServedArrivals()
        arrivals.raise(SIGTERM)
        arrivals.raise(SIGINT)
        #expect(arrivals.signal == SIGTERM)
    }

    @Test("A reader who does not read holds up the writer, but nobody who must leave")
    func unread() async {
        let (gate, begun) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let received = Locked<[UInt8]>([])
        let writer = StreamWriter { bytes in
            begun.signal()
            gate.wait(for: "a reader")
            received.withLock { $0 += bytes }
        }
        let line = String(repeating: "x", count: 40_000)
        let isLetGo = await onThread {
            writer.write(line)
            guard begun.wait(for: "the writer to begin") else { return false }
            let done = DispatchSemaphore(value: 0)
            Thread.detachNewThread {
                for _ in 1...10 { writer.write(line) }
                done.signal()
            }
            let isStuck = !writer.finish(within: .milliseconds(1))
            writer.release()
            return isStuck && done.wait(for: "the writer to be released")
        }
        #expect(isLetGo)
        for _ in 1...20 { gate.signal() }
        #expect(await onThread { writer.finish(within: .seconds(20)) })
        #expect(received.withLock(\.count) == 11 * line.utf8.count)
    }

    /// Runs blocking work on a separate thread.
    private func onThread(_ work: @escaping @Sendable () -> Bool) async -> Bool {
        await withCheckedContinuation { continuation in
            Thread.detachNewThread { continuation.resume(returning: work()) }
        }
    }
}
