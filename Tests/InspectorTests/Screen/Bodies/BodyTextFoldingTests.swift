import Testing

@testable import InspectorScreen

@Suite("Bodies that fold")
struct BodyTextFoldingTests {
    private static let orders = #"{"orders":[{"id":1,"first name":"Ada"},{"id":2,"tags":[]}],"total":2}"#

    private static func lines(_ app: TestApp) -> [String] {
        guard let body = app.state.detail.body else { return [] }
        return (0..<body.lineCount).map { String(decoding: body.line($0), as: UTF8.self) }
    }

    @Test("Enter folds what the line of the cursor opens, and unfolds it")
    func toggle() {
        var app = TestApp.showing(body: Self.orders, type: "application/json")
        let unfolded = Self.lines(app)
        app.type("j<enter>")
        #expect(Self.lines(app) == ["{", "  \"orders\": [", "  \"total\": 2", "}"])
        #expect(app.screen.contains("\"orders\": [ 2 items ],"))
        app.type("<enter>")
        #expect(Self.lines(app) == unfolded)
    }

    @Test("A line that opens nothing says so")
    func nothing() {
        var app = TestApp.showing(body: Self.orders, type: "application/json")
        app.type("G <enter>")
        #expect(app.state.refusal == "nothing begins in this line")
    }

    @Test("- folds all below the outermost, + unfolds all, also what was folded within")
    func all() {
        var app = TestApp.showing(body: Self.orders, type: "application/json")
        let unfolded = Self.lines(app)
        app.type("jj<enter>-")
        #expect(Self.lines(app) == ["{", "  \"orders\": [", "  \"total\": 2", "}"])
        app.type("+")
        #expect(Self.lines(app) == unfolded)
    }

    @Test("A large body is folded in the background: keys work on, and no other change overtakes it")
    func large() throws {
        let items = (0..<30_000).map { "{\"id\":\($0)}" }.joined(separator: ",")
        var app = TestApp.showing(body: "{\"items\":[\(items)]}", type: "application/json")
        if case .body(.layOut(let source))? = app.takeEffects().last {
            app.send(.body(.laidOut(BodyText(thoroughly: source))))
        }
        let count = try #require(app.state.detail.body?.lineCount)
        app.type("jj-")
        guard case .body(.fold(let job))? = app.takeEffects().last else {
            Issue.record("nothing was folded")
            return
        }
        app.type("j-")
        #expect(app.state.detail.body?.lineCount == count && app.state.detail.cursor == 3)
        #expect(app.screen.contains("still folding"))
        app.send(.body(.folded(job.done)))
        #expect(app.state.detail.body?.lineCount == 3)
        #expect(app.state.detail.cursor == 1)
        app.type("<enter>")
        guard case .body(.fold(let unfolding))? = app.takeEffects().last else {
            Issue.record("nothing was unfolded")
            return
        }
        app.type("K")
        app.send(.body(.folded(unfolding.done)))
        #expect(app.state.detail.body?.lineCount == count)
    }

    @Test("A match that is folded away is unfolded when it is gone to")
    func search() {
        var app = TestApp.showing(body: Self.orders, type: "application/json")
        app.type("-/ada<enter>")
        #expect(Self.lines(app).contains("      \"first name\": \"Ada\""))
        #expect(app.screen.contains("$.orders[0][\"first name\"]"))
    }

    @Test(
        "The path of a line is RFC 9535's",
        arguments: [
            (0, "$"), (1, "$.orders"), (2, "$.orders[0]"), (4, "$.orders[0][\"first name\"]"),
            (7, "$.orders[1].id"),
            (9, "$.orders[1]"), (11, "$.total"), (12, "$"),
        ])
    func paths(line: Int, path: String) throws {
        let app = TestApp.showing(body: Self.orders, type: "application/json")
        #expect(try #require(app.state.detail.body).path(ofLine: line) == path)
    }

    @Test("yp copies the path, yv the value: a string without its quotes, a container as JSON")
    func copying() {
        var app = TestApp.showing(body: Self.orders, type: "application/json")
        app.type("jjjjyp")
        #expect(app.takeEffects() == [.copy(.toClipboard(Array("$.orders[0][\"first name\"]".utf8)))])
        app.type("yv")
        #expect(app.takeEffects() == [.copy(.toClipboard(Array("Ada".utf8)))])
        app.type("kkyv")
        #expect(
            app.takeEffects() == [
                .copy(.toClipboard(Array("{\n  \"id\": 1,\n  \"first name\": \"Ada\"\n}".utf8)))
            ])
    }

    @Test("XML has a line for each element, and folds")
    func xml() throws {
        var app = TestApp.showing(
            body: "<?xml version=\"1.0\"?><list a=\"1>0\"><item>x</item><item><b/></item><!-- <c> --></list>",
            type: "application/xml")
        #expect(
            Self.lines(app) == [
                "<?xml version=\"1.0\"?>", "<list a=\"1>0\">", "  <item>x</item>", "  <item>", "    <b/>",
                "  </item>",
                "  <!-- <c> -->", "</list>",
            ])
        let body = try #require(app.state.detail.body)
        #expect(body.path(ofLine: 2) == "/list/item")
        #expect(body.path(ofLine: 4) == "/list/item[2]/b")
        app.type("jjj<enter>")
        #expect(app.screen.contains("<item> 1 item </item>"))
    }

    @Test("XML that is not well-formed is shown as it came, and why")
    func notXML() {
        let app = TestApp.showing(body: "<a><b></a>", type: "text/xml")
        #expect(Self.lines(app) == ["<a><b></a>"])
        #expect(app.screen.contains("not well-formed XML"))
    }
}
