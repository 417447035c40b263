import EngineSupport
import Testing

@testable import ClientEngine

@Suite("A queue that moves its elements")
struct MovingQueueTests {
    /// Counts its instances.
    private final class Token: Sendable {
        let number: Int
        private let count: Locked<Int>

        init(_ number: Int, _ count: Locked<Int>) {
            (self.number, self.count) = (number, count)
            count.withLock { $0 += 1 }
        }

        deinit { count.withLock { $0 -= 1 } }
    }

    @Test("elements come out in the order in which they came in, however many there were")
    func order() {
        let queue = MovingQueue<Int>(capacity: 2)
        var (next, taken) = (0, [Int]())
        for round in 1...50 {
            for _ in 0..<round {
                queue.append(next)
                next += 1
            }
            for _ in 0..<round / 2 { if let first = queue.popFirst() { taken.append(first) } }
        }
        #expect(queue.last == next - 1)
        while let first = queue.popFirst() { taken.append(first) }
        #expect(taken == Array(0..<next))
        #expect(queue.isEmpty)
        #expect(queue.last == nil)
    }

    @Test("what it holds is let go of once: taken out, removed, or with the queue")
    func lifetimes() {
        let count = Locked(0)
        var queue: MovingQueue? = MovingQueue<Token>(capacity: 1)
        for number in 0..<8 { queue?.append(Token(number, count)) }
        #expect(queue?.popFirst()?.number == 0)
        queue?.removeLast()
        #expect(queue?.withElements { $0.map(\.number) } == Array(1...6))
        #expect(count.withLock { $0 } == 6)
        queue?.removeAll()
        #expect(count.withLock { $0 } == 0)
        queue?.append(Token(9, count))
        queue = nil
        #expect(count.withLock { $0 } == 0)
    }
}
