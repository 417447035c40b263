import Foundation
import Testing

@testable import ClientEngine
@testable import ClientEngineRecording

@Suite("Events that wait for an inspector")
struct EventOutboxTests {
    private func event(_ task: TaskID, _ kind: Event.Kind) -> Event {
        Event(task: task, attempt: 1, exchange: 1, at: Instant(nanoseconds: 0), kind)
    }

    private func created(_ task: TaskID) -> Event {
        event(
            task,
            .taskCreated(TaskOrigin(request: .get("http://h.test/"), date: Date(timeIntervalSince1970: 0))))
    }

    @Test("come out as they went in, as many at a time as are wanted")
    func order() {
        var outbox = EventOutbox()
        let events = [created(1), created(2), event(1, .phase(.dns)), event(2, .taskEnded(.succeeded))]
        for event in events { outbox.append(event) }
        #expect(outbox.take(3).events == Array(events.prefix(3)))
        #expect(outbox.take(3).events == [events[3]])
        #expect(outbox.isEmpty)
    }

    @Test("of a task that began before anybody was told, nothing is told")
    func earlier() {
        var outbox = EventOutbox()
        outbox.append(event(1, .phase(.dns)))
        outbox.append(event(1, .taskEnded(.succeeded)))
        #expect(outbox.isEmpty)
        #expect(outbox.take(1).dropped == 0)
    }

    @Test("are bounded in number: what is dropped is counted, and a task that is cut still ends, and says so")
    func numbers() {
        var outbox = EventOutbox()
        outbox.append(created(1))
        for total in 0..<20_000 { outbox.append(event(1, .sent(total: total, expected: nil))) }
        outbox.append(created(2))
        outbox.append(event(2, .phase(.dns)))
        outbox.append(event(2, .taskEnded(.succeeded)))
        outbox.append(event(1, .taskEnded(.succeeded)))
        let (events, dropped) = outbox.take(.max)
        #expect(events.count == 16_384 + 2)
        #expect(events.suffix(2) == [event(1, .anomaly(.leftOut)), event(1, .taskEnded(.succeeded))])
        #expect(dropped == 20_001 - 16_384 + 3)
        #expect(outbox.isEmpty)
        // Tasks that start when there is room again are reported completely.
        for event in [created(3), event(3, .phase(.dns)), event(3, .taskEnded(.cancelled))] {
            outbox.append(event)
        }
        #expect(outbox.take(.max).events.map(\.task) == [3, 3, 3])
    }

    @Test("are bounded in bytes")
    func bytes() {
        var outbox = EventOutbox()
        outbox.append(created(1))
        let part = [UInt8](repeating: 0, count: 1 << 20)
        for _ in 0..<100 { outbox.append(event(1, .received(part))) }
        #expect(outbox.take(.max).events.count < 10)
        outbox.append(created(2))
        #expect(outbox.take(.max).events.count == 1)
    }
}
