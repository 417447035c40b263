import EngineSupport
import InspectorTestSupport
import Testing

@Suite("A queue with a bound")
struct BoundedQueueTests {
    @Test("says when it is full, and once that it is half free")
    func debt() {
        var queue = BoundedQueue<Int>(capacity: 4)
        let added = (1...5).map { queue.add($0, weight: 1) }
        #expect(added == [true, true, true, false, false])
        var (taken, calls): ([Int], [Bool]) = ([], [])
        while let element = queue.pop() {
            taken.append(element)
            calls.append(queue.payForRoom())
        }
        #expect(taken == [1, 2, 3, 4, 5])
        #expect(calls == [false, false, false, true, false])
        #expect(queue.isEmpty)
    }

    @Test("does not forget whom it turned away when what is added later finds room by chance")
    func room() {
        var queue = BoundedQueue<Int>(capacity: 10)
        let rooms = [queue.add(1, weight: 12)] + (queue.pop() == 1 ? [queue.add(2, weight: 6)] : [])
        #expect(rooms == [false, true], "there is room again, but whoever has paused still waits")
        let calls = [queue.payForRoom(), queue.pop() == 2, queue.payForRoom()]
        #expect(calls == [false, true, true])
    }

    @Test("keeps nothing of what was taken, also where it is never empty")
    func memory() {
        final class Thing {}
        var queue = BoundedQueue<Thing>(capacity: 10)
        weak var first: Thing?
        do {
            let thing = Thing()
            first = thing
            _ = queue.add(thing, weight: 1)
        }
        _ = queue.add(Thing(), weight: 1)
        _ = queue.pop()
        #expect(first == nil)
        #expect(!queue.isEmpty)
    }

    @Test("whoever pauses when told so is always told to go on", arguments: 1...200 as ClosedRange<UInt64>)
    func random(seed: UInt64) {
        var random = SeededRandom(seed: seed)
        let capacity = Int.random(in: 1...64, using: &random)
        var queue = BoundedQueue<Int>(capacity: capacity)
        var (next, expected, isPaused) = (0, 0, false)
        for _ in 0..<500 {
            // A paused sender may still deliver some elements.
            if Bool.random(using: &random), !isPaused || Int.random(in: 0..<4, using: &random) == 0 {
                if !queue.add(next, weight: .random(in: 0...20, using: &random)) { isPaused = true }
                next += 1
            } else if let element = queue.pop() {
                #expect(element == expected)
                expected += 1
                if queue.payForRoom() { isPaused = false }
            } else {
                #expect(!isPaused, "it is empty, and nobody adds any more")
            }
        }
    }
}
