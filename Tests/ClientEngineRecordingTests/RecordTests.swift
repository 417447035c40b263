import EngineJSON
import Foundation
import InspectorSandbox
import InspectorTestSupport
import Testing

@testable import ClientEngine
@testable import ClientEngineRecording

@Suite("Records that are written, read and redacted", .timeLimit(.minutes(1)))
struct RecordTests {
    /// Sends requests in order.
    ///
    /// Returns their records.
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

    @Test("a record that is written as a line is read again as it was")
    func lines() async throws {
        let records = try await Self.records(Self.requests)
        let again = try RecordLines.decode(RecordLines.encode(records))
        try #require(again.count == records.count)
        for (record, again) in zip(records, again) { expectSame(again, record) }
        #expect(throws: JSONError.self) { try RecordLines.decode(Array("{".utf8)) }
        #expect(try RecordLines.decode(Array("{}\n[1]\n".utf8)).isEmpty)
    }

    @Test("a packed record is read again as it was, but for the encoded bytes of a body")
    func packed() async throws {
        var writer = RecordWriter()
        for var record in try await Self.records(Self.requests) {
            let again = try #require(RecordReader.record(writer.packed(record)))
            for attempt in record.attempts.indices {
                for exchange in record.attempts[attempt].exchanges.indices
                where record.attempts[attempt].exchanges[exchange].decodedBody != nil {
                    record.attempts[attempt].exchanges[exchange].chunks = []
                    record.attempts[attempt].exchanges[exchange].arrivals = []
                }
            }
            expectSame(again, record)
        }
    }

    @Test("a record and an archive keep the Unix socket of a request, and of its connection")
    func unixSocket() async throws {
        let server = try SandboxServer.start()
        let relay = try UnixSocketRelay(to: server.port)
        let request = Request.get("http://a.test/hello").with { $0.unixSocket = relay.path }
        let record = try await Client().send(request).record
        let again = try #require(RecordLines.decode(RecordLines.encode([record])).first)
        expectSame(again, record)
        #expect(again.origin.request.unixSocket == relay.path)
        var tally = SecretTally()
        var redaction = Redaction.none
        let entry = HAREntry(record: record, attempt: record.lastAttempt, exchange: record.lastExchange)
            .object(&redaction, &tally)
        #expect(entry["_unixSocket"]?.string == relay.path && entry["serverIPAddress"] == nil)
        let read = try #require(HAREntryReader(.object(entry)))
        #expect(read.origin(attempts: 1).request.unixSocket == relay.path)
        let connection = read.events.lazy.compactMap { _, event in
            if case .connected(let connection) = event { connection } else { nil }
        }.first
        #expect(connection?.unixSocket == relay.path)
    }

    @Test("packed records share the heads and bodies that they have in common")
    func sharedParts() async throws {
        let requests = [Request.get("/hello"), .get("/hello?other"), .get("/json"), .get("/hello")]
        var writer = RecordWriter()
        let written = try await Self.records(requests).map { writer.packed($0) }
        #expect(written[0].parts.bodies[0] === written[1].parts.bodies[0])
        #expect(written[0].parts.heads[0] === written[1].parts.heads[0])
        #expect(written[0].parts.bodies[0] !== written[2].parts.bodies[0])
        #expect(written[0].parts.bodies[0] === written[3].parts.bodies[0])
        #expect(written[0].parts[-1] == written[0].parts.heads[0].content)
        #expect(written[0].parts[9] == nil && written[0].parts[-9] == nil)
    }

    @Test("a part that is gone leaves its size")
    func missingPart() async throws {
        var writer = RecordWriter()
        let record = try await Self.records([.post("/inspect", body: .text("body"))])[0]
        let written = writer.packed(record)
        let text = try JSONValue(parsing: written.story)
        let again = try #require(RecordReader.record(text) { $0 < 0 ? written.parts[$0] : nil })
        #expect(again.lastExchange?.droppedBody == record.lastExchange?.bodySize)
        #expect(again.lastExchange?.body.isEmpty == true && again.droppedRequestBody == 0)
        #expect(again.lastExchange?.head == record.lastExchange?.head)
    }

    @Test("live records, annotations and the sizes of dropped bodies are written and read, too")
    func otherRecords() async throws {
        var record = try await Self.records([.post("/echo", body: .text("body"))])[0]
        record.origin.provenance = Provenance(.proxy, file: "a.http", line: 3, resendOf: 7)
        record.annotations = [
            Annotation("ticket", ["number": 17]), Annotation(TestResult("x", line: 2, .failed(actual: "y"))),
            .editedRequest, Annotation(EditedAnswer(head: ResponseHead(wireBytes: []), body: [0xFF])),
        ]
        record.programLeftAfter = 12
        var (waiting, running, dropped) = (record, record, record)
        let plan = RetryPlan(
            reason: .status(503), delay: .seconds(1), until: record.created, explanation: "1 s")
        waiting.attempts[0].retry = plan
        (waiting.state, waiting.ended) = (.waiting(plan), nil)
        running.state = .running(running.lastExchange?.phases.last?.phase ?? .queue)
        running.ended = nil
        dropped.dropBodies()
        let records = [record, waiting, running, dropped]
        for (record, again) in zip(records, try RecordLines.decode(RecordLines.encode(records))) {
            expectSame(again, record)
        }
        #expect(dropped.droppedRequestBody == 4)
    }

    /// Expects that a record contains all of another one, except the options of its request, which are not stored.
    private func expectSame(
        _ again: TaskRecord, _ record: TaskRecord, _ place: SourceLocation = #_sourceLocation
    ) {
        var expected = record
        expected.origin.request = Request(
            method: record.origin.request.method, url: record.origin.request.url,
            headers: record.origin.request.headers, body: record.origin.request.body)
        expected.origin.request.name = record.origin.request.name
        expected.origin.request.unixSocket = record.origin.request.unixSocket
        #expect(abs(again.origin.date.timeIntervalSince(record.origin.date)) < 1e-6, sourceLocation: place)
        expected.origin.date = again.origin.date
        #expect(again == expected, sourceLocation: place)
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
