import EngineSupport
import Testing

@Suite("A channel between a thread that must not wait and a task that may", .timeLimit(.minutes(1)))
struct BoundedChannelTests {
    private struct Broken: Error, Equatable {}

    private func polled(_ channel: BoundedChannel<Int>) -> String {
        switch channel.poll() {
        case .element(let element): "\(element)"
        case .nothingYet: "nothing yet"
        case .finished(let error): error.map { "\(type(of: $0))" } ?? "end"
        }
    }

    @Test("gives everything in order, and then its end")
    func order() async throws {
        let channel = BoundedChannel<Int>(capacity: 1000) {}
        for number in 0..<600 { #expect(channel.offer(number, weight: 1)) }
        channel.finish()
        #expect(channel.offer(9, weight: 1))
        var taken: [Int] = []
        while let number = try await channel.next() { taken.append(number) }
        #expect(taken == Array(0..<600))
        #expect(try await channel.next() == nil)
    }

    @Test("gives what it holds before the error it ended with; later ends change nothing")
    func failure() async throws {
        let channel = BoundedChannel<Int>(capacity: 10) {}
        _ = channel.offer(1, weight: 1)
        channel.finish(Broken())
        channel.finish()
        #expect(try await channel.next() == 1)
        await #expect(throws: Broken.self) { try await channel.next() }
        #expect(polled(channel) == "Broken")
    }

    @Test("gives what has come together, once it weighs enough or no more comes")
    func batches() async throws {
        let channel = BoundedChannel<Int>(capacity: 100) {}
        let reader = Task {
            var batches: [[Int]] = []
            while let batch = try await channel.batch(weighing: 10) {
                batches.append(batch)
            }
            return batches
        }
        for number in 0..<25 { _ = channel.offer(number, weight: 1) }
        channel.finish()
        let batches = try await reader.value
        #expect(batches.flatMap { $0 } == Array(0..<25))
        #expect(batches.dropLast().allSatisfy { $0.count >= 10 })

        let broken = BoundedChannel<Int>(capacity: 100) {}
        _ = broken.offer(1, weight: 1)
        broken.finish(Broken())
        #expect(try await broken.batch(weighing: 10) == [1])
        await #expect(throws: Broken.self) { try await broken.batch(weighing: 10) }
    }

    @Test("says that it is full, and calls once when it is half empty")
    func backpressure() async throws {
        let calls = Locked(0)
        let channel = BoundedChannel<Int>(capacity: 4) { calls.withLock { $0 += 1 } }
        #expect([1, 2, 3, 4, 5].map { channel.offer($0, weight: 1) } == [true, true, true, false, false])
        for _ in 0..<3 { _ = try await channel.next() }
        #expect(calls.withLock { $0 } == 0)
        _ = try await channel.next()
        _ = try await channel.next()
        #expect(calls.withLock { $0 } == 1)
    }

    @Test("lets a task wait until there is room, and calls when there is something to take")
    func sending() async throws {
        let (calls, call) = AsyncStream.makeStream(of: Void.self)
        let channel = BoundedChannel<Int>(capacity: 2) { call.yield() }
        #expect(polled(channel) == "nothing yet")
        let sender = Task {
            for number in 1...6 { try await channel.send(number, weight: 1) }
            channel.finish()
        }
        var taken: [String] = []
        var waiting = calls.makeAsyncIterator()
        while taken.last != "end" {
            let word = polled(channel)
            if word == "nothing yet" { await waiting.next() } else { taken.append(word) }
        }
        try await sender.value
        #expect(taken == ["1", "2", "3", "4", "5", "6", "end"])
    }

    @Test("lets go of a task that waits when it is cancelled, and of one whose channel is")
    func cancelling() async throws {
        let channel = BoundedChannel<Int>(capacity: 1) {}
        let reader = Task { try await channel.next() }
        reader.cancel()
        await #expect(throws: CancellationError.self) { try await reader.value }
        #expect(!channel.offer(1, weight: 1))
        let sender = Task { try await channel.send(2, weight: 1) }
        channel.cancel()
        await #expect(throws: CancellationError.self) { try await sender.value }
        #expect(polled(channel) == "CancellationError")
    }
}
