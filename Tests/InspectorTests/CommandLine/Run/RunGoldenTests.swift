import ClientEngine
import ClientEngineRecording
import Foundation
import RequestFormats
import Testing

@testable import InspectorCommandLine
@testable import InspectorValues

@Suite("The lines of a run")
struct RunGoldenTests {
    private typealias Step = (ms: Int, attempt: Int, exchange: Int, Event.Kind)

    /// A task with its name, its URL and its events after the creation.
    private struct Story {
        var name: String?
        var method = HTTPMethod.get
        var url: String
        var file = "api/shop.http"
        var verifies = true
        var results: [TestResult] = []
        var steps: [Step]
    }

    private static func answer(
        _ status: StatusCode, _ reason: String, after ms: Int, attempt: Int = 1, bytes: Int, url: String,
        mock: MockReference? = nil, retry: RetryPlan? = nil
    ) throws -> [Step] {
        var start = ExchangeStart(method: .get, url: try RequestURL(parsing: url))
        start.mock = mock
        return [
            (ms, attempt, 0, .attemptStarted(reason: nil, waited: attempt == 1 ? nil : .milliseconds(200))),
            (ms, attempt, 1, .exchangeStarted(start)),
            (ms + 9, attempt, 1, .head(ResponseHead(status: status, reason: reason, headers: [:]))),
            (ms + 10, attempt, 1, .received(Array(repeating: 0x61, count: bytes))),
            (ms + 10, attempt, 1, .exchangeEnded(ExchangeEnd())),
            (ms + 10, attempt, 1, .attemptEnded(.response(status: status), retry: retry)),
        ]
    }

    private static func retry(_ status: StatusCode, _ explanation: String, at ms: Int) -> RetryPlan {
        RetryPlan(
            reason: .status(status), delay: .milliseconds(200),
            until: RunStory.start + .milliseconds(ms + 200),
            explanation: explanation)
    }

    private static func stories() throws -> [Story] {
        let base = "https://shop.example.test"
        let dns = ClientError(
            .resolve, .dns, "the name of nowhere.example.test has no address; look for a mistake in it")
        return [
            Story(
                name: "Log in", method: .post, url: base + "/login",
                steps: try answer(200, "OK", after: 0, bytes: 287, url: base + "/login")
                    + [(44, 1, 1, .taskEnded(.succeeded))]),
            Story(
                name: "List all orders of this customer, newest first",
                url: base + "/orders?limit=20&sort=date",
                steps: try answer(
                    503, "Service Unavailable", after: 0, bytes: 37, url: base + "/orders",
                    retry: retry(503, "Retry-After: 2", at: 10))
                    + answer(
                        503, "Service Unavailable", after: 210, attempt: 2, bytes: 37, url: base + "/orders",
                        retry: retry(503, "200ms × 2", at: 220))
                    + answer(200, "OK", after: 420, attempt: 3, bytes: 41_200, url: base + "/orders")
                    + [(431, 3, 1, .taskEnded(.succeeded))]),
            Story(
                name: "Wait for the report", url: base + "/report",
                steps: try answer(
                    202, "Accepted", after: 0, bytes: 20, url: base + "/report",
                    retry: RetryPlan(
                        reason: .unmet("body $['state'] is \"pending\""), delay: .milliseconds(200),
                        until: RunStory.start + .milliseconds(210), explanation: "every 200ms"))
                    + answer(200, "OK", after: 210, attempt: 2, bytes: 65, url: base + "/report")
                    + [(221, 2, 1, .taskEnded(.succeeded))]),
            Story(
                name: "Read the profile", url: base + "/me",
                results: [
                    TestResult(
                        "body.user.name == Ada", line: 12,
                        .failed(actual: "body $['user']['name'] is \"Grace\"")),
                    TestResult("status == 200", line: 11, .passed),
                ],
                steps: try answer(200, "OK", after: 0, bytes: 65, url: base + "/me")
                    + [(12, 1, 1, .taskEnded(.succeeded))]),
            Story(
                method: .delete, url: base + "/orders/7",
                steps: try answer(404, "Not Found", after: 0, bytes: 9, url: base + "/orders/7")
                    + [(11, 1, 1, .taskEnded(.succeeded))]),
            Story(
                name: "Nobody there", url: "http://nowhere.example.test/", file: "api/faults.http",
                steps: [
                    (0, 1, 0, .attemptStarted(reason: nil, waited: nil)),
                    (5, 1, 0, .attemptEnded(.error(dns), retry: nil)), (5, 1, 0, .taskEnded(.failed(dns))),
                ]),
            Story(
                name: "Mocked", url: base + "/stock", file: "api/faults.http",
                steps: try answer(
                    200, "OK", after: 0, bytes: 2, url: base + "/stock",
                    mock: MockReference(id: "1", name: "one that is sold out"))
                    + [(11, 1, 1, .taskEnded(.succeeded))]),
            Story(
                name: "Unchecked", url: base + "/open", file: "api/faults.http", verifies: false,
                steps: try answer(200, "OK", after: 0, bytes: 2, url: base + "/open")
                    + [(11, 1, 1, .taskEnded(.succeeded))]),
        ]
    }

    private static func output(columns: Int?, isColored: Bool) throws -> String {
        let stories = try stories()
        let sink = Sink()
        let layout = TaskLines.Layout(
            methods: stories.map(\.method.rawValue), names: stories.map { $0.name ?? $0.url },
            columns: columns)
        var output = TextLines(
            TaskLines(layout: layout, glyphs: .unicode, redaction: Redaction()), count: stories.count,
            hasHeadings: true,
            sinks: .init(lines: { sink.text += $0 }, paint: Paint(isColored: isColored)))
        try tell(stories, to: &output)
        return sink.text
    }

    private static func tell(_ stories: [Story], to output: inout some RunOutput) throws {
        var summary = RunSummary(elapsed: .milliseconds(4100))
        for (index, story) in stories.enumerated() {
            var request = Request(method: story.method, url: story.url)
            request.name = story.name
            let origin = TaskOrigin(
                request: request, url: try RequestURL(parsing: story.url), attemptsAllowed: 3,
                date: Date(timeIntervalSince1970: 0),
                provenance: Provenance(.saved, file: story.file, line: 1),
                verifiesCertificates: story.verifies)
            var record = TaskRecord(id: index + 1, origin: origin, created: RunStory.start)
            for (ms, attempt, exchange, kind) in story.steps {
                let event = Event(
                    task: index + 1, attempt: attempt, exchange: exchange,
                    at: RunStory.start + .milliseconds(ms), kind)
                record.apply(event)
                if case .taskEnded = kind {
                    for result in story.results {
                        record.apply(Event(task: index + 1, at: event.at, .annotated(Annotation(result))))
                    }
                    output.show(event, in: record, after: nil)
                }
            }
            summary.count(record)
        }
        output.finish(summary)
    }

    @Test(
        "fit a terminal, and say the same in colours and without", arguments: [60, 80, 140], [false, true])
    func golden(columns: Int, isColored: Bool) throws {
        let text = try Self.output(columns: columns, isColored: isColored)
        try expectGolden(text, "run-\(columns)\(isColored ? "-coloured" : "")")
        let plain = isColored ? try Self.output(columns: columns, isColored: false) : text
        #expect(plain.split(separator: "\n").allSatisfy { $0.count <= columns })
        #expect(text.replacing(/\u{1B}\[[0-9;]*m/, with: "") == plain)
    }

    @Test(
        "of a mock server fit a terminal, and say the same in colours and without", arguments: [60, 80, 140],
        [false, true])
    func mock(columns: Int, isColored: Bool) throws {
        func text(isColored: Bool) throws -> String {
            let sink = Sink()
            var output = ServedLines(paint: Paint(isColored: isColored), columns: columns) { sink.text += $0 }
            try Self.tell(Self.stories(), to: &output)
            output.flush()
            return sink.text
        }
        let shown = try text(isColored: isColored)
        try expectGolden(shown, "mock-\(columns)\(isColored ? "-coloured" : "")")
        let plain = shown.replacing(/\u{1B}\[[0-9;]*m/, with: "")
        #expect(try plain == text(isColored: false))
        #expect(plain.split(separator: "\n").allSatisfy { $0.count <= columns })
    }

    @Test("are cut nowhere where nobody knows a width, and hold no escape")
    func piped() throws {
        let text = try Self.output(columns: nil, isColored: false)
        try expectGolden(text, "run-piped")
        #expect(!text.contains("…") && !text.contains("\u{1B}"))
    }

    @Test(
        "have colours where a terminal can show them, unless that is not wanted",
        arguments: [
            (Paint.Choice.auto, true, [:], true), (.auto, false, [:], false),
            (.auto, true, ["NO_COLOR": "1"], false),
            (.auto, true, ["NO_COLOR": ""], true), (.auto, true, ["TERM": "dumb"], false),
            (.always, false, ["NO_COLOR": "1"], true), (.never, true, [:], false),
        ])
    func choice(_ choice: Paint.Choice, _ isTerminal: Bool, _ environment: [String: String], _ expected: Bool)
    {
        #expect(choice.isColored(isTerminal, environment: environment) == expected)
    }
}
