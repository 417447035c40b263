import ClientEngine
import ClientEngineRecording
import EngineJSON
import EnginePatterns
import EngineSupport
import Foundation
import InspectorSandbox
import InspectorTaskFilter
import RequestFormats
import Testing

@testable import InspectorCommandLine
@testable import InspectorScreen

@Suite("Whatever tells how a task ended says the same", .timeLimit(.minutes(1)))
struct VerdictAgreementTests {
    /// One way in which a task can end.
    struct Ending: Sendable, CustomTestStringConvertible {
        var request: String
        var verdict: TaskRecord.Verdict
        /// Sends SIGINT when the task reaches this state, unless `nil`.
        var interrupted: TaskState.Name?

        init(_ request: String, _ verdict: TaskRecord.Verdict, interrupted: TaskState.Name? = nil) {
            self.request = request
            self.verdict = verdict
            self.interrupted = interrupted
        }

        var testDescription: String { request.replacing("\n", with: " ⏎ ") }

        var glyph: String {
            switch verdict {
            case .passed: "✓"
            case .refused: "!"
            case .failed: "✗"
            case .cancelled: "c"
            }
        }
    }

    static let endings = [
        Ending("GET {{host}}/hello", .passed),
        Ending("# @no-redirect\nGET {{host}}/redirect/1", .passed),
        Ending("# @assert status == 200\nGET {{host}}/hello", .passed),
        Ending("# @retry 1\n# @retry-backoff 1ms\nGET {{host}}/flaky/1?key=a", .passed),
        Ending("# @assert status == 500\nGET {{host}}/status/500", .passed),
        Ending("GET {{host}}/status/500\n\n?? status >= 500", .passed),
        Ending("GET {{host}}/status/500\n\n> {% client.assert(response.status === 500) %}", .passed),
        Ending("GET {{host}}/status/404", .refused),
        Ending("# @assert status == 404\nGET {{host}}/status/404", .refused),
        Ending("GET {{host}}/status/500", .failed),
        Ending("# @retry 1\n# @retry-backoff 1ms\nGET {{host}}/status/503", .failed),
        Ending("# @assert status == 200\nGET {{host}}/status/500", .failed),
        Ending("# @assert duration > 0s\nGET {{host}}/status/500", .failed),
        Ending("# @assert js response.status == 500\nGET {{host}}/status/500", .failed),
        Ending("# @assert status == 201\nGET {{host}}/hello", .failed),
        Ending("# @assert body.id == 1\nGET {{host}}/status/404", .failed),
        Ending("# @capture token = body.token\nGET {{host}}/json", .failed),
        Ending("GET {{host}}/hello\n\n>> ../outside.txt", .failed),
        Ending("GET {{host}}/mocked", .failed),
        Ending("GET {{host}}/reset", .failed),
        Ending("# @assert status == 200\nGET {{host}}/truncated", .failed),
        Ending("GET {{host}}/hang", .cancelled, interrupted: .running),
        Ending(
            "# @assert status == 200\n# @retry 3\n# @retry-backoff 600s max 600s\nGET {{host}}/status/503",
            .cancelled, interrupted: .waiting),
    ]

    /// Forwards everything to two outputs, collects the events, and sends SIGINT if requested.
    private final class Witness: RunOutput {
        private(set) var events: [Event] = []
        private var lines: TextLines
        private var json: JSONLines
        /// Reset after it was reached, because a second signal is another command.
        private var interrupted: TaskState.Name?
        private let mailbox: Mailbox<[SendLoop.Message]>

        init(
            _ lines: TextLines, _ json: JSONLines, _ mailbox: Mailbox<[SendLoop.Message]>,
            at state: TaskState.Name?
        ) {
            (self.lines, self.json, self.mailbox, interrupted) = (lines, json, mailbox, state)
        }

        func show(_ event: Event, in record: TaskRecord, after previous: TaskState?) {
            events.append(event)
            lines.show(event, in: record, after: previous)
            json.show(event, in: record, after: previous)
            if record.state.name == interrupted, record.state != .running(.queue), previous != record.state {
                interrupted = nil
                mailbox.append(.signal(SIGINT))
            }
        }

        func flush() {
            lines.flush()
            json.flush()
        }

        func finish(_ summary: RunSummary) { json.finish(summary) }
    }

    private struct Story {
        var record: TaskRecord
        var result: SendLoop.Result
        var events: [Event]
        var lines: [Substring]
        var json: [JSONValue]
    }

    private let server: SandboxServer
    private let scratch: ScratchFolder

    init() throws {
        server = try SandboxServer.start()
        scratch = try ScratchFolder()
    }

    private func run(_ ending: Ending) throws -> Story {
        var options = Options()
        options.paths = [try scratch.write(ending.request + "\n", to: "a.http")]
        options.variables = [.init(name: "host", value: server.url)]
        let client = Client()
        try client.mocks.add(.get(server.url + "/mocked"), .status(500))
        let (text, json, mailbox) = (Sink(), Sink(), Mailbox<[SendLoop.Message]>())
        let output = Witness(
            TextLines(
                TaskLines(
                    layout: .init(methods: ["GET"], names: [server.url], columns: nil), glyphs: .unicode,
                    redaction: .none), count: 1, sinks: .init(lines: { text.text += $0 })),
            JSONLines(EventLines(start: SystemTime().now(), text: EventText(redaction: .none))) {
                json.text += $0
            }, mailbox, at: ending.interrupted)
        var loop = SendLoop(client: client, mailbox: mailbox, output: output)
        loop.keepsRecords = true
        let filter = try Filter("is:failed")
        var budget = StepBudget()
        loop.fails = { filter.matches($0, now: $0.ended ?? $0.created, within: &budget) }
        let result = loop.run(try RunPlan(options).jobs)
        return Story(
            record: try #require(result.records.first), result: result, events: output.events,
            lines: text.lines, json: try json.lines.map { try JSONValue(parsing: String($0)) })
    }

    @Test("mark, line, JSON, filter, figures, JUnit, HAR and exit status agree", arguments: endings)
    func agreement(ending: Ending) throws {
        let story = try run(ending)
        let isFailed = ending.verdict == .failed
        #expect(story.record.verdict == ending.verdict)
        #expect(story.record.glyph(.unicode).string == ending.glyph)
        #expect(story.lines.first?.hasPrefix(ending.glyph + " http") == true)
        var budget = StepBudget()
        let isFound = try Filter("is:failed")
            .matches(story.record, now: story.record.created, within: &budget)
        #expect(isFound == isFailed)
        #expect(story.result.matches == (isFailed ? 1 : 0))
        var statistics = Statistics()
        statistics.add(TaskSummary(story.record, now: story.record.created))
        #expect(statistics.errorRate == (ending.verdict == .cancelled ? nil : isFailed ? 1 : 0))

        let ended = try #require(story.json.first { $0["event"] == "task.ended" })
        #expect(ended["verdict"]?.string == ending.verdict.rawValue)
        #expect(ended["state"]?.string == story.record.state.name.rawValue)
        let summary = try #require(story.json.last?["summary"])
        let counts = ["succeeded", "failed", "cancelled"].map { summary[$0]?.int }
        #expect(counts == (isFailed ? [0, 1, 0] : ending.verdict == .cancelled ? [0, 0, 1] : [1, 0, 0]))

        var redaction = Redaction.none
        let junit = String(decoding: JUnitReport(story.result).bytes(redaction: &redaction), as: UTF8.self)
        #expect((junit.contains("<failure") || junit.contains("<error")) == isFailed)
        #expect(junit.contains("<skipped") == (ending.verdict == .cancelled))
        #expect((junit.contains("failures=\"1\"") || junit.contains("errors=\"1\"")) == isFailed)
        let har = HARWriter(creator: (name: "test", version: "1")).write(
            [story.record], redaction: &redaction)
        let entries = try #require(try JSONValue(parsing: har)["log"]?["entries"]?.array)
        #expect(!entries.isEmpty && entries.allSatisfy { $0["_verdict"]?.string == ending.verdict.rawValue })

        let status: InspectorCommandLine.ExitStatus =
            ending.verdict == .cancelled ? .interrupted : isFailed ? .failure : .success
        #expect(InspectorCommandLine.ExitStatus(story.result) == status)
    }

    @Test("that a server may have acted on what was lost is said in a line, in JSON, in JUnit and in a HAR")
    func doubt() throws {
        let story = try run(Ending("POST {{host}}/reset\n\norder", .failed))
        let message = try #require(story.record.error?.message)
        #expect(message.hasSuffix("closed the connection without an answer, and may have acted on the POST"))
        #expect(story.lines.contains { $0.contains(message) })
        let errors = story.json.compactMap { $0["error"] }
        #expect(errors.count == 3 && errors.allSatisfy { $0["message"]?.string == message })
        var redaction = Redaction.none
        let junit = String(decoding: JUnitReport(story.result).bytes(redaction: &redaction), as: UTF8.self)
        #expect(junit.contains(message))
        let har = HARWriter(creator: (name: "test", version: "1")).write(
            [story.record], redaction: &redaction)
        let entry = try JSONValue(parsing: har)["log"]?["entries"]?.array?.first
        #expect(entry?["_error"]?["message"]?.string == message)
    }

    @Test("the screen says so too, event by event and at once", arguments: endings)
    func screen(ending: Ending) throws {
        let story = try run(ending)
        let isFailed = ending.verdict == .failed
        for bursts in [story.events.map { [$0] }, [story.events]] {
            var app = TestApp()
            for burst in bursts { app.send(.engine(burst)) }
            let row = try #require(app.row(with: " GET "))
            #expect(row.hasPrefix("▸" + ending.glyph))
            let rate = ending.verdict == .cancelled ? "1 task" : isFailed ? "err 100%" : "err 0%"
            #expect(app.row(1).contains(rate))
            #expect(app.screen.contains("── 1 GET"))
            app.type("<enter>")
            // The page below shows the reason, which the row alone does not.
            #expect(app.screen.contains("  ✗ ") == isFailed)
            app.type("<esc>")
            for (filter, finds) in [("is:failed", isFailed), ("-is:failed", !isFailed)] {
                var filtered = app
                filtered.type("/\(filter)<enter>")
                #expect(filtered.state.list.shown == (finds ? [1] : []))
            }
        }
    }

    @Test("who cancels a task that waits is told so, and TRY and the status stay")
    func waiting() throws {
        let ending = try #require(Self.endings.first { $0.interrupted == .waiting })
        let story = try run(ending)
        #expect(story.lines.contains("    cancelled while waiting for try 2 of 4"))
        for width in [40, 80, 140] {
            var app = TestApp(width: width)
            app.send(.engine(story.events))
            let row = try #require(app.row(with: " GET "))
            #expect(row.contains("503") && row.contains("1/4"))
            #expect(app.row(with: "cancelled")?.isEmpty == false)
        }
    }
}
