import EngineJSON
import EngineSupport
import Foundation
import RequestFormats
import Testing

@testable import ClientEngine
@testable import ClientEngineRecording

@Suite("The tasks of an archive") struct HARTasksTests {
    private func records(_ bytes: [UInt8], endingAt now: Int64 = 10_000_000_000) throws -> [TaskRecord] {
        let tasks = try HARTasks(ImportFile(path: "x.har", bytes: bytes))
        return try tasks.events(endingAt: Instant(nanoseconds: now)).map { events in
            var record = try #require(events.first.flatMap { TaskRecord($0) })
            for event in events.dropFirst() { record.apply(event) }
            return record
        }
    }

    private func archive(_ records: [TaskRecord]) -> [UInt8] {
        HARWriter(creator: (name: "test", version: "1")).write(records, showsSecrets: true)
    }

    /// Returns a task with 503 on a new connection, a wait of 200 ms, a redirect, and a compressed response.
    private func retried() throws -> TaskRecord {
        let (url, moved) = (RequestURL.test("/b", query: "q=1"), RequestURL.test("/c"))
        let request = Request(method: .post, url: url.text, headers: ["X-A": "1"], body: .text("hello"))
        var story = try Story(request, url: url, id: 7)
        var connection = ConnectionRecord(
            id: 2, isReused: false, remote: ("10.0.0.1", 443), local: ("10.0.0.9", 5000))
        connection.tls = .init(version: "TLSv1.3", cipher: "AES")
        let start = ExchangeStart(method: .post, url: url, body: request.body)
        story.at(0, .attemptStarted(reason: nil, waited: nil), .exchangeStarted(start), .phase(.dns))
        story.at(3, .phase(.connect))
        story.at(6, .phase(.tls), .connected(connection))
        story.at(10, .phase(.send))
        story.at(11, .phase(.wait))
        story.at(31, .phase(.receive), .head(ResponseHead(status: 503, reason: "Busy", headers: [:])))
        story.at(32, .exchangeEnded(ExchangeEnd()))
        let plan = RetryPlan(
            reason: .status(503), delay: .milliseconds(200), until: Instant(nanoseconds: 0), explanation: "")
        story.at(32, .attemptEnded(.response(status: 503), retry: plan))
        story.at(
            232, .attemptStarted(reason: .status(503), waited: .milliseconds(200)), .exchangeStarted(start))
        story.at(232, .phase(.send))
        story.at(233, .phase(.wait))
        story.at(
            240, .phase(.receive),
            .head(ResponseHead(status: 302, reason: "Found", headers: ["Location": "/c"])))
        story.at(241, .exchangeEnded(ExchangeEnd()))
        var hop = ExchangeStart(method: .get, url: moved)
        hop.reason = .redirect
        story.at(241, .exchangeStarted(hop), .phase(.send))
        story.at(242, .phase(.wait))
        let head = ResponseHead(status: 200, reason: "OK", headers: ["Content-Type": "text/plain"])
        story.at(250, .phase(.receive), .head(head), .received([0x1F, 0x8B]))
        story.at(252, .exchangeEnded(ExchangeEnd(decodedBody: Array("hello world".utf8))))
        story.at(252, .attemptEnded(.response(status: 200), retry: nil), .taskEnded(.succeeded))
        return story.record
    }

    @Test("attempts, hops, waits, phases and bodies come back as they were")
    func roundTrip() throws {
        let before = try retried()
        let after = try #require(try records(archive([before])).first)
        #expect(after.id == 1 && after.state == .succeeded && after.attempts.count == 2)
        #expect(after.origin.request.body.bytes == Array("hello".utf8))
        #expect(after.origin.request.headers["X-A"] == "1")
        #expect(after.origin.date == before.origin.date)
        #expect(after.attempts[0].status == 503 && after.attempts[0].retry?.delay == .milliseconds(200))
        #expect(after.attempts[1].reason == .status(503))
        #expect(after.attempts[1].waited == .milliseconds(200))
        #expect(after.attempts[1].exchanges.map(\.start.reason) == [nil, .redirect])
        #expect(after.attempts[1].exchanges.map { $0.head?.status } == [302, 200])
        #expect(after.lastAnswered?.body == Array("hello world".utf8))
        #expect(after.lastAnswered?.bodyReceived == 2)
        let (old, new) = (before.attempts[0].exchanges[0], after.attempts[0].exchanges[0])
        for phase in Phase.allCases {
            let difference = (old.timings[phase] ?? .zero) - (new.timings[phase] ?? .zero)
            #expect(abs(difference.milliseconds) < 0.01, "\(phase)")
        }
        #expect(new.connection?.remoteAddress == "10.0.0.1" && new.connection?.tls?.version == "TLSv1.3")
        #expect(new.connection?.isReused == false)
        #expect(abs((after.ended.map { $0 - after.created } ?? .zero).milliseconds - 252) < 1)
        // A task read from an archive is written unchanged.
        #expect(try records(archive([after])).first?.attempts.count == 2)
    }

    @Test("A task that keeps its 503 after a wait is written with the times of the answer")
    func givenUpWait() throws {
        let url = RequestURL.test("/b")
        var story = try Story(.get(url.text), url: url)
        story.at(
            0, .attemptStarted(reason: nil, waited: nil),
            .exchangeStarted(ExchangeStart(method: .get, url: url)), .phase(.wait))
        story.at(2, .phase(.receive), .head(ResponseHead(status: 503, reason: "", headers: [:])))
        story.at(3, .exchangeEnded(ExchangeEnd()))
        let plan = RetryPlan(
            reason: .status(503), delay: .seconds(2), until: Instant(nanoseconds: 2_003_000_000),
            explanation: "")
        story.at(3, .attemptEnded(.response(status: 503), retry: plan))
        story.at(1_195, .processing, .taskEnded(.succeeded))
        let entry = try #require(try JSONValue(parsing: archive([story.record]))["log"]?["entries"]?[0])
        #expect(entry["time"]?.double == 3)
        #expect(entry["timings"]?["receive"]?.double == 1)
    }

    @Test(
        "Numbers that no exchange has are clamped when an archive is read",
        arguments: [
            (#""_backoffMs":1e300"#, ""), (#""time":1e300"#, ""), (#""_task":9223372036854775807"#, ""),
            ("", #""size":9223372036854775807"#),
            ("", #""size":9223372036854775807,"compression":1,"text":"x""#),
        ])
    func extremes(entry: String, content: String) throws {
        let entries = (1...3).map { number in
            """
            {"startedDateTime":"2026-01-01T00:00:00Z","_attempt":\(number)\(entry.isEmpty ? "" : ",")\(entry),
            "request":{"method":"GET","url":"http://h/"},"response":{"status":200,"bodySize":9223372036854775807,
            "content":{\(content)}}}
            """
        }
        let text = #"{"log":{"entries":[\#(entries.joined(separator: ","))]}}"#
        let records = try records(Array(text.utf8))
        #expect(!records.isEmpty)
        for record in records {
            #expect(record.attempts.allSatisfy { $0.waited ?? .zero <= .seconds(366 * 86_400) })
            #expect(record.lastAnswered.map { $0.bodyReceived <= ReportedNumber.largestSize } == true)
        }
        #expect(!archive(records).isEmpty)
    }

    @Test("Text that is marked as base64 and is not base64 is read as it is")
    func wronglyMarked() throws {
        let text = """
            {"log":{"entries":[{"startedDateTime":"2026-01-01T00:00:00Z","request":{"method":"POST","url":"http://h/",
            "postData":{"mimeType":"text/plain","text":"a=b&c","encoding":"base64"}},"response":{"status":200,
            "content":{"size":16,"text":"{\\"not\\":\\"base64\\"}","encoding":"base64"}}},
            {"request":{"method":"GET","url":"http://h/"},"response":{"status":200,
            "content":{"size":2,"text":"aGkh\\r\\nIQ==","encoding":"base64"}}}]}}
            """
        let records = try records(Array(text.utf8))
        #expect(records.first?.lastExchange?.body == Array(#"{"not":"base64"}"#.utf8))
        #expect(records.first?.origin.request.body.bytes == Array("a=b&c".utf8))
        #expect(records.last?.lastExchange?.body == Array("hi!!".utf8))
    }

    @Test("failed and cancelled tasks come back as that, and what never began")
    func outcomes() throws {
        let url = RequestURL.test("/x")
        var failed = try Story(.get(url.text), url: url)
        failed.at(
            0, .attemptStarted(reason: nil, waited: nil),
            .exchangeStarted(ExchangeStart(method: .get, url: url)))
        failed.at(0, .phase(.connect))
        let refused = ClientError(.connect, .connect, "connection refused")
        failed.at(5, .exchangeEnded(ExchangeEnd(error: refused)), .attemptEnded(.error(refused), retry: nil))
        failed.at(5, .taskEnded(.failed(refused)))
        var cancelled = try Story(.get(url.text), url: url, id: 2)
        cancelled.at(3, .taskEnded(.cancelled))
        let read = try records(archive([failed.record, cancelled.record]))
        #expect(read.map(\.verdict) == [.failed, .cancelled])
        #expect(read[0].error?.kind == .connect && read[0].error?.message == "connection refused")
    }

    @Test("each entry of another program is a task, numbered in their order; what is no request is left out")
    func foreign() throws {
        let text = #"""
            {"log":{"version":"1.2","entries":[
              {"startedDateTime":"2026-01-31T10:00:00.500+01:00","time":30,
               "request":{"method":"GET","url":"https://a.test/one","headers":[{"name":":authority","value":"a.test"}]},
               "response":{"status":200,"statusText":"","headers":[],"content":{"size":4,"text":"b25l","encoding":"base64"}},
               "timings":{"blocked":1,"dns":-1,"connect":10,"ssl":4,"send":1,"wait":10,"receive":8}},
              {"startedDateTime":"2026-01-31T09:00:01Z","time":0,
               "request":{"method":"GET","url":"https://a.test/two","headers":[]},
               "response":{"status":0,"_error":"net::ERR_ABORTED"},"timings":{"send":0,"wait":0,"receive":0}},
              {"request":{"url":"data:text/plain,x"}}, 7, {"time":-1e300,"request":{"url":"http://a.test/","headers":7}}
            ]}}
            """#
        let read = try records(Array(text.utf8))
        #expect(read.map(\.id) == [1, 2, 3])
        #expect(read.map { $0.origin.url?.path } == ["/one", "/two", "/"])
        #expect(read[0].lastAnswered?.body == Array("one".utf8))
        #expect(read[0].lastExchange?.timings[.connect] == .milliseconds(6))
        #expect(read[0].lastExchange?.timings[.tls] == .milliseconds(4))
        #expect(read[0].origin.date == Date(timeIntervalSince1970: 1_769_850_000.5))
        #expect(read[1].error?.message == "the archive says net::ERR_ABORTED")
        #expect(read[2].verdict == .failed)
        #expect(read.allSatisfy { $0.state.isFinished })
    }

    @Test(
        "a file that is no archive is refused with a sentence",
        arguments: ["", "[1]", "{\"log\":{}}", "{\"log\":{\"version\":\"2.0\",\"entries\":[]}}", "{\"log\""])
    func noArchive(text: String) {
        #expect(throws: ImportError.self) { try HARTasks(ImportFile(path: "x.har", bytes: Array(text.utf8))) }
    }

    @Test("an archive without entries has no tasks")
    func empty() throws {
        #expect(try records(Array(#"{"log":{"entries":[]}}"#.utf8)).isEmpty)
    }
}
