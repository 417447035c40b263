import ClientEngine
import Testing

@testable import InspectorScreen

@Suite("Copying")
struct CopyTests {
    private func app(
        _ request: Request, body: String = "", type: String = "text/plain"
    ) -> TestApp {
        var story = Story()
        story.create(1, request, at: 0)
        story.begin(1, at: 0, request)
        story.add(1, 1, 1, at: 1, .requestHead(Array("GET /x HTTP/1.1\r\n\r\n".utf8)))
        story.answer(1, at: 10, 200, headers: ["Content-Type": type], body: body)
        var app = TestApp()
        app.play(story)
        _ = app.takeEffects()
        return app
    }

    private func copied(_ keys: String, _ app: TestApp) -> String? {
        var app = app
        app.type(keys)
        guard case .copy(.toClipboard(let bytes)) = app.takeEffects().last else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test("y shows what can be copied before anything is")
    func choices() {
        var app = app(.get("http://h/x"))
        app.type("y")
        #expect(app.effects.isEmpty)
        #expect(app.screen.contains("c curl line  b body  h headers  t ticket  u URL"))
    }

    @Test(
        "Each part is copied as it is",
        arguments: [
            ("yu", "http://h/x"), ("yb", "hello\n"), ("yc", "curl --url http://h/x --location"),
            ("yh", "HTTP/1.1 200 OK\nContent-Type: text/plain\n"), ("4yh", "GET /x HTTP/1.1\r\n\r\n"),
        ])
    func parts(keys: String, expected: String) {
        #expect(copied(keys, app(.get("http://h/x"), body: "hello\n")) == expected)
    }

    @Test("A line says what was copied and its size; the next key takes it away")
    func confirmation() {
        var app = app(.get("http://h/x"), body: "hello")
        app.type("yb")
        #expect(app.screen.contains("Copied the body, 5 B."))
        app.type("j")
        #expect(!app.screen.contains("Copied"))
    }

    @Test("A curl line is copied with its secrets, and says so")
    func secrets() {
        let request = Request(url: "http://h/x", headers: ["Authorization": "Bearer abc"])
        var app = app(request)
        app.type("yc")
        #expect(app.screen.contains("It holds 1 secret."))
        #expect(copied("yc", app)?.contains("Bearer abc") == true)
    }

    @Test("What terminals do not take is refused with its size")
    func tooLong() {
        var app = app(.get("http://h/x"), body: String(repeating: "x", count: 100_001))
        app.type("yb")
        #expect(app.effects.isEmpty)
        #expect(app.screen.contains("Nothing was copied: the body has 100 kB"))
    }

    @Test("Binary bodies and bodies that are not there are refused", arguments: ["image/png", ""])
    func refused(type: String) {
        var app = app(.get("http://h/x"), body: "\u{0}\u{1}", type: type)
        app.type("yb")
        #expect(app.effects.isEmpty)
        #expect(app.state.notices.first?.kind == .error)
    }

    @Test("Control characters are left out, and counted")
    func controls() {
        var app = app(.get("http://h/x"), body: "a\u{1B}[201~b\tc\u{7}")
        app.type("yb")
        #expect(app.takeEffects() == [.copy(.toClipboard(Array("a[201~b\tc".utf8)))])
        #expect(app.screen.contains("2 control characters"))
    }
}
