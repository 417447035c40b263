import EngineJSON
import Foundation
import InspectorSandbox
import InspectorTestSupport
import Testing

@testable import ClientEngine
@testable import ClientEngineRecording

@Suite("An attached client", .ownThread, .timeLimit(.minutes(1)))
struct AttachmentTests {
    private let server: SandboxServer
    private let post: AttachPost

    init() throws {
        server = try SandboxServer.start()
        post = try AttachPost()
    }

    private func client(_ configure: (inout ClientConfiguration) -> Void = { _ in }) throws -> Client {
        let client = Client(baseURL: server.url, configure)
        try client.attach(to: post.path)
        return client
    }

    /// Builds the records from the received lines until `count` tasks have ended.
    private func records(_ count: Int) throws -> [TaskID: TaskRecord] {
        var records: [TaskID: TaskRecord] = [:]
        while records.values.count(where: \.state.isFinished) < count {
            guard let line = try post.line(), let task = line["task"]?.int else { continue }
            let reader = EventReader(line, about: records[task]?.origin.request)
            if let origin = reader.origin(of: nil, resendOf: nil) {
                records[task] = TaskRecord(id: task, origin: origin, created: reader.at)
            } else if let kind = reader.kind {
                records[task]?.apply(
                    Event(
                        task: task, attempt: reader.attempt, exchange: reader.exchange, at: reader.at, kind))
            }
        }
        return records
    }

    @Test("tells a story that adds up to the same record: attempts, waits, redirects, bodies, heads")
    func story() async throws {
        defer { server.stop() }
        let client = try client {
            $0.defaultHeaders = ["X-Default": "1"]
            $0.authentication = .bearer("sesame")
        }
        try post.accept()
        #expect(try post.line()?["pid"]?.int == Int(getpid()))
        let tasks = [
            client.start(.get("hello")), client.start(.get("gzip")), client.start(.get("redirect/2")),
            client.start(.get("truncated")), client.start(.get("bytes/70000")),
            client.start(.post("upload", body: .bytes([0xFF, 0, 1], contentType: "application/x-raw"))),
            client.start(
                .get("flaky/1?key=\(UUID().uuidString)").with {
                    $0.retry = RetryPolicy(maximumRetries: 2, backoff: Backoff(from: .milliseconds(1)))
                }),
        ]
        let told = try records(tasks.count)
        for task in tasks {
            _ = await task.result
            let (record, other) = (task.record, try #require(told[task.id]))
            #expect(other.state == record.state)
            #expect(other.attempts == record.attempts)
            #expect(other.created == record.created && other.ended == record.ended)
            #expect(other.origin.url == record.origin.url)
            #expect(other.origin.request.body == record.origin.request.body)
            // The record contains everything that was sent, so that it can be resent.
            #expect(other.origin.request.url == record.origin.url?.text)
            #expect(other.origin.request.headers["X-Default"] == "1")
            #expect(other.origin.request.headers["Authorization"] == "Bearer sesame")
        }
    }

    @Test("tells of TLS with certificates")
    func certificates() async throws {
        defer { server.stop() }
        let client = try client { $0.connections.tls.certificateAuthorities = server.caFile }
        try post.accept()
        let task = client.start(.get("\(server.httpsURL)/hello"))
        let told = try #require(try records(1)[task.id]?.lastExchange?.connection?.tls)
        let own = try #require(task.record.lastExchange?.connection?.tls)
        #expect(told.version == own.version && told.cipher == own.cipher && told.isVerified)
        #expect(told.certificates.map(\.subject) == own.certificates.map(\.subject))
        #expect(told.certificates.map(\.fingerprint) == own.certificates.map(\.fingerprint))
    }

    @Test("is cancelled, has waits ended, and is given up from the other side")
    func steering() async throws {
        defer { server.stop() }
        let client = try client()
        try post.accept()
        let hanging = client.start(.get("hang"))
        _ = try post.line(of: "phase")
        post.say(#"{"do":"cancel","task":\#(hanging.id)}"#)
        #expect(try post.line(of: "ended")?["state"]?.string == "cancelled")
        func flaky() -> RequestTask<Response> {
            client.start(
                .get("flaky/1?key=\(UUID().uuidString)").with {
                    $0.retry = RetryPolicy(maximumRetries: 3, backoff: Backoff(from: .seconds(600)))
                })
        }
        let waiting = flaky()
        let ended = try post.line(of: "attemptEnded")
        #expect(ended?["out"]?.int == 503)
        #expect(ended?["retry"]?[0]?.int == 503)
        post.say(#"{"do":"retryNow","task":\#(waiting.id)}"#)
        #expect(try post.line(of: "ended")?["state"]?.string == "succeeded")
        #expect(try await waiting.value.status == 200)
        let lost = flaky()
        _ = try post.line(of: "attemptEnded")
        post.say(#"{"do":"giveUp","task":\#(lost.id)}"#)
        _ = try post.line(of: "ended")
        #expect(try await lost.value.status == 503)
        post.say(#"{"do":"sing"}"#)
        #expect(try post.line(of: "refused")?["why"]?.string?.contains("sing") == true)
    }

    @Test("is answered by mocks for as long as the connection stands, its own left alone")
    func mocks() async throws {
        defer { server.stop() }
        let client = try client()
        let own = try client.mocks.add(.get("own"), .status(201))
        try post.accept()
        post.say(
            #"{"do":"mocks","mappings":[{"id":"a","request":{"urlPath":"/hello"},"response":{"status":418,"body":"short"}},{"id":"b","request":{"odd":1}},{"id":"\#(own)","response":{"status":500}}]}"#
        )
        let refusal = try post.line(of: "refused")?["why"]?.string
        #expect(refusal?.contains("odd") == true)
        #expect(try await client.send(.get("hello")).status == 418)
        let start = try post.line(of: "exchange")
        #expect(start?["mock"]?[0]?.string == "a")
        #expect(try await client.send(.get("own")).status == 201)
        post.say(#"{"do":"mocks","mappings":[]}"#)
        post.say(#"{"do":"sing"}"#)
        _ = try post.line(of: "refused")
        #expect(try await client.send(.get("hello")).status == 200)
        post.say(#"{"do":"mocks","mappings":[{"id":"a","request":{},"response":{"status":418}}]}"#)
        post.say(#"{"do":"sing"}"#)
        _ = try post.line(of: "refused")
        post.hangUp()
        try await wait(for: "the end of the mock") { client.mocks.all.map(\.mock.id) == [own] }
        #expect(try await client.send(.get("hello")).status == 200)
    }

    @Test("is not held up by one who does not read; what is left out is counted, and every task ends")
    func stalled() async throws {
        defer { server.stop() }
        let client = try client()
        try client.mocks.add(.get("*"), .text(String(repeating: "x", count: 2_000)))
        try post.accept()
        // The events of about 1,300 tasks fill the outbox.
        let sent = 2_000
        for _ in 0..<sent / 100 {
            for task in (0..<100).map({ _ in client.start(.get("fast")) }) { _ = await task.result }
        }
        // When it reads, the inspector receives the number of missed events.
        var (created, ended, dropped) = (0, 0, 0)
        client.mocks.removeAll()
        let last = client.start(.get("hello"))
        while let line = try post.line() {
            switch line["event"]?.string {
            case "created": created += 1
            case "ended":
                ended += 1
                if line["task"]?.int == last.id { post.hangUp() }
            case "dropped": dropped += line["count"]?.int ?? 0
            default: break
            }
            if dropped > 0, ended == created { break }
        }
        #expect(dropped > 1000)
        #expect(created > 100 && created < sent)
        #expect(ended == created)
    }

    @Test(
        "tells nothing to one who speaks another version, or no such language",
        arguments: [
            #"{"event":"hello","version":99}"#, "SSH-2.0-OpenSSH_9.2", "{}",
        ])
    func strangers(greeting: String) async throws {
        defer { server.stop() }
        let client = try client()
        try post.accept(saying: greeting)
        _ = try await client.send(.get("hello").with { $0.headers["Authorization"] = "sesame" })
        let line = try post.line()
        if greeting.contains("99") {
            #expect(line?["event"]?.string == "refused" && line?["version"]?.int == 1)
            #expect(try post.line() == nil)
        } else {
            #expect(line == nil)
        }
        // The client can be attached again.
        try await wait(for: "the end of the connection") { !AttachedClients.contains(client) }
        post.hangUp()
        try client.attach(to: post.path)
        try post.accept()
        #expect(try post.line()?["event"]?.string == "hello")
    }

    @Test("says where nobody listens, and what cannot be a socket")
    func nobody() throws {
        defer { server.stop() }
        let client = Client()
        for (path, words) in [
            (post.path + "x", "nobody listens"), (String(repeating: "x", count: 200), "too long"),
        ] {
            let error = #expect(throws: ClientError.self) { try client.attach(to: path) }
            #expect(error?.kind == .connect)
            #expect(error?.message.contains(words) == true)
        }
    }

    @Test("is told of to the end when it is let go, and the connection is closed then")
    func letGo() async throws {
        defer { server.stop() }
        func run() async throws {
            let task = try client().start(.get("delay/0.1"))
            try post.accept()
            _ = await task.result
        }
        try await run()
        #expect(try post.line(of: "ended")?["state"]?.string == "succeeded")
        #expect(try post.line() == nil)
    }
}
