import ClientEngine
import Testing

@testable import InspectorScreen

@Suite("Saving a body")
struct SaveBodyOverlayTests {
    private static func effect(_ app: inout TestApp) -> FileCopy? {
        guard case .copy(.toFile(let copy)) = app.takeEffects().last else { return nil }
        return copy
    }

    @Test("s proposes a name with the ending of the type; typing replaces it")
    func proposes() {
        var app = TestApp.showing(body: "{\"a\":1}", type: "application/json")
        app.type("s")
        #expect(app.screen.contains("save the body in x.json"))
        app.type("<enter>")
        #expect(Self.effect(&app) == FileCopy(bytes: Array("{\"a\":1}".utf8), path: "x.json"))
        app.type("sout.txt<enter>")
        #expect(Self.effect(&app)?.path == "out.txt")
    }

    @Test("The name that a server proposes loses its folders and what hides it")
    func disposition() {
        var story = Story()
        story.quick(1, .get("http://h/download"), at: 0, took: 1, body: "")
        let hostile = "attachment; filename=\"../../.ssh/.authorized_keys\""
        story.create(2, .get("http://h/download"), at: 10)
        story.begin(2, at: 10, .get("http://h/download"))
        story.answer(2, at: 11, 200, headers: ["Content-Disposition": Headers.Value(hostile)], body: "x")
        var app = TestApp()
        app.play(story)
        app.type("s<enter>")
        #expect(Self.effect(&app)?.path == "authorized_keys")
    }

    @Test("A file is replaced only after a question")
    func replaces() {
        var app = TestApp.showing(body: "text")
        let copy = FileCopy(bytes: Array("text".utf8), path: "x.txt")
        app.send(.fileExists(copy))
        #expect(app.screen.contains("x.txt is there already. Replace it?"))
        app.type("n")
        #expect(app.takeEffects().isEmpty)
        app.send(.fileExists(copy))
        app.type("y")
        #expect(Self.effect(&app)?.replaces == true)
    }
}
