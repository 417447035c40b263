import ClientEngineRecording
import EngineSupport
import Foundation
import InspectorSandbox
import Testing

@testable import ClientEngine

@Suite("The packed stories of real tasks", .timeLimit(.minutes(1)))
struct TaskLogStoriesTests {
    private let told = Locked<[Event]>([])

    /// Plays requests one after the other, adds a finding to each, and checks what observers were told.
    private func play(
        _ requests: [Request], with client: Client, _ place: SourceLocation = #_sourceLocation
    ) async throws {
        let observation = client.observe { [told] event in told.withLock { $0.append(event) } }
        var records: [TaskRecord] = []
        for request in requests {
            let task = client.start(request)
            _ = try? await task.value
            records.append(task.record)
        }
        observation.cancel()
        let stories = PackedStory.all(in: told.withLock { $0 })
        // A log adds up to the record that the engine has put together by itself.
        #expect(stories.map { $0.log?.record } == records, sourceLocation: place)
        for story in stories {
            #expect(story.fold?.state.isFinished == true, sourceLocation: place)
            try story.check(place)
            let end = try #require(story.events.last)
            let finding = Event(
                task: end.task, at: end.at, .annotated(Annotation(TestResult("status == 200", .passed))))
            try PackedStory(events: story.events + [finding]).check(place)
        }
    }

    private func client(_ server: SandboxServer, _ change: (inout ClientConfiguration) -> Void = { _ in })
        -> Client
    {
        Client(baseURL: server.url) {
            $0.retry = RetryPolicy(
                maximumRetries: 2, backoff: Backoff(from: .milliseconds(1), hasJitter: false))
            change(&$0)
        }
    }

    @Test("answers, retries, redirects, challenges, codings, failures")
    func plain() async throws {
        let server = try SandboxServer.start()
        defer { server.stop() }
        let login = Request.get("/basic-auth/a/b").with {
            $0.authentication = .basic(user: "a", password: "b")
        }
        try await play(
            [
                .get("/hello"), .get("/hello"), .get("/flaky/2"), .get("/redirect/2"), login, .get("/gzip"),
                .get("/br"),
                .get("/bytes/100000"), .get("/truncated"), .get("/garbage"), .get("/reset"),
                .get("/status/503"), .get("/cookies/set?a=b"),
                .get("/sse?count=2"), .post("/echo", body: .text("body")),
                .post("/echo", body: .bytes([UInt8](repeating: 65, count: 200_000))),
                .get("http://127.0.0.1:1/"), .get("not a url\u{1}"),
                .get("/hello").with { $0.discardsBody = true },
                .get("/hang").with {
                    $0.attemptTimeout = .milliseconds(50); $0.retry = .never
                },
            ], with: client(server))
    }

    @Test("over TLS, from a cache, cancelled")
    func others() async throws {
        let server = try SandboxServer.start()
        defer { server.stop() }
        try await play(
            [.get("/hello"), .get("/hello"), .get("/cache/60"), .get("/cache/60")],
            with: server.secureClient { $0.cache = .memory(1 << 20) })
        told.withLock { $0 = [] }
        let client = client(server)
        let observation = client.observe { [told] event in told.withLock { $0.append(event) } }
        let task = client.start(.get("/hang"))
        task.cancel()
        _ = try? await task.value
        observation.cancel()
        for story in PackedStory.all(in: told.withLock { $0 }) { try story.check() }
    }

    @Test("of mocks")
    func mocked() async throws {
        let client = Client(baseURL: "http://127.0.0.1:1") { $0.retry = .never }
        try client.mocks.add(.get("/a"), .json(["x": 1]))
        let reply = Mock.Reply(status: 206, headers: ["X": "y"], body: .text("0123456789"))
        try client.mocks.add(.get("/b"), Mock.Answer(.fault(.truncate(afterBytes: 4), of: reply)))
        try await play([.get("/a"), .get("/b"), .get("/c")], with: client)
    }
}
