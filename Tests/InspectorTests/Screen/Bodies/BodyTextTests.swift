import ClientEngine
import Testing

@testable import InspectorScreen

@Suite("Bodies in lines")
struct BodyTextTests {
    @Test("JSON is formatted, with names and values told apart")
    func json() {
        let app = TestApp.showing(body: #"{"id":42,"tags":["a",null]}"#, type: "application/json")
        #expect(app.screen.contains("  \"id\": 42,"))
        #expect(app.state.detail.body?.isFormatted == true)
    }

    @Test("What is not JSON in spite of its type is shown as it came, and why")
    func notJSON() {
        let app = TestApp.showing(body: "{\"id\":", type: "application/json")
        #expect(app.screen.contains("not valid JSON"))
        #expect(app.screen.contains("{\"id\":"))
    }

    @Test("Control characters of a body never reach the screen")
    func escapes() {
        let app = TestApp.showing(body: "red \u{1B}[31m text\u{7}", type: "text/plain")
        #expect(app.screen.contains("^[[31m"))
        #expect(!app.screen.contains("\u{1B}"))
    }

    @Test("A binary body is a hex dump")
    func hex() {
        let app = TestApp.showing(body: "\u{0}\u{1}PNG", type: "image/png")
        #expect(app.screen.contains("00000000  00 01 50 4e 47"))
    }

    @Test("A search finds lines in either case and goes round")
    func search() {
        var app = TestApp.showing(
            body: (1...100).map { "line \($0)" }.joined(separator: "\n"), type: "text/plain")
        app.type("/LINE 77<enter>")
        #expect(app.screen.contains("line 77"))
        let top = app.state.detail.top
        app.type("n")
        #expect(app.state.detail.top == top)
    }

    @Test("A body that is still arriving grows line by line")
    func growing() throws {
        let app = TestApp.receiving("one\ntw", "o\nthree\n", "four")
        let body = try #require(app.state.detail.body)
        let lines = (0..<body.lineCount).map { String(decoding: body.line($0), as: UTF8.self) }
        #expect(lines == ["one", "two", "three", "four"])
    }

    @Test("A body of nothing but line ends is shown at once, and cut into lines in the background")
    func lineEnds() throws {
        let count = BodyText.linesAtOnce + 1000
        var app = TestApp.showing(body: String(repeating: "\n", count: count), type: "text/plain")
        guard case .body(.layOut(let source)) = app.effects.last else {
            Issue.record("nothing was asked for")
            return
        }
        #expect(app.state.detail.body?.lineCount == BodyText.linesAtOnce)
        #expect(app.screen.contains("laying out"))
        app.send(.body(.laidOut(BodyText(thoroughly: source))))
        #expect(app.state.detail.body?.lineCount == count)
        #expect(!app.screen.contains("laying out"))
    }

    @Test("Of a large JSON body the beginning is formatted at once, the rest in the background")
    func large() throws {
        let json = "[" + (0..<60_000).map { "{\"n\":\($0)}" }.joined(separator: ",") + "]"
        var app = TestApp.showing(body: json, type: "application/json")
        guard case .body(.layOut(let source)) = app.effects.last else {
            Issue.record("nothing was asked for")
            return
        }
        #expect(app.screen.contains("\"n\": 0"))
        #expect(app.screen.contains("formatting"))
        app.send(.body(.laidOut(BodyText(thoroughly: source))))
        #expect(app.state.detail.body?.isProvisional == false)
        #expect(app.state.detail.body?.lineCount == 60_000 * 3 + 2)
        #expect(!app.screen.contains("formatting"))
    }
}
