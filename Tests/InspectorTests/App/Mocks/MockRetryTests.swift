import ClientEngine
import InspectorSandbox
import InspectorTestSupport
import Testing

@testable import Inspector
@testable import InspectorScreen
@testable import InspectorWorkspace

@Suite("A retry rule that a mock puts to the test", .ownThread, .timeLimit(.minutes(1)))
struct MockRetryTests {
    @Test("mx2 on a 503, with three attempts allowed, ends succeeded at 3 of 3")
    func twoHits() async throws {
        let server = try SandboxServer.start()
        let client = Client(baseURL: server.url) {
            $0.retry = RetryPolicy(
                maximumRetries: 2, backoff: Backoff(from: .milliseconds(1), hasJitter: false))
        }
        let (events, continuation) = AsyncStream.makeStream(of: Event.self)
        let observation = client.observe { continuation.yield($0) }
        defer { observation.cancel() }
        var iterator = events.makeAsyncIterator()
        let scratch = try ScratchFolder()
        let disk = TestDisk()
        let mocks = MockEffects(store: client.mocks, folder: scratch.path + "/mocks", disk: disk)
        var app = TestApp()

        // The server fails for all attempts of the first task.
        client.start(.get("/flaky/3?key=mx2&code=503"))
        await app.play(&iterator)
        #expect(app.screen.contains("503") && app.screen.contains("3/3"))

        app.type("gmx2<enter>")
        guard case .mock(let change) = app.takeEffects().last else {
            Issue.record("no mock is stored")
            return
        }
        for message in mocks.perform(change) { app.send(message) }
        app.type("r")
        guard case .task(.resend(let request, let id)) = app.takeEffects().last else {
            Issue.record("nothing is sent again")
            return
        }
        client.start(request, from: Provenance(.resend, resendOf: id))
        await app.play(&iterator)
        app.send(mocks.mocks)

        let task = try #require(app.state.selectedTask)
        #expect(task.state == .succeeded && task.status == 200)
        #expect(task.attempts.map { $0.exchanges.first?.start.mock != nil } == [true, true, false])
        #expect(app.row(with: "3/3") != nil)
        #expect(app.state.mocks.rows.first?.isSpent == true)
        _ = disk.settle()
    }
}

extension TestApp {
    /// Plays events until a task has ended.
    fileprivate mutating func play(_ events: inout AsyncStream<Event>.Iterator) async {
        while let event = await events.next() {
            send(.engine([event]))
            if case .taskEnded = event.kind { return }
        }
    }
}
