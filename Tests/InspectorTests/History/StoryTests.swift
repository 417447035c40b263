import Foundation
import InspectorSandbox
import InspectorTestSupport
import RequestFormats
import Testing

@testable import ClientEngine
@testable import ClientEngineRecording
@testable import InspectorHistory

@Suite("Tasks that are kept and read back", .timeLimit(.minutes(1)), .ownThread)
struct StoryTests {
    private static let shown = HARWriter(creator: (name: "test", version: "1"))

    /// Returns an archive of the tasks, which contains all data sent and received, and all times.
    private func archive(_ records: [TaskRecord]) -> String {
        var redaction = Redaction()
        return String(decoding: Self.shown.write(records, redaction: &redaction), as: UTF8.self)
    }

    private func check(_ records: [TaskRecord], _ place: SourceLocation = #_sourceLocation) throws {
        let scene = try HistoryScene()
        let report = scene.keep(records)
        #expect(report.saved == records.count, sourceLocation: place)
        #expect(report.error == nil, sourceLocation: place)
        let kept = try scene.records()
        // Hidden values are unknown now: the placeholders appear as if they had been sent.
        #expect(archive(kept) == archive(records), sourceLocation: place)
        #expect(kept.map(\.testResults) == records.map(\.testResults), sourceLocation: place)
        #expect(
            kept.map { $0.annotations(named: "ticket") } == records.map { $0.annotations(named: "ticket") },
            sourceLocation: place)
        for (kept, record) in zip(kept, records) {
            #expect(kept.attempts.map(\.retry?.explanation) == record.attempts.map(\.retry?.explanation))
            let exchanges = (kept.attempts.flatMap(\.exchanges), record.attempts.flatMap(\.exchanges))
            #expect(exchanges.0.map(\.connection) == exchanges.1.map(\.connection), sourceLocation: place)
            #expect(exchanges.0.map(\.interims.count) == exchanges.1.map(\.interims.count))
            #expect(exchanges.0.map(\.trailers) == exchanges.1.map(\.trailers), sourceLocation: place)
        }
    }

    @Test("Answers, retries, redirects, encodings, failures and mocks come back as they were")
    func realTasks() async throws {
        let server = try SandboxServer.start()
        defer { server.stop() }
        let client = Client(baseURL: server.url) {
            $0.retry = RetryPolicy(
                maximumRetries: 2, backoff: Backoff(from: .milliseconds(1), hasJitter: false))
        }
        var all: [TaskRecord] = []
        for path in [
            "json", "flaky/1?key=story", "redirect/2", "gzip", "truncated", "status/404", "reset",
            "bytes/40000",
            "charset/latin1", "stream?lines=3&delay=0",
        ] {
            let task = client.start(Request(url: path))
            _ = try? await task.value
            var record = task.record
            record.testResults = [
                TestResult("status == 200", line: 3, isAboutStatus: true, .passed),
                TestResult("body", .failed(actual: "else")), TestResult("x", .notRun(reason: "why")),
                TestResult("y", .noted("z")),
            ]
            record.annotations.append(Annotation("ticket", ["number": 17]))
            all.append(record)
        }
        #expect(all.count == 10)
        try check(all)
    }

    @Test("What was sent comes back, with its name, its place and its body")
    func sentBody() throws {
        var record = try TaskRecord.sample(7) { request in
            request.name = "login"
            request.method = .post
            request.body = .bytes(Array("name=ä".utf8), contentType: "text/plain")
        }
        record.origin.provenance = Provenance(.saved, file: "/a/shop.http", line: 12, resendOf: 3)
        try check([record])
    }

    @Test("Bytes that are no text come back unchanged, in heads and in bodies, large ones too")
    func oddBytes() throws {
        let scene = try HistoryScene()
        var record = try TaskRecord.sample()
        let head = Array("HTTP/1.1 200 OK\r\nX-Odd: ".utf8) + [0xE9, 0xFF] + Array("\r\n\r\n".utf8)
        let body = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31) }
        record.attempts[0].exchanges[0].head = ResponseHead(wireBytes: head)
        record.attempts[0].exchanges[0].chunks = [body]
        scene.keep([record])
        let kept = try #require(try scene.records().first?.lastExchange)
        #expect(kept.head?.headers.first?.rawValue.elementsEqual([0xE9, 0xFF]) == true)
        #expect(kept.body == body)
        // Large bodies are files. After the file is deleted, the record still has the size.
        for file in scene.files where file.contains("history-bodies/") { unlink(file) }
        let without = try #require(try scene.records().first?.lastExchange)
        #expect(without.body.isEmpty)
        #expect(without.bodySize == body.count)
    }

    @Test("A task without its bodies takes less than a kilobyte")
    func size() throws {
        var packing = StoredTask.Packing(in: nil, Redaction())
        let stored = try #require(StoredTask(try TaskRecord.sample(), &packing))
        #expect(stored.written.story.count < 500)
        #expect(stored.written.parts.heads.count == 2)
    }

    @Test("A story that is damaged cannot be read, and the others can")
    func damagedStories() throws {
        let scene = try HistoryScene()
        scene.keep(try (1...3).map { try TaskRecord.sample($0) })
        try Database(path: scene.folder.database).execute(
            "UPDATE task SET story = x'0102' WHERE id = 1; UPDATE task SET story = '{}', parts = '-,:9' WHERE id = 2"
        )
        #expect(try scene.entries().map { $0.record != nil } == [false, false, true])
        #expect(try scene.list("header:GET") == [3])
    }
}
