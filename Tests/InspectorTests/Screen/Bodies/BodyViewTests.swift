import ClientEngine
import Testing

@testable import InspectorScreen

@Suite("Views of a body")
struct BodyViewTests {
    private static func lines(_ app: TestApp) -> [String] {
        guard let body = app.state.detail.body else { return [] }
        return (0..<body.lineCount).map { String(decoding: body.line($0), as: UTF8.self) }
    }

    @Test("A body is read in the encoding its head names")
    func latin1() {
        let app = TestApp.showing(
            bytes: [0x47, 0x72, 0xFC, 0xDF, 0x65], type: "text/plain; charset=iso-8859-1")
        #expect(Self.lines(app) == ["Grüße"])
        #expect(app.screen.contains("ISO-8859-1"))
    }

    @Test("u reads it in another encoding")
    func encodings() {
        var app = TestApp.showing(bytes: [0x80, 0x20, 0x35], type: "text/plain; charset=utf-8")
        #expect(Self.lines(app) == ["\u{FFFD} 5"])
        app.type("uu")
        #expect(Self.lines(app) == ["€ 5"])
        #expect(app.screen.contains("WINDOWS-1252"))
    }

    @Test("UTF-16 with a byte order mark is text, not binary")
    func utf16() {
        let app = TestApp.showing(bytes: [0xFF, 0xFE, 0x68, 0x00, 0x69, 0x00], type: "text/plain")
        #expect(Self.lines(app).first?.hasSuffix("hi") == true)
    }

    @Test("x goes round the views")
    func views() {
        var app = TestApp.showing(body: "{\"id\":1}", type: "application/json")
        app.type("x")
        #expect(Self.lines(app) == ["{\"id\":1}"])
        #expect(app.screen.contains("as it came"))
        app.type("x")
        #expect(app.screen.contains("00000000  7b 22 69 64"))
        app.type("x")
        #expect(Self.lines(app) == ["{", "  \"id\": 1", "}"])
    }

    @Test("w lets a long line go on in the next, wide letters and tabs counted as they are shown")
    func wrap() throws {
        var app = TestApp.showing(
            body: String(repeating: "0123456789", count: 20) + "\n語\tend", type: "text/plain")
        #expect(Self.lines(app).count == 2)
        app.type("w")
        #expect(Self.lines(app).map(\.count) == [77, 77, 46, 5])
        #expect(app.state.detail.body?.isContinuation(1) == true)
        #expect(app.state.detail.body?.isContinuation(3) == false)
        app.type("w")
        #expect(Self.lines(app).count == 2)
    }

    @Test("A wrapped body that is still arriving goes on where its last line ended")
    func wrapArriving() {
        var app = TestApp.receiving(String(repeating: "a", count: 70))
        app.type("w")
        app.receive(String(repeating: "b", count: 20))
        app.receive("\nc")
        #expect(Self.lines(app).map(\.count) == [77, 13, 1])
    }

    @Test("Server-sent events are rows, as they arrive, however they are cut")
    func events() {
        var app = TestApp.receiving(
            "event: tick\ndata: {\"n\":1}\n", "\ndata: a\r\ndata: b\r\n\r", type: "text/event-stream")
        #expect(Self.lines(app) == ["    1  tick  {\"n\":1}"])
        app.receive("\n: comment\n\ndata: last\n\n")
        #expect(
            Self.lines(app) == [
                "    1  tick  {\"n\":1}", "    2  message  a", "                b", "    3  message  last",
            ])
    }

    @Test("An event that the body ends in is named as one that is not complete")
    func incomplete() {
        let app = TestApp.showing(body: "data: whole\n\ndata: half", type: "text/event-stream")
        #expect(
            Self.lines(app) == [
                "    1  message  whole", "       incomplete  the body ended before the event did",
            ])
    }

    @Test("The text of a language model's stream is put together")
    func transcript() {
        let pieces = ["Hel", "lo,\\n", "you"].map {
            "data: {\"choices\":[{\"delta\":{\"content\":\"\($0)\"}}]}\n\n"
        }
        let stream = pieces.joined() + "data: [DONE]\n\n"
        var app = TestApp.showing(bytes: Array(stream.utf8), type: "text/event-stream")
        #expect(Self.lines(app).count == 4)
        app.type("x")
        #expect(Self.lines(app) == ["Hello,", "you"])
        #expect(app.screen.contains("first token after 10 ms, first byte after 10 ms"))
    }

    @Test("Records are coloured line by line")
    func records() {
        let app = TestApp.showing(body: "{\"a\":1}\n{\"a\":2}\n", type: "application/x-ndjson")
        #expect(Self.lines(app) == ["{\"a\":1}", "{\"a\":2}"])
        #expect(app.state.detail.body?.views == [.records, .hex])
    }

    @Test("The first token is told from the first byte")
    func firstToken() {
        func event(_ text: String) -> String { "data: {\"choices\":[{\"delta\":\(text)}]}\n\n" }
        var app = TestApp.receiving(event("{\"role\":\"assistant\"}"), type: "text/event-stream")
        app.send(.tick(Instant(nanoseconds: 400_000_000)))
        app.receive(event("{\"content\":\"Hello\"}"))
        app.type("x")
        #expect(Self.lines(app) == ["Hello"])
        #expect(app.screen.contains("first token after 400 ms"))
    }

    @Test("Enter opens a row of a stream and closes it again; those below stay whole")
    func rows() {
        var app = TestApp.showing(
            body: "{\"a\":1,\"b\":[2]}\n{\"a\":2}\n{\"a\":3}\n", type: "application/x-ndjson")
        let rows = Self.lines(app)
        app.type("j<enter>")
        #expect(Self.lines(app) == [rows[0], "{", "  \"a\": 2", "}", rows[2]])
        app.type("k<enter>")
        #expect(
            Self.lines(app) == [
                "{", "  \"a\": 1,", "  \"b\": [", "    2", "  ]", "}", "{", "  \"a\": 2", "}", rows[2],
            ])
        app.type("jjjjjjj<enter>")
        #expect(Self.lines(app).suffix(2) == rows.suffix(2))
        #expect(app.state.detail.cursor == 6)
        app.type("g<enter>")
        #expect(Self.lines(app) == rows)
    }

    @Test("An event opens below its number and type, while more arrive; text opens nothing")
    func openEvents() {
        var app = TestApp.receiving(
            "event: tick\ndata: {\"n\":1}\n\n", "data: plain\n\n", type: "text/event-stream")
        app.type("<enter>")
        #expect(
            Self.lines(app) == [
                "    1  tick  {", "           \"n\": 1", "         }", "    2  message  plain",
            ])
        app.receive("data: [3]\n\n")
        #expect(Self.lines(app).last == "    3  message  [3]")
        app.type("jjj<enter>")
        #expect(app.state.refusal == "this row holds no JSON to open")
    }

    @Test("An image says its format and its size")
    func image() {
        let png: [UInt8] =
            [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]
            + [0, 0, 2, 0x80, 0, 0, 1, 0xE0, 8, 6, 0, 0, 0]
        let app = TestApp.showing(bytes: png, type: "image/png")
        #expect(app.screen.contains("PNG image, 640 × 480 pixels, 29 B"))
    }

    @Test(
        "The heads of image files",
        arguments: [
            (
                "GIF89a", [0x47, 0x49, 0x46, 0x38, 0x39, 0x61, 0x0A, 0x00, 0x05, 0x00],
                "GIF image, 10 × 5 pixels"
            ),
            (
                "JPEG",
                [0xFF, 0xD8, 0xFF, 0xE0, 0, 4, 0, 0, 0xFF, 0xC0, 0, 11, 8, 0, 16, 0, 32, 1, 1, 0x11, 0],
                "JPEG image, 32 × 16 pixels"
            ),
            ("cut", [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0], nil),
        ] as [(String, [UInt8], String?)])
    func heads(name: String, bytes: [UInt8], text: String?) {
        #expect(ImageFacts(bytes)?.text == text)
    }

    @Test("G keeps the end of a body in sight while it arrives, until one moves")
    func following() {
        var app = TestApp.receiving((1...60).map { "line \($0)\n" }.joined())
        app.type("G")
        app.receive("line 61\n")
        #expect(app.screen.contains("line 61"))
        #expect(app.screen.contains("following"))
        app.type("k")
        app.receive((62...90).map { "line \($0)\n" }.joined())
        #expect(!app.screen.contains("line 90"))
    }
}
