import EngineSupport
import Foundation
import InspectorSandbox
import InspectorTestSupport
import Testing

@testable import ClientEngine

@Suite("What is left of tasks and clients", .timeLimit(.minutes(1)))
struct LifetimeTests {
    /// A clock that reports its release by the client, its loop and every transfer.
    private final class WitnessTime: TimeSource {
        private let gone: Promise<Void>

        init(_ gone: Promise<Void>) {
            self.gone = gone
        }

        deinit {
            gone.fulfil(())
        }

        func now() -> Instant { SystemTime().now() }
        func date() -> Date { Date() }
    }

    /// An error that reports its release.
    private final class WitnessError: Error {
        private let response: Response
        private let gone: Promise<Void>

        init(_ response: Response, _ gone: Promise<Void>) {
            (self.response, self.gone) = (response, gone)
        }

        deinit {
            gone.fulfil(())
        }
    }

    private func client(_ server: SandboxServer, _ gone: Promise<Void>) -> Client {
        Client(baseURL: server.url) { $0.time = WitnessTime(gone) }
    }

    private func liveDrivers(of client: Client) async throws -> Int {
        let count = Promise<Int>()
        client.loop.enqueue { count.fulfil($0.tasks.count) }
        return try await count.arrival()
    }

    /// Runs a request to its end.
    ///
    /// Of twenty requests, most are plain.
    private func finish(_ number: Int, with client: Client) async {
        let odd = ["/hang", "/hang", "/reset", "/redirect/1", "/mocked", "ftp://x"]
        let kind = number % 20
        var request = Request.get(kind < odd.count ? odd[kind] : "/hello")
        if kind == 0 { request.attemptTimeout = .milliseconds(20) }
        let task = client.start(request)
        if kind == 1 { task.cancel() }
        _ = try? await task.value
    }

    @Test("The error that parsing threw, with the response in it, is freed with the task")
    func parsingError() async throws {
        let server = try SandboxServer.start()
        let client = Client(baseURL: server.url)
        let gone = Promise<Void>()
        let request = Request.get("/hello").parsing { response -> Int in throw WitnessError(response, gone) }
        await #expect(throws: WitnessError.self) { try await client.send(request) }
        try await gone.arrival()
        // The error of a failed rule retains the response.
        let refused = try await #require(throws: ResponseError.self) {
            try await client.send(Request.get("/status/404").parsing { $0.status })
        }
        #expect(refused.response.record.attempts.count == 1)
    }

    @Test("a thousand tasks of every end leave no driver, and a client let go leaves nothing")
    func thousand() async throws {
        let server = try SandboxServer.start()
        let gone = Promise<Void>()
        do {
            let client = client(server, gone)
            try client.mocks.add(.get("/mocked"), .fault(.truncate(afterBytes: 10)))
            _ = try await client.send(.get("/hello"))
            for batch in 0..<50 {
                await withTaskGroup(of: Void.self) { group in
                    for number in 0..<20 { group.addTask { await finish(batch * 20 + number, with: client) } }
                }
            }
            #expect(try await liveDrivers(of: client) == 0)
        }
        try await gone.arrival()
    }

    @Test("a task goes on when its client is let go, and then the thread ends")
    func taskOutlivesClient() async throws {
        let server = try SandboxServer.start()
        let gone = Promise<Void>()
        do {
            let task = client(server, gone).start(.get("/delay/0.05"))
            #expect(try await task.value.status == 200)
        }
        try await gone.arrival()
    }

    @Test("a finished task that is held does not hold the thread")
    func heldTask() async throws {
        let server = try SandboxServer.start()
        let gone = Promise<Void>()
        let task: RequestTask<Response>
        do {
            let client = Client(baseURL: server.url)
            client.loop.enqueue { $0.onEnd = { gone.fulfil(()) } }
            task = client.start(.get("/hello"))
            _ = try await task.value
        }
        try await gone.arrival()
        task.cancel()
        #expect(task.state == .succeeded)
    }

    @Test("a client that was never used ends its thread, too; what reads its events holds nothing")
    func unused() async throws {
        let server = try SandboxServer.start()
        let gone = Promise<Void>()
        let events = client(server, gone).events()
        try await gone.arrival()
        withExtendedLifetime(events) {}
    }

    @Test("a line of tasks that fail as they start does not exhaust the loop's stack")
    func failingStarts() async throws {
        let server = try SandboxServer.start()
        let client = Client(baseURL: server.url) { $0.connections.maximumConcurrentExchanges = 1 }
        let first = client.start(.get("/hang"))
        for await state in first.states where state == .running(.wait) { break }
        let others = (0..<500).map { _ in
            client.start(.post("/upload", body: .file(path: "/nowhere/at/all")))
        }
        first.cancel()
        var labels: Set<String?> = []
        for task in others {
            _ = try? await task.value
            labels.insert(task.record.error?.label)
        }
        #expect(labels == ["io/queue"])
        #expect(try await client.send(.get("/hello")).status == 200)
    }

    // MARK: - Cancelling inside delivery

    static let moments: [(name: String, isReached: @Sendable (Event.Kind) -> Bool)] = [
        ("attempt started", { if case .attemptStarted = $0 { true } else { false } }),
        ("exchange started", { if case .exchangeStarted = $0 { true } else { false } }),
        ("connecting", { $0 == .phase(.connect) }),
        ("connected", { if case .connected = $0 { true } else { false } }),
        ("request sent", { if case .requestHead = $0 { true } else { false } }),
        ("waiting", { $0 == .phase(.wait) }),
        ("head", { if case .head = $0 { true } else { false } }),
        ("body", { if case .received = $0 { true } else { false } }),
        ("exchange ended", { if case .exchangeEnded = $0 { true } else { false } }),
        ("processing", { $0 == .processing }),
        ("ended", { if case .taskEnded = $0 { true } else { false } }),
    ]

    @Test("cancelling from an observer, at any moment, ends the task once", arguments: moments.indices)
    func cancelInside(index: Int) async throws {
        let server = try SandboxServer.start()
        let client = Client(baseURL: server.url)
        let isReached = Self.moments[index].isReached
        let handle = Locked<RequestTask<Response>?>(nil)
        let story = Locked<[Event.Kind]>([])
        let observation = client.observe { event in
            story.withLock { $0.append(event.kind) }
            if isReached(event.kind) { handle.withLock { $0 }?.cancel() }
        }
        let isHandled = DispatchSemaphore(value: 0)
        client.loop.enqueue { _ in isHandled.wait(for: "the handle of the task") }
        let task = client.start(.get("/bytes/3000000"))
        handle.withLock { $0 = task }
        isHandled.signal()
        _ = try? await task.value

        #expect(task.record.state.isFinished)
        #expect(try await liveDrivers(of: client) == 0)
        let ends = story.withLock { $0.indices(where: { if case .taskEnded = $0 { true } else { false } }) }
        #expect(ends.ranges.map(\.count) == [1])
        let isLast = story.withLock { ends.contains($0.count - 1) }
        #expect(isLast)
        handle.withLock { $0 = nil }
        withExtendedLifetime(observation) {}
    }

    @Test("who is told that a task was created can cancel it by its number at once")
    func cancelCreated() async throws {
        let server = try SandboxServer.start()
        let client = Client(baseURL: server.url)
        let observation = client.observe { [weak client] event in
            if case .taskCreated = event.kind { client?.perform(.cancel, on: event.task) }
        }
        await #expect(throws: CancellationError.self) { try await client.send(.get("/hello")) }
        #expect(server.requests.isEmpty)
        withExtendedLifetime(observation) {}
    }
    @Test(
        "who cancels a task upon an event is in time, though all comes in one turn of the loop",
        arguments: moments.filter { $0.name != "connecting" && $0.name != "ended" }.map(\.name))
    func cancelInTime(name: String) async throws {
        let moment = try #require(Self.moments.first { $0.name == name })
        let server = try SandboxServer.start()
        let client = Client(baseURL: server.url)
        // Establishes the connection.
        _ = try await client.send(.get("/hello"))
        let observation = client.observe { [weak client] event in
            if moment.isReached(event.kind) { client?.perform(.cancel, on: event.task) }
        }
        await #expect(throws: CancellationError.self) { try await client.send(.get("/hello")) }
        if ["attempt started", "exchange started"].contains(name) { #expect(server.requests.count == 1) }
        withExtendedLifetime(observation) {}
    }
}
