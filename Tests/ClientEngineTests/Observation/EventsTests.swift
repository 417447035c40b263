import EngineSupport
import Testing

@testable import ClientEngine

@Suite("The sequence of events", .timeLimit(.minutes(1)))
struct EventsTests {
    private let hub = EventHub()
    private let backpressure = Backpressure()
    private var events: Events { Events(hub: hub, backpressure: backpressure) }

    private func event(_ number: Int) -> Event {
        Event(task: number, at: Instant(nanoseconds: 0), .processing)
    }

    @Test("none is lost, and they come in order")
    func complete() async {
        var iterator = events.makeAsyncIterator()
        let count = 20_000
        let writing = Task { [hub] in for number in 0..<count { hub.publish(event(number)) } }
        var misplaced = 0
        for number in 0..<count where await iterator.next()?.task != number { misplaced += 1 }
        await writing.value
        #expect(misplaced == 0)
        #expect(!backpressure.isActive)
    }

    @Test("what happened before iteration began is not told")
    func beginning() async {
        hub.publish(event(1))
        var iterator = events.makeAsyncIterator()
        hub.publish(event(2))
        #expect(await iterator.next()?.task == 2)
    }

    @Test("a reader far behind congests until it has caught up, and relief is told once")
    func congested() async {
        let reliefs = Locked(0)
        backpressure.connect(hub, Backpressure.Listener(onResume: { reliefs.withLock { $0 += 1 } }))
        var iterator = events.makeAsyncIterator()
        for number in 0..<4096 { hub.publish(event(number)) }
        #expect(!backpressure.isActive)
        for number in 4096..<6000 { hub.publish(event(number)) }
        #expect(backpressure.isActive)
        for _ in 0..<4000 { _ = await iterator.next() }
        #expect(backpressure.isActive)
        for _ in 0..<1000 { _ = await iterator.next() }
        #expect(!backpressure.isActive)
        #expect(reliefs.withLock { $0 } == 1)
    }

    @Test("a reader that goes away no longer congests")
    func abandoned() {
        do {
            let iterator = events.makeAsyncIterator()
            for number in 0..<5000 { hub.publish(event(number)) }
            #expect(backpressure.isActive)
            withExtendedLifetime(iterator) {}
        }
        #expect(!backpressure.isActive)
    }

    @Test("of two readers that are behind, both must catch up")
    func two() async {
        var quick = events.makeAsyncIterator()
        var slow = events.makeAsyncIterator()
        for number in 0..<5000 { hub.publish(event(number)) }
        for _ in 0..<5000 { _ = await quick.next() }
        #expect(backpressure.isActive)
        for _ in 0..<5000 { _ = await slow.next() }
        #expect(!backpressure.isActive)
    }

    @Test(
        "a reader that reads nothing is let go when patience ends, is told what it missed, and is waited for again"
    )
    func letGo() async {
        let backpressure = Backpressure(patience: .seconds(10))
        let reliefs = Locked(0)
        backpressure.connect(hub, Backpressure.Listener(onResume: { reliefs.withLock { $0 += 1 } }))
        var iterator = Events(hub: hub, backpressure: backpressure).makeAsyncIterator()
        var other = Events(hub: hub, backpressure: backpressure).makeAsyncIterator()
        for number in 1...5000 { hub.publish(event(number)) }
        for number in 1...5000 { #expect(await other.next()?.task == number) }
        #expect(backpressure.review(at: second(9)) == second(10))
        #expect(backpressure.isActive && reliefs.withLock { $0 } == 0)
        #expect(backpressure.review(at: second(10)) == nil)
        #expect(!backpressure.isActive && reliefs.withLock { $0 } == 1)
        for number in 5001...6000 { hub.publish(event(number)) }
        #expect(!backpressure.isActive)
        // The newest 4096 events are kept.
        let missed = await iterator.next()
        #expect(missed?.kind == .missed(6000 - 4096) && missed?.task == 0)
        #expect(await iterator.next()?.task == 6000 - 4096 + 1)
        hub.publish(event(6001))
        hub.publish(event(6002))
        #expect(backpressure.isActive, "it reads again")
        for number in (6000 - 4096 + 2)...6002 { #expect(await iterator.next()?.task == number) }
        #expect(!backpressure.isActive)
        for number in 5001...6002 { #expect(await other.next()?.task == number) }
    }

    private func second(_ number: Int64) -> Instant { Instant(nanoseconds: number * 1_000_000_000) }

    @Test("a reader that reads, however slowly, is waited for; without patience any is")
    func slow() async {
        let backpressure = Backpressure(patience: .seconds(10))
        var iterator = Events(hub: hub, backpressure: backpressure).makeAsyncIterator()
        for number in 1...5000 { hub.publish(event(number)) }
        for number in 1...100 {
            #expect(await iterator.next()?.task == number)
            #expect(backpressure.review(at: second(Int64(number) * 9)) == second(Int64(number) * 9 + 10))
        }
        #expect(backpressure.isActive)
        backpressure.patience = nil
        #expect(backpressure.review(at: second(86_400)) == nil)
        #expect(backpressure.isActive)
    }

    @Test("however long a reader is waited for, it keeps no more than 65,536 events")
    func bounded() async {
        var iterator = events.makeAsyncIterator()
        for number in 1...70_000 { hub.publish(event(number)) }
        #expect(backpressure.isActive)
        #expect(await iterator.next()?.kind == .missed(70_000 - 65_536))
        #expect(await iterator.next()?.task == 70_000 - 65_536 + 1)
    }

    @Test("cancelling the reading task ends the sequence, whether it waits or has events before it")
    func cancelled() async {
        let queue = EventQueue(backpressure: backpressure)
        let waiting = Task { await queue.next() }
        waiting.cancel()
        #expect(await waiting.value == nil)
        for number in 0..<5000 { queue.append(event(number)) }
        #expect(!backpressure.isActive, "what nobody will read was kept")
        #expect(await queue.next() == nil)
    }

    @Test("cancelling a reader that is behind relieves the network at once")
    func cancelledWhileBlocking() async {
        let queue = EventQueue(backpressure: backpressure)
        for number in 0..<5000 { queue.append(event(number)) }
        #expect(backpressure.isActive)
        let reading = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            return await queue.next()
        }
        #expect(await reading.value == nil)
        #expect(!backpressure.isActive)
    }

    @Test("an observer hears nothing more once its observation is cancelled or gone")
    func observation() {
        let heard = Locked<[Int]>([])
        let observation = hub.observe { events in heard.withLock { $0 += events.map(\.task) } }
        hub.publish(event(1))
        observation.cancel()
        observation.cancel()
        hub.publish(event(2))
        do {
            let brief = hub.observe { events in heard.withLock { $0 += events.map(\.task) } }
            hub.publish(event(3))
            withExtendedLifetime(brief) {}
        }
        hub.publish(event(4))
        #expect(heard.withLock { $0 } == [1, 3])
    }

    @Test("an observer may hold the observation of another")
    func nested() {
        let outer = hub.observe { [inner = hub.observe { _ in }] _ in withExtendedLifetime(inner) {} }
        outer.cancel()
        hub.publish(event(1))
        #expect(!backpressure.isActive)
    }
}

extension EventHub {
    fileprivate func publish(_ event: Event) { publish([Teller(event)]) }
}

/// Reports one event without a record.
private final class Teller: EventTeller {
    private let event: Event

    init(_ event: Event) {
        self.event = event
    }

    func takeUntold() -> ArraySlice<Event> { [event] }

    var snapshot: TaskRecord { preconditionFailure("nobody asks for a record") }
}
