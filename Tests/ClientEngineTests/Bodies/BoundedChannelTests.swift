import Testing

@testable import ClientEngine

@Suite("A pipe between a thread that must not wait and a task that may", .timeLimit(.minutes(1)))
struct PipeTests {
    private struct Broken: Error, Equatable {}

    private func polled(_ pipe: Pipe<Int>) -> String {
        switch pipe.poll() {
        case .element(let element): "\(element)"
        case .nothingYet: "nothing yet"
        case .finished(let error): error.map { "\(type(of: $0))" } ?? "end"
        }
    }

    @Test("gives everything in order, and then its end")
    func order() async throws {
        let pipe = Pipe<Int>(capacity: 1000) {}
        for number in 0..<600 { #expect(pipe.offer(number, weight: 1)) }
        pipe.finish()
        #expect(pipe.offer(9, weight: 1))
        var taken: [Int] = []
        while let number = try await pipe.next() { taken.append(number) }
        #expect(taken == Array(0..<600))
        #expect(try await pipe.next() == nil)
    }

    @Test("gives what it holds before the error it ended with; later ends change nothing")
    func failure() async throws {
        let pipe = Pipe<Int>(capacity: 10) {}
        _ = pipe.offer(1, weight: 1)
        pipe.finish(Broken())
        pipe.finish()
        #expect(try await pipe.next() == 1)
        await #expect(throws: Broken.self) { try await pipe.next() }
        #expect(polled(pipe) == "Broken")
    }

    @Test("says that it is full, and calls once when it is half empty")
    func backpressure() async throws {
        let calls = Locked(0)
        let pipe = Pipe<Int>(capacity: 4) { calls.withLock { $0 += 1 } }
        #expect([1, 2, 3, 4, 5].map { pipe.offer($0, weight: 1) } == [true, true, true, false, false])
        for _ in 0..<3 { _ = try await pipe.next() }
        #expect(calls.withLock { $0 } == 0)
        _ = try await pipe.next()
        _ = try await pipe.next()
        #expect(calls.withLock { $0 } == 1)
    }

    @Test("lets a task wait until there is room, and calls when there is something to take")
    func sending() async throws {
        let (calls, call) = AsyncStream.makeStream(of: Void.self)
        let pipe = Pipe<Int>(capacity: 2) { call.yield() }
        #expect(polled(pipe) == "nothing yet")
        let sender = Task {
            for number in 1...6 { try await pipe.send(number, weight: 1) }
            pipe.finish()
        }
        var taken: [String] = []
        var waiting = calls.makeAsyncIterator()
        while taken.last != "end" {
            let word = polled(pipe)
            if word == "nothing yet" { await waiting.next() } else { taken.append(word) }
        }
        try await sender.value
        #expect(taken == ["1", "2", "3", "4", "5", "6", "end"])
    }

    @Test("lets go of a task that waits when it is cancelled, and of one whose pipe is")
    func cancelling() async throws {
        let pipe = Pipe<Int>(capacity: 1) {}
        let reader = Task { try await pipe.next() }
        reader.cancel()
        await #expect(throws: CancellationError.self) { try await reader.value }
        #expect(!pipe.offer(1, weight: 1))
        let sender = Task { try await pipe.send(2, weight: 1) }
        pipe.cancel()
        await #expect(throws: CancellationError.self) { try await sender.value }
        #expect(polled(pipe) == "CancellationError")
    }
}
