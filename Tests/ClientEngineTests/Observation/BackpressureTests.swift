import EngineSupport
import InspectorSandbox
import InspectorTestSupport
import Testing

@testable import ClientEngine

@Suite("A reader of events that is behind", .timeLimit(.minutes(1)))
struct BackpressureTests {
    private static let size = 20 << 20
    /// The number of unread events at which a reader counts as slow.
    private static let highWater = 4096

    /// Counts events and their bytes.
    private final class EventCounter: Sendable {
        private let counts = Locked((events: 0, bytes: 0))
        private let isBehind = Promise<Void>()

        var all: Int { counts.withLock { $0.events } }
        var bytes: Int { counts.withLock { $0.bytes } }

        func count(_ event: Event) {
            let all = counts.withLock { counts in
                counts.events += 1
                if case .received(let chunk) = event.kind { counts.bytes += chunk.count }
                return counts.events
            }
            if all == highWater + 1 { isBehind.fulfil(()) }
        }

        /// Waits until the loop has noticed that a reader has fallen too far back.
        func waitUntilBehind(_ client: Client) async throws {
            try await isBehind.arrival()
            // Other readers are notified after this one in the same turn.
            try await client.nextTurn()
        }
    }

    @Test("pauses a large download, for as long as it likes, and loses nothing of it")
    func download() async throws {
        let server = try SandboxServer.start()
        let time = ManualTime()
        let client = Client(baseURL: server.url) {
            $0.time = time
            $0.eventPatience = nil
        }
        try client.mocks.add(.get("/mocked"), .status(204))
        let counter = EventCounter()
        let observation = client.observe { counter.count($0) }
        var events = client.events(.lossless).makeAsyncIterator()
        // Mocked tasks fill the reader's queue, so that a smaller download suffices.
        while counter.all < Self.highWater - 100 { _ = try await client.send(.get("/mocked")) }
        let task = client.start(.get("/bytes/\(Self.size)"))
        try await counter.waitUntilBehind(client)

        // Each mocked task is a turn of the loop, which would read data available on sockets.
        for _ in 0..<50 { _ = try await client.send(.get("/mocked")) }
        #expect(counter.bytes < Self.size / 2)
        let before = counter.bytes
        time.advance(by: .seconds(3600))
        for _ in 0..<10 { _ = try await client.send(.get("/mocked")) }
        #expect(counter.bytes == before)
        #expect(task.state == .running(.receive), "a download that nobody takes is not late")

        var bytes = 0
        while let event = await events.next() {
            guard event.task == task.id else { continue }
            if case .received(let chunk) = event.kind { bytes += chunk.count }
            if case .taskEnded = event.kind { break }
        }
        #expect(bytes == Self.size)
        #expect(task.record.state == .succeeded)
        withExtendedLifetime(observation) {}
    }

    @Test(
        "holds nobody up where it did not ask for all of them: it loses the oldest, and is told how many, each time"
    )
    func bounded() async throws {
        let server = try SandboxServer.start()
        let client = Client(baseURL: server.url) { $0.eventPatience = nil }
        try client.mocks.add(.get("/mocked"), .status(204))
        let counter = EventCounter()
        let observation = client.observe { counter.count($0) }
        var forgotten = client.events().makeAsyncIterator()
        for _ in 0..<2 {
            let before = counter.all
            while counter.all < before + Self.highWater + 100 { _ = try await client.send(.get("/mocked")) }
            #expect(try await client.send(.get("/bytes/\(Self.size)")).body.count == Self.size)
            try await client.nextTurn()
            let all = counter.all
            guard case .missed(let missed)? = await forgotten.next()?.kind else {
                Issue.record("it was not told that it missed something")
                return
            }
            #expect(missed == all - before - Self.highWater)
            // The newest events remain, complete and in order.
            var left: [Event] = []
            while left.count < Self.highWater, let event = await forgotten.next() { left.append(event) }
            #expect(zip(left, left.dropFirst()).allSatisfy { $0.at <= $1.at && $1.task >= $0.task })
            #expect(left.last?.kind == .taskEnded(.succeeded))
        }
        withExtendedLifetime(observation) {}
    }

    /// The kinds of abandoned readers.
    enum Neglect: CaseIterable { case neverReads, readsOnce }

    @Test(
        "that is forgotten holds transfers up as long as patience lasts, and no longer; other readers lose nothing",
        arguments: Neglect.allCases)
    func forgotten(neglect: Neglect) async throws {
        let server = try SandboxServer.start()
        let time = ManualTime()
        let client = Client(baseURL: server.url) { $0.time = time }
        try client.mocks.add(.get("/mocked"), .status(204))
        let counter = EventCounter()
        let observation = client.observe { counter.count($0) }
        var forgotten = client.events(.lossless).makeAsyncIterator()
        let other = client.events(.lossless).makeAsyncIterator()
        let reading = Task {
            var (events, missed) = (other, 0)
            while let event = await events.next() {
                if case .missed = event.kind { missed += 1 }
                if event.task == 0 || event.kind == .taskEnded(.cancelled) { break }
            }
            return missed
        }
        if neglect == .readsOnce {
            _ = try await client.send(.get("/mocked"))
            #expect(await forgotten.next() != nil)
        }
        while counter.all < Self.highWater - 100 { _ = try await client.send(.get("/mocked")) }
        let task = client.start(.get("/bytes/\(Self.size)"))
        try await counter.waitUntilBehind(client)
        time.advance(by: .seconds(9))
        for _ in 0..<10 { _ = try await client.send(.get("/mocked")) }
        #expect(task.state == .running(.receive), "its patience has not ended")
        time.advance(by: .seconds(1))
        let download = try await arrival(of: "the rest of the download") { await task.result }
        #expect(download.value?.body.count == Self.size)
        // The client no longer waits for the reader.
        #expect(try await client.send(.get("/bytes/\(Self.size)")).body.count == Self.size)

        guard case .missed(let count)? = await forgotten.next()?.kind else {
            Issue.record("it was not told that it missed something")
            return
        }
        #expect(count > 0)
        let last = client.start(.get("/hang"))
        for await state in last.states where state == .running(.wait) { break }
        last.cancel()
        #expect(await reading.value == 0)
        withExtendedLifetime(observation) {}
    }
}
