import ClientEngine
import ClientEngineRecording
import EngineJSON
import Foundation
import RequestFormats
import Testing

@testable import InspectorCommandLine

@Suite("Hostile text in the output of run")
struct HostileOutputTests {
    /// Returns a failed task that contains the text everywhere.
    private static func events(_ text: String) throws -> [(ms: Int, attempt: Int, exchange: Int, Event.Kind)]
    {
        var origin = RunStory.origin("http://a.test/\(text)", headers: ["X": text], file: text)
        origin.request.name = text
        let head = ResponseHead(status: 200, reason: text, httpVersion: text, headers: [text: text])
        var error = ClientError(.protocolViolation, .receive, text, hint: text)
        error.curlMessage = text
        var start = try RunStory.exchange("http://a.test/")
        start.mock = MockReference(id: text, name: text)
        return [
            (0, 0, 0, .taskCreated(origin)),
            (1, 1, 0, .attemptStarted(reason: nil, waited: nil)),
            (1, 1, 1, .exchangeStarted(start)),
            (1, 1, 1, .connected(connection(text))),
            (2, 1, 1, .head(head)),
            (3, 1, 1, .received(Array(text.utf8))),
            (3, 1, 1, .anomaly(.bareLineFeed)),
            (4, 1, 1, .exchangeEnded(ExchangeEnd(error: error))),
            (4, 1, 1, .attemptEnded(.error(error), retry: nil)),
            (4, 1, 1, .taskEnded(.failed(error))),
        ]
    }

    private static func connection(_ text: String) -> ConnectionRecord {
        var connection = ConnectionRecord(id: 1, isReused: false, remote: (text, 1), local: (text, 2))
        connection.proxy = text
        var tls = ConnectionRecord.TLS(version: text, cipher: text)
        tls.applicationProtocol = text
        tls.certificates = [.init(subject: text, issuer: text, names: [text], fingerprint: text)]
        connection.tls = tls
        return connection
    }

    @Test("Lines for people hold no scalar that a terminal obeys or hides")
    func lines() throws {
        for text in HostileCorpus.all {
            var shown = ""
            let layout = TaskLines.Layout(methods: ["GET"], names: ["http://a.test/\(text)"], columns: 120)
            var output = TextLines(
                TaskLines(layout: layout, glyphs: .unicode, redaction: Redaction()), count: 1,
                sinks: .init(lines: { shown += $0 }))
            var story = RunStory()
            story.tell(try Self.events(text), to: &output)
            #expect(shown.last == "\n")
            let lines = shown.split(separator: "\n")
            #expect(lines.allSatisfy { $0.hostileScalars == [] }, "\(text.debugDescription)")
        }
    }

    @Test("Lines of --json hold none either, and say the same")
    func json() throws {
        for text in HostileCorpus.all {
            var shown = ""
            let lines = EventLines(start: RunStory.start, text: EventText(redaction: Redaction()))
            var output = JSONLines(lines) { shown += $0 }
            var story = RunStory()
            story.tell(try Self.events(text), to: &output)
            let rows = shown.split(separator: "\n")
            #expect(rows.allSatisfy { $0.hostileScalars == [] }, "\(text.debugDescription)")
            let created = try JSONValue(parsing: String(rows[0]))
            #expect(created["name"]?.string == text)
            #expect(rows.count { $0.contains("\"exchange.anomaly\"") } == 1)
        }
    }

    @Test("A HAR holds none either, and says the same")
    func har() throws {
        for text in HostileCorpus.all {
            var story = RunStory()
            var output = Nowhere()
            story.tell(try Self.events(text), to: &output)
            var redaction = Redaction()
            let bytes = HARWriter(creator: ("t", "1")).write(
                [try #require(story.record)], redaction: &redaction)
            let written = String(decoding: bytes, as: UTF8.self)
            #expect(written.split(separator: "\n").allSatisfy { $0.hostileScalars == [] })
            let entry = try JSONValue(parsing: written)["log"]?["entries"]?[0]
            #expect(entry?["response"]?["statusText"]?.string == text)
            #expect(entry?["_tls"]?["certificates"]?[0]?["subject"]?.string == text)
            #expect(entry?["serverIPAddress"]?.string == text)
            #expect(entry?["_anomalies"] == ["bareLineFeed"])
            #expect(entry?["comment"]?.string == Anomaly.bareLineFeed.description)
        }
    }

    private struct Nowhere: RunOutput {
        mutating func show(_ event: Event, in record: TaskRecord, after previous: TaskState?) {}
        mutating func showProgress(of live: [TaskRecord], now: Instant) {}
        mutating func finish(_ summary: RunSummary) {}
    }
}
