import ClientEngine
import Testing

@testable import InspectorScreen

@Suite("Expressions on a body")
struct BodyQueryTests {
    private static let body = #"{"items":[{"id":1,"tag":"a"},{"id":2}],"total":2}"#

    private static func job(_ app: inout TestApp) -> QueryJob? {
        guard case .body(.query(let job)) = app.takeEffects().last else { return nil }
        return job
    }

    /// Answers the screen's query, like the program does.
    private static func answer(_ app: inout TestApp) {
        guard let job = job(&app) else { return }
        app.send(.body(.queried(job.followPath(), job.number)))
    }

    private static func lines(_ app: TestApp) -> [String] {
        guard let body = app.state.detail.body else { return [] }
        return (0..<body.lineCount).map { String(decoding: body.line($0), as: UTF8.self) }
    }

    private static func typed(
        _ expression: String, body: String = body, type: String = "application/json"
    ) -> TestApp {
        var app = TestApp.showing(body: body, type: type)
        app.type("|" + expression)
        answer(&app)
        return app
    }

    @Test("JSONPath is followed while it is typed, and stands in the place of the body")
    func path() {
        var app = Self.typed("$.items[0]")
        #expect(Self.lines(app) == ["{", #"  "id": 1,"#, #"  "tag": "a""#, "}"])
        app.type("<enter>")
        #expect(app.state.overlays.isEmpty)
        #expect(app.screen.contains("| $.items[0]"))
        app.type("<esc>")
        #expect(app.takeEffects() == [.body(.stopQuery)])
        #expect(Self.lines(app).count == 12)
        #expect(app.state.focus == .detail)
    }

    @Test("A path that may name several places gives an array; one that names nothing says so")
    func several() {
        #expect(Self.lines(Self.typed("$..id")) == ["[", "  1,", "  2", "]"])
        let app = Self.typed("$.missing")
        #expect(app.screen.contains("there is nothing at this path"))
    }

    @Test("What is wrong is said with its place, and what was found before stays")
    func problem() throws {
        var app = Self.typed("$.items[0].id")
        #expect(Self.lines(app) == ["1"])
        app.type("[")
        Self.answer(&app)
        #expect(Self.lines(app) == ["1"])
        let problem = try #require(app.state.detail.query?.problem)
        #expect(problem.column != nil)
        #expect(app.screen.contains(problem.text.prefix(20)))
        app.type("<enter>")
        #expect(app.state.place == .query, "a wrong expression stays in sight")
    }

    @Test("What was found can be folded, copied by value, and saved")
    func works() {
        var app = Self.typed("$.items")
        app.type("<enter>-")
        #expect(Self.lines(app).count == 4)
        app.type("+jyv")
        guard case .copy(.toClipboard(let bytes)) = app.takeEffects().last else {
            Issue.record("nothing was copied")
            return
        }
        #expect(String(decoding: bytes, as: UTF8.self).contains(#""tag": "a""#))
        app.type("s<enter>")
        guard case .copy(.toFile(let copy)) = app.takeEffects().last else {
            Issue.record("nothing was saved")
            return
        }
        #expect(copy.path == "result.json")
        #expect(copy.bytes.starts(with: Array("[\n  {\n".utf8)))
        app.type("/tag<enter>")
        #expect(app.screen.contains("1 of 1"))
    }

    @Test("Up goes to the expressions of before, and an answer to an earlier one is dropped")
    func history() throws {
        var app = Self.typed("$.total")
        app.type("<enter><esc>|$.x")
        let old = try #require(Self.job(&app))
        app.type("<up>")
        #expect(app.state.detail.query?.expression == "$.total")
        app.send(.body(.queried(.found([0x39]), old.number)))
        #expect(app.state.detail.query?.result == nil)
        Self.answer(&app)
        #expect(Self.lines(app) == ["2"])
        app.type("<down>")
        #expect(app.state.detail.query?.expression == "$.x")
    }

    @Test("Lines of JSON and the data of events are an array to JSONPath, and lines to jq")
    func streams() throws {
        let events = "data: {\"n\":1}\n\ndata: {\"n\":2}\n\n"
        #expect(Self.lines(Self.typed("$[1].n", body: events, type: "text/event-stream")) == ["2"])
        #expect(
            Self.lines(Self.typed("$[0].a", body: "{\"a\":7}\n{\"a\":8}\n", type: "application/x-ndjson"))
                == ["7"])
        var app = TestApp.showing(body: events, type: "text/event-stream")
        app.type("|.n")
        #expect(
            try String(decoding: #require(Self.job(&app)).input, as: UTF8.self) == "{\"n\":1}\n{\"n\":2}\n")
    }

    @Test("The expression is left with its body")
    func otherTask() {
        var app = TestApp()
        app.play(.home)
        app.type("g<enter>2|$<enter>")
        #expect(app.state.detail.query != nil)
        app.type("J")
        #expect(app.state.detail.query == nil)
    }

    @Test(
        "Complaints of jq lose its name, and keep what and where",
        arguments: [
            (
                "jq: error (at <stdin>:1): Cannot index number with string \"b\"\n",
                "jq: (at <stdin>:1): Cannot index number with string \"b\"", nil
            ),
            (
                "jq: error: syntax error, unexpected $end (Unix shell quoting issues?) at <top-level>, line 1:\n.a |\n",
                "jq: syntax error, unexpected $end", nil
            ),
            (
                "jq: error: syntax error, unexpected end of file at <top-level>, line 1, column 13:\n    def _:.; .a |\n",
                "jq: syntax error, unexpected end of file", 4
            ),
        ] as [(String, String, Int?)])
    func complaints(complaint: String, text: String, column: Int?) throws {
        var app = TestApp.showing(body: Self.body, type: "application/json")
        app.type("|.a")
        let job = try #require(Self.job(&app))
        #expect(job.outcome(output: [], complaint: complaint) == .problem(text, column: column))
        #expect(job.outcome(output: [0x31], complaint: "") == .found([0x31]))
    }

    @Test("An expression that begins with a hyphen is no option of jq")
    func hyphen() throws {
        var app = TestApp.showing(body: "1", type: "application/json")
        app.type("|-L")
        #expect(try #require(Self.job(&app)).arguments == ["-M", "-L", "/dev/null", "def _:.; -L"])
    }
}
