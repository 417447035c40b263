import Sandbox
import Testing

@testable import ClientEngine

@Suite("A reader of events that is behind", .timeLimit(.minutes(1)))
struct BackpressureTests {
    /// libcurl hands out 16 KiB at most, so this makes more events than a reader may be behind.
    private static let size = 100 << 20
    private static let highWater = 4096

    @Test("pauses a large download, for as long as it likes, and loses nothing of it")
    func download() async throws {
        let server = try SandboxServer.start()
        let time = ManualTime()
        let client = Client(baseURL: server.url) {
            $0.limits.collectedBody = 1 << 30
            $0.time = time
        }
        try client.mocks.add(.get("/mocked"), .text("x"))
        let received = Locked(0)
        let isBehind = Promise<Void>()
        let observation = client.observe { event in
            guard event.task == 1, case .received = event.what else { return }
            let count = received.withLock { count in
                count += 1
                return count
            }
            if count == Self.highWater { isBehind.fulfil(.success(())) }
        }
        var events = client.events.makeAsyncIterator()
        let task = client.start(.get("/bytes/\(Self.size)"))
        try await isBehind.value

        // Each mocked task is a turn of the loop, in which a socket with bytes in it would be read.
        for _ in 0..<200 { _ = try await client.send(.get("/mocked")) }
        #expect(received.withLock { $0 } < Self.highWater + 200)
        time.advance(by: .seconds(3600))
        for _ in 0..<10 { _ = try await client.send(.get("/mocked")) }
        #expect(task.state == .running(.receive), "a download that nobody takes is not late")

        var bytes = 0
        while let event = await events.next() {
            guard event.task == task.id else { continue }
            if case .received(let chunk) = event.what { bytes += chunk.count }
            if case .ended = event.what { break }
        }
        #expect(bytes == Self.size)
        #expect(task.record.state == .succeeded)
        withExtendedLifetime(observation) {}
    }
}
