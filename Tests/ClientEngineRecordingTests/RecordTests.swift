import EngineJSON
import InspectorSandbox
import Testing

@testable import ClientEngine
@testable import ClientEngineRecording

@Suite("Records that are written, read and redacted", .timeLimit(.minutes(1)))
struct RecordTests {
    /// Sends requests one after the other, and returns their records.
    private static func records(_ requests: [Request]) async throws -> [TaskRecord] {
        let server = try SandboxServer.start()
        defer { server.stop() }
        let client = Client(baseURL: server.url) {
            $0.retry = RetryPolicy(
                maximumRetries: 2, backoff: Backoff(from: .milliseconds(1), hasJitter: false))
        }
        var records: [TaskRecord] = []
        for request in requests {
            let task = client.start(request)
            _ = await task.result
            records.append(task.record)
        }
        return records
    }

    private static let requests: [Request] = [
        .get("/hello"), .get("/hello"), .get("/flaky/2"), .get("/redirect/2"), .get("/gzip"),
        .get("/truncated"), .get("/garbage"), .get("/reset"), .get("/status/503"), .get("not a url\u{1}"),
        .post("/echo", body: .text("body")), .get("/hello").with { $0.discardsBody = true },
    ]

    private static func fold(_ events: [Event]) -> TaskRecord? {
        guard let first = events.first, var record = TaskRecord(first) else { return nil }
        for event in events.dropFirst() { record.apply(event) }
        return record
    }

    @Test("the events of a record add up to it")
    func events() async throws {
        for record in try await Self.records(Self.requests) {
            #expect(Self.fold(record.events) == record)
        }
    }

    @Test("what is written as lines is read again")
    func lines() async throws {
        let records = try await Self.records(Self.requests)
        let again = try RecordLines.decode(RecordLines.encode(records))
        try #require(again.count == records.count)
        for (record, again) in zip(records, again) {
            #expect(again.id == record.id && again.state == record.state && again.ended == record.ended)
            #expect(again.attempts == record.attempts)
            #expect(again.origin.url == record.origin.url)
        }
        #expect(throws: JSONError.self) { try RecordLines.decode(Array("{".utf8)) }
    }

    @Test("a redacted record has no secret left, and all the rest")
    func redacted() async throws {
        let secret = "s3cretValue"
        let record = try #require(
            try await Self.records([
                .post("/echo?token=\(secret)", body: .text(#"{"password":"\#(secret)","n":1}"#)).with {
                    $0.headers = ["Authorization": "Bearer \(secret)", "Content-Type": "application/json"]
                }
            ]).first)
        var redaction = Redaction()
        let shown = redaction.record(record)
        #expect(!String(decoding: RecordLines.encode([shown]), as: UTF8.self).contains(secret))
        let exchange = try #require(shown.lastExchange)
        #expect(!String(decoding: exchange.body + exchange.requestHead, as: UTF8.self).contains(secret))
        #expect(shown.origin.request.headers["Authorization"] == "Bearer <redacted:1>")
        #expect(shown.origin.url?.text.hasSuffix("/echo?token=<redacted:1>") == true)
        #expect(shown.status == 200 && shown.duration == record.duration)
        var all = Redaction.none
        #expect(all.record(record) == record)
    }

    @Test("an archive has the records that it was written of")
    func archive() async throws {
        let records = try await Self.records([.get("/hello"), .get("/flaky/2")])
        let bytes = HARWriter(creator: (name: "test", version: "1")).write(records)
        let tasks = try HARTasks(parsing: bytes)
        let again = tasks.records(endingAt: Instant(nanoseconds: 1 << 60))
        #expect(again.map(\.id) == [1, 2])
        #expect(again.map(\.status) == records.map(\.status))
        #expect(again.map(\.attempts.count) == records.map(\.attempts.count))
        #expect(again.map { $0.lastExchange?.body } == records.map { $0.lastExchange?.body })
        let error = #expect(throws: HARError.self) { try HARTasks(parsing: Array("{}".utf8)) }
        #expect(error?.description == "It has no list log.entries. (expected an HTTP archive (HAR 1.2))")
    }
}
