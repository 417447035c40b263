import InspectorTestSupport
import Testing

@testable import ClientEngine

@Suite("Timers")
struct TimerQueueTests {
    private func at(_ nanoseconds: Int64) -> Instant { Instant(nanoseconds: nanoseconds) }

    @Test("fire in the order of their instants, and at one instant in the order they were set")
    func order() {
        var queue = TimerQueue<String>()
        for (instant, name) in [(30, "c"), (10, "a"), (20, "b1"), (20, "b2"), (10, "a2"), (20, "b3")] {
            _ = queue.set(name, at: at(Int64(instant)))
        }
        var fired: [String] = []
        while let name = queue.popDue(at: at(100)) { fired.append(name) }
        #expect(fired == ["a", "a2", "b1", "b2", "b3", "c"])
        #expect(queue.next == nil)
    }

    @Test("fire at their instant and not before")
    func due() {
        var queue = TimerQueue<Int>()
        _ = queue.set(1, at: at(10))
        #expect(queue.popDue(at: at(9)) == nil)
        #expect(queue.next == at(10))
        #expect(queue.popDue(at: at(10)) == 1)
        #expect(queue.popDue(at: at(10)) == nil)
    }

    @Test("that are cleared never fire and are not waited for")
    func clear() {
        var queue = TimerQueue<Int>()
        let first = queue.set(1, at: at(10))
        let second = queue.set(2, at: at(20))
        queue.clear(first)
        #expect(queue.next == at(20))
        queue.clear(second)
        #expect(queue.next == nil)
        #expect(queue.popDue(at: at(100)) == nil)
    }

    @Test("clearing twice, or after firing, is no error")
    func clearAgain() {
        var queue = TimerQueue<Int>()
        let first = queue.set(1, at: at(1))
        #expect(queue.popDue(at: at(1)) == 1)
        queue.clear(first)
        _ = queue.set(2, at: at(2))
        queue.clear(first)
        #expect(queue.popDue(at: at(2)) == 2)
    }

    @Test("do what a sorted list does, whatever is set, cleared and taken", arguments: 1...20)
    func oracle(seed: UInt64) {
        var generator = SeededRandom(seed: seed)
        var queue = TimerQueue<Int>()
        var oracle: [(at: Int64, payload: Int, id: TimerQueue<Int>.ID)] = []
        var now: Int64 = 0
        var differences = 0
        for payload in 0..<2000 {
            // Occasionally, most timers are cleared.
            if payload % 500 == 499 {
                for _ in 0..<(oracle.count - oracle.count / 8) { queue.clear(oracle.removeLast().id) }
            }
            switch Int.random(in: 0..<4, using: &generator) {
            case 0, 1:
                let instant = now + Int64.random(in: 0..<50, using: &generator)
                oracle.append((instant, payload, queue.set(payload, at: at(instant))))
            case 2:
                guard let index = oracle.indices.randomElement(using: &generator) else { continue }
                queue.clear(oracle.remove(at: index).id)
            default:
                now += Int64.random(in: 0..<20, using: &generator)
                let due = oracle.filter { $0.at <= now }.min { ($0.at, $0.payload) < ($1.at, $1.payload) }
                oracle.removeAll { $0.payload == due?.payload }
                if queue.popDue(at: at(now)) != due?.payload { differences += 1 }
            }
            if queue.next?.nanoseconds != oracle.map(\.at).min() { differences += 1 }
        }
        #expect(differences == 0)
    }
}
