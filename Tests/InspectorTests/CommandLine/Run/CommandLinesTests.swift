import ClientEngine
import ClientEngineRecording
import EngineJSON
import Foundation
import RequestFormats
import Testing

@testable import InspectorCommandLine
@testable import InspectorValues

/// Applies events to a record, and shows each one to an output.
struct RunStory {
    private(set) var record: TaskRecord?
    private var clock = Instant(nanoseconds: 1_000_000_000)

    /// Sends the events of one task, each at a number of milliseconds after the start.
    mutating func tell(
        _ events: [(ms: Int, attempt: Int, exchange: Int, Event.Kind)], to output: inout some RunOutput
    ) {
        for (ms, attempt, exchange, what) in events {
            let at = clock + .milliseconds(ms)
            let event = Event(task: 1, attempt: attempt, exchange: exchange, at: at, what)
            let previous = record?.state
            guard var next = record ?? TaskRecord(event) else { continue }
            next.apply(event)
            record = next
            output.show(event, in: next, after: previous)
        }
        output.flush()
    }

    static let start = Instant(nanoseconds: 1_000_000_000)

    static func origin(
        _ url: String, headers: Headers = [:], file: String = "a.http", verifiesCertificates: Bool = true
    ) -> TaskOrigin {
        var request = Request(url: url, headers: headers)
        request.name = "sample"
        return TaskOrigin(
            request: request, attemptsAllowed: 3, date: Date(timeIntervalSince1970: 0),
            provenance: Provenance(.saved, file: file, line: 3),
            verifiesCertificates: verifiesCertificates)
    }

    static func exchange(_ url: String) throws -> ExchangeStart {
        ExchangeStart(method: .get, url: try RequestURL(parsing: url))
    }
}

/// Collects the output.
final class Sink {
    var text = ""
    var lines: [Substring] { text.split(separator: "\n") }
}

@Suite("What run prints")
struct CommandLinesTests {
    private let url = "http://example.test/a"

    private func failingOnce() throws -> [(ms: Int, attempt: Int, exchange: Int, Event.Kind)] {
        let error = ClientError(.timeout, .wait, "no byte came for 2 s")
        let plan = RetryPlan(
            reason: .error(kind: .timeout, phase: .wait), delay: .milliseconds(200),
            until: RunStory.start + .milliseconds(300), explanation: "200ms")
        return [
            (0, 0, 0, .taskCreated(RunStory.origin(url))),
            (1, 1, 0, .attemptStarted(reason: nil, waited: nil)),
            (1, 1, 1, .exchangeStarted(try RunStory.exchange(url))),
            (2, 1, 1, .phase(.wait)),
            (100, 1, 1, .exchangeEnded(ExchangeEnd(error: error))),
            (100, 1, 1, .attemptEnded(.error(error), retry: plan)),
            (300, 2, 0, .attemptStarted(reason: plan.reason, waited: .milliseconds(200))),
            (301, 2, 1, .exchangeStarted(try RunStory.exchange(url))),
            (302, 2, 1, .phase(.receive)),
            (303, 2, 1, .head(ResponseHead(status: 200, reason: "OK", headers: ["Set-Cookie": "id=secret"]))),
            (304, 2, 1, .received([1, 2, 3])),
            (305, 2, 1, .exchangeEnded(ExchangeEnd())),
            (305, 2, 1, .attemptEnded(.response(status: 200), retry: nil)),
            (306, 2, 1, .processing),
            (307, 2, 1, .taskEnded(.succeeded)),
        ]
    }

    private func json(secrets: Bool = false) throws -> [JSONValue] {
        let sink = Sink()
        let text = EventText(redaction: secrets ? .none : Redaction())
        var output = JSONLines(EventLines(start: RunStory.start, text: text)) { sink.text += $0 }
        var story = RunStory()
        story.tell(try failingOnce(), to: &output)
        output.finish(RunSummary(tasks: 1, succeeded: 1, attempts: 2, elapsed: .microseconds(307_250)))
        return try sink.lines.map { try JSONValue(parsing: String($0)) }
    }

    @Test("every step of a task is one line, in order, the summary last")
    func order() throws {
        let lines = try json()
        let events = lines.map { line in
            line["event"]?.string == "task.state"
                ? "= \(line["state"]?.string ?? "")/\(line["phase"]?.string ?? "")"
                : line["event"]?.string ?? "summary"
        }
        #expect(
            events == [
                "task.created", "= queued/", "attempt.started", "= running/queue", "exchange.started",
                "exchange.phase", "= running/wait", "exchange.ended", "attempt.ended", "= waiting/",
                "attempt.started", "= running/queue", "exchange.started", "exchange.phase",
                "= running/receive", "exchange.head", "exchange.progress", "exchange.ended", "attempt.ended",
                "= processing/", "= succeeded/", "task.ended", "summary",
            ])
        #expect(lines.dropLast().allSatisfy { $0["task"]?.int == 1 && $0["tMs"]?.double != nil })
    }

    @Test("attempts, exchanges and times are numbered from their parents' start")
    func numbers() throws {
        let lines = try json()
        let second = try #require(lines.first { $0["event"] == "attempt.started" && $0["attempt"]?.int == 2 })
        #expect(second["tMs"]?.double == 300)
        #expect(second["exchange"] == nil)
        #expect(second["reason"] == "timeout/wait")
        #expect(second["waitedMs"]?.double == 200)
        let ended = try #require(lines.first { $0["event"] == "attempt.ended" })
        #expect(ended["exchange"] == nil)
        #expect(lines.first { $0["event"] == "task.ended" }?["attempt"] == nil)
        let head = try #require(lines.first { $0["event"] == "exchange.head" })
        #expect(head["attempt"]?.int == 2)
        #expect(head["exchange"]?.int == 1)
    }

    @Test("an error keeps kind, phase, code and text; a retry says when and why")
    func errors() throws {
        let ended = try #require(try json().first { $0["event"] == "attempt.ended" })
        #expect(ended["outcome"] == "error")
        #expect(
            ended["error"] == [
                "kind": "timeout", "phase": "wait", "code": nil, "text": "no byte came for 2 s",
                "message": "no byte came for 2 s",
            ])
        #expect(ended["retry"]?["inMs"]?.double == 200)
        #expect(ended["retry"]?["because"] == "timeout/wait, 200ms")
    }

    /// Returns the events of a reused connection that closes before any response, and a new one that delivers it.
    private func sentAgain() throws -> [(ms: Int, attempt: Int, exchange: Int, Event.Kind)] {
        let lost = ClientError(.connectionLost, .wait, "it closed the connection without an answer")
        var again = try RunStory.exchange(url)
        again.reason = .connectionLost
        return [
            (0, 0, 0, .taskCreated(RunStory.origin(url))),
            (0, 1, 0, .attemptStarted(reason: nil, waited: nil)),
            (0, 1, 1, .exchangeStarted(try RunStory.exchange(url))),
            (5, 1, 1, .exchangeEnded(ExchangeEnd(error: lost))),
            (5, 1, 2, .exchangeStarted(again)),
            (9, 1, 2, .head(ResponseHead(status: 200, reason: "OK", headers: [:]))),
            (9, 1, 2, .exchangeEnded(ExchangeEnd())),
            (9, 1, 2, .attemptEnded(.response(status: 200), retry: nil)),
            (10, 1, 2, .taskEnded(.succeeded)),
        ]
    }

    @Test("what went out again without a retry says so, in its line and in its event")
    func again() throws {
        #expect(
            textLine(try sentAgain())
                == "✓ sample GET    200        10 ms    0 B  http://example.test/a\n"
                + "    sent again: the kept connection closed before any answer\n")
        let sink = Sink()
        var output = JSONLines(EventLines(start: RunStory.start, text: EventText(redaction: .none))) {
            sink.text += $0
        }
        var story = RunStory()
        story.tell(try sentAgain(), to: &output)
        let lines = try sink.lines.map { try JSONValue(parsing: String($0)) }
        let starts = lines.filter { $0["event"] == "exchange.started" }
        #expect(starts.map { $0["reason"]?.string } == [nil, "connectionLost"])
        let ends = lines.filter { $0["event"] == "exchange.ended" }
        #expect(ends.map { $0["error"]?["kind"]?.string } == ["connectionLost", nil])
    }

    @Test("durations that 64 bits hold only just are printed")
    func longest() {
        for duration in [Duration.nanoseconds(Int64.max), .nanoseconds(Int64.min), .seconds(Int64.max)] {
            #expect(JSONValue.milliseconds(duration).double.map { abs($0) > 9e12 } == true)
        }
    }

    @Test("The progress line shows how much of a body is missing, whatever length the server announced")
    func longestBody() throws {
        var story = RunStory()
        var output: any RunOutput = JSONLines(
            EventLines(start: RunStory.start, text: EventText(redaction: .none))
        ) { _ in }
        let headers: Headers = ["Content-Length": "\(Int.max)"]
        story.tell(
            [
                (0, 0, 0, .taskCreated(RunStory.origin(url))),
                (0, 1, 0, .attemptStarted(reason: nil, waited: nil)),
                (0, 1, 1, .exchangeStarted(try RunStory.exchange(url))), (1, 1, 1, .phase(.receive)),
                (1, 1, 1, .head(ResponseHead(status: 200, reason: "OK", headers: headers))),
                (2, 1, 1, .received([1])),
            ], to: &output)
        let text = try #require(story.record).progressText(now: RunStory.start + .seconds(3_600))
        #expect(text.contains(" left"))
    }

    @Test("the last lines say how it ended")
    func end() throws {
        let lines = try json()
        let ended = try #require(lines.first { $0["event"] == "task.ended" })
        #expect(ended["state"] == "succeeded")
        #expect(ended["status"]?.int == 200)
        #expect(ended["attempts"]?.int == 2)
        #expect(ended["bodyBytes"]?.int == 3)
        #expect(ended["elapsedMs"]?.double == 307)
        let summary = try #require(lines.last?["summary"])
        #expect(summary["tasks"]?.int == 1)
        #expect(summary["elapsedMs"]?.double == 307.25)
        #expect(summary["assertionsFailed"]?.int == 0)
    }

    @Test("cookies are redacted unless secrets are asked for")
    func redacted() throws {
        func cookie(_ lines: [JSONValue]) -> String? {
            lines.first { $0["event"] == "exchange.head" }?["headers"]?[0]?[1]?.string
        }
        #expect(cookie(try json())?.contains("secret") == false)
        #expect(cookie(try json(secrets: true)) == "id=secret")
    }

    @Test("progress is thinned out to ten lines a second, and the last count is always there")
    func progress() throws {
        let sink = Sink()
        var output = JSONLines(EventLines(start: RunStory.start, text: EventText(redaction: .none))) {
            sink.text += $0
        }
        var story = RunStory()
        story.tell(
            [
                (0, 0, 0, .taskCreated(RunStory.origin(url))),
                (0, 1, 0, .attemptStarted(reason: nil, waited: nil)),
                (0, 1, 1, .exchangeStarted(try RunStory.exchange(url))),
            ], to: &output)
        let pieces: [(ms: Int, attempt: Int, exchange: Int, Event.Kind)] = (1...250).map {
            ($0, 1, 1, .received([0]))
        }
        story.tell(pieces + [(260, 1, 1, .exchangeEnded(ExchangeEnd()))], to: &output)
        let received = try sink.lines.compactMap { line in
            let value = try JSONValue(parsing: String(line))
            return value["event"] == "exchange.progress" ? value["received"]?.int : nil
        }
        #expect(received == [100, 200, 250])
    }

    private func textLine(
        _ events: [(ms: Int, attempt: Int, exchange: Int, Event.Kind)], glyphs: Glyphs = .unicode
    ) -> String {
        let sink = Sink()
        let layout = TaskLines.Layout(methods: ["GET", "DELETE"], names: ["sample"], columns: nil)
        var output = TextLines(
            TaskLines(layout: layout, glyphs: glyphs, redaction: .none), count: 1,
            sinks: .init(lines: { sink.text += $0 }))
        var story = RunStory()
        story.tell(events, to: &output)
        return sink.text
    }

    @Test(
        "a task is one aligned line: mark, name, method, status, time, bytes, URL; its attempts stand below")
    func text() throws {
        #expect(
            textLine(try failingOnce()) == """
                ✓ sample GET    200       307 ms    3 B  http://example.test/a
                  ├ 1 timeout/wait: no byte came for 2 s   99 ms  then waited 200 ms  200ms
                  └ 2 200 OK                              5.0 ms

                """)
    }

    @Test("a failure says what happened and in which phase")
    func failure() throws {
        let error = ClientError(.resolve, .dns, "no address for example.test")
        let events: [(ms: Int, attempt: Int, exchange: Int, Event.Kind)] = [
            (0, 0, 0, .taskCreated(RunStory.origin(url))),
            (1, 1, 0, .attemptStarted(reason: nil, waited: nil)),
            (5, 1, 0, .taskEnded(.failed(error))),
        ]
        #expect(
            textLine(events, glyphs: .ascii)
                == "x sample GET    no DNS    5.0 ms      -  http://example.test/a\n"
                + "    resolve/dns: no address for example.test\n")
    }

    @Test("control bytes of a URL or a message never reach the terminal")
    func controls() {
        let error = ClientError(.protocolViolation, .wait, "sent \u{1B}]0;owned\u{7}\r\n")
        let events: [(ms: Int, attempt: Int, exchange: Int, Event.Kind)] = [
            (0, 0, 0, .taskCreated(RunStory.origin("http://h/\u{1B}[2J"))),
            (5, 0, 0, .taskEnded(.failed(error))),
        ]
        let line = textLine(events)
        let shown = line.split(separator: "\n")
        #expect(shown.allSatisfy { $0.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F } })
        #expect(line.contains("^["))
    }

    @Test("a line says what is under way on a terminal, and is gone before the next result")
    func progressLine() throws {
        let shown = Sink()
        let layout = TaskLines.Layout(methods: ["GET"], names: [url], columns: 80)
        var output = TextLines(
            TaskLines(layout: layout, glyphs: .unicode, redaction: .none), count: 2,
            sinks: .init(lines: { shown.text += $0 }, progress: ProgressLine { shown.text += $0 }))
        var story = RunStory()
        let events = try failingOnce()
        story.tell(Array(events.prefix(4)), to: &output)
        let record = try #require(story.record)
        output.showProgress(of: [record], now: RunStory.start + .milliseconds(702))
        #expect(shown.text == "0/2 GET sample: waiting for the first byte 700 ms")
        story.tell(Array(events.dropFirst(4)), to: &output)
        #expect(shown.text.contains("\r\u{1B}[K✓ sample"))
    }
}
