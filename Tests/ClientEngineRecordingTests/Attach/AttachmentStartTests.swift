import Foundation
import InspectorSandbox
import InspectorTestSupport
import Testing

@testable import ClientEngine
@testable import ClientEngineRecording

@Suite("The first request of an attached client", .ownThread, .timeLimit(.minutes(1)))
struct AttachmentStartTests {
    private static let promise = #"{"event":"hello","version":1,"until":"ready"}"#
    private static let mocks =
        #"{"do":"mocks","mappings":[{"id":"a","request":{"urlPath":"/hello"},"response":{"status":418}}]}"#
    /// Longer than a test may take.
    private static let endless = Duration.seconds(600)

    private let server: SandboxServer
    private let post: AttachPost

    init() throws {
        server = try SandboxServer.start()
        post = try AttachPost()
    }

    private func client(waiting patience: Duration = endless) throws -> Client {
        let client = Client(baseURL: server.url)
        try client.attach(to: post.path, waiting: patience)
        return client
    }

    @Test("waits for the mocks of the inspector, up to its mark, in the order in which tasks were begun")
    func ready() async throws {
        defer { server.stop() }
        let client = try client()
        let tasks = (1...3).map { client.start(.get("hello?\($0)")) }
        let cancelled = client.start(.get("hello"))
        cancelled.cancel()
        try post.accept(saying: Self.promise)
        post.say(Self.mocks)
        // Lines after the mocks are processed after them. Nothing starts before the ready line.
        post.say(#"{"do":"sing"}"#)
        _ = try post.line(of: "refused")
        #expect(tasks.allSatisfy { $0.record.attempts.isEmpty })
        post.say(#"{"event":"ready"}"#)
        for task in tasks { #expect(try await task.value.status == 418) }
        let starts = tasks.compactMap { $0.record.lastExchange?.started }
        #expect(starts.count == 3 && starts == starts.sorted())
        await #expect(throws: CancellationError.self) { try await cancelled.value }
        #expect(server.requests.isEmpty)
    }

    @Test("does not wait where an older inspector promises nothing")
    func older() async throws {
        defer { server.stop() }
        let client = try client()
        let task = client.start(.get("hello"))
        try post.accept()
        #expect(try await task.value.status == 200)
    }

    @Test(
        "does not wait for an inspector that leaves, or speaks another language", arguments: [nil, "SSH-2.0"])
    func left(words: String?) async throws {
        defer { server.stop() }
        let client = try client()
        let task = client.start(.get("hello"))
        try post.accept(saying: words ?? Self.promise)
        if words == nil { post.hangUp() }
        #expect(try await task.value.status == 200)
    }

    @Test("waits no longer than it may, once, until the inspector is in time again")
    func late() async throws {
        defer { server.stop() }
        let first = try client(waiting: .milliseconds(50))
        let task = first.start(.get("hello"))
        #expect(try await task.value.status == 200)
        let waited = try #require(task.record.lastExchange?.started) - task.record.created
        #expect(waited >= .milliseconds(30), "\(waited)")
        // No inspector has answered yet, so the next client does not wait.
        let second = try client()
        #expect(try await second.send(.get("hello")).status == 200)
        try post.accept(saying: #"{"event":"hello","version":99}"#)
        post.hangUp()
        try post.accept(saying: Self.promise)
        post.say(Self.mocks)
        post.say(#"{"event":"ready"}"#)
        post.say(#"{"do":"sing"}"#)
        _ = try post.line(of: "refused")
        let third = try client()
        let mocked = third.start(.get("hello"))
        post.hangUp()
        try post.accept(saying: Self.promise)
        post.say(Self.mocks)
        post.say(#"{"event":"ready"}"#)
        #expect(try await mocked.value.status == 418)
    }
}
