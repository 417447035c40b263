import InspectorCanvas
import Testing

@testable import InspectorScreen
@testable import InspectorValues

@Suite("Pasting on the list")
struct PasteTests {
    private static func paste(_ text: String, isTruncated: Bool = false) -> Message {
        .key(.paste(.init(text: text, isTruncated: isTruncated)))
    }

    @Test("What is pasted is looked at, asked about, and written only then")
    func question() {
        var app = TestApp()
        app.send(Self.paste("curl http://h/"))
        #expect(app.takeEffects() == [.saved(.readPaste("curl http://h/"))])
        app.send(.saved(.offer(.sample)))
        #expect(
            app.screen.contains("Import 12 requests from HTTP archive “acme” into acme.http and 1 more file")
        )
        app.type("<enter>")
        #expect(app.takeEffects() == [.saved(.write(.sample))])
        app.send(.saved(.imported(.init(offer: .sample, path: "/api/acme/acme.http", number: 1))))
        #expect(app.screen.contains("NOT CARRIED OVER") && app.screen.contains("The proxy is not kept."))
        app.type("<esc>")
        #expect(app.screen.contains("Imported 12 requests into /api/acme/acme.http."))
    }

    @Test("No is an answer")
    func no() {
        var app = TestApp()
        app.send(Self.paste("http://h/"))
        app.send(.saved(.offer(.sample)))
        app.type("n")
        #expect(app.state.overlays.isEmpty && !app.effects.contains(.saved(.write(.sample))))
    }

    @Test("A question never comes up under a finger")
    func late() {
        var app = TestApp()
        app.send(Self.paste("http://h/"))
        app.type("j")
        app.send(.saved(.offer(.sample)))
        #expect(app.state.overlays.isEmpty && app.screen.contains("paste it again"))
    }

    @Test(
        "Too much is refused, and nothing is asked with something else open", arguments: ["?", "M", "v", "m"])
    func refused(keys: String) {
        var app = TestApp()
        app.open(SavedFile.sample, environments: EnvironmentChoice(names: ["local"]))
        app.play(.home)
        app.send(Self.paste("x", isTruncated: true))
        #expect(app.screen.contains("more than 1 MiB was pasted"))
        app.type("<esc>" + keys)
        app.send(Self.paste("yqy\r"))
        #expect(app.effects.allSatisfy { if case .saved(.readPaste) = $0 { keys == "m" } else { true } })
        #expect(app.state.typed.isEmpty)
    }

    @Test("What was imported is selected as soon as it is read")
    func selected() {
        var app = TestApp(width: 140, height: 40)
        app.open(SavedFile.sample)
        app.send(.saved(.imported(.init(offer: .sample, path: "/api/acme/acme.http", number: 1))))
        let file = SavedFile.file(["acme", "acme.http"], [("GET", "imported", "http://h/")])
        app.send(.saved(.workspace([file] + SavedFile.sample, EnvironmentChoice())))
        app.send(.saved(.files([file])))
        #expect(app.state.saved.selectedRequest?.title == "imported")
    }

    /// Sends keys that arrived together to the app, like the program does.
    ///
    /// Returns their number.
    private static func type(_ bytes: String, into app: inout TestApp) -> Int {
        var decoder = KeyDecoder()
        var keys = decoder.feed(Array(bytes.utf8))[...]
        var count = 0
        while let key = app.state.next(of: &keys) {
            app.send(.key(key))
            count += 1
        }
        return count
    }

    @Test("Characters that come together go into a field together, and the keys between them count")
    func together() {
        let text = "nhttp://h/{{id}}?a=1\t\tX-A\t1\re\u{301}\u{7F}é/\u{1B}"
        var (app, slow) = (TestApp(), TestApp())
        #expect(Self.type(text, into: &app) < 20)
        var decoder = KeyDecoder()
        for key in decoder.feed(Array(text.utf8)) { slow.send(.key(key)) }
        #expect(app.state.compose.draft?.draft == slow.state.compose.draft?.draft)
        #expect(app.screen == slow.screen)
    }

    @Test("Characters on the list stay keys")
    func keys() {
        var app = TestApp()
        #expect(Self.type("jk?", into: &app) == 3)
        #expect(app.screen.contains("KEYS"))
    }

    @Test("Lines that come together go into a body together")
    func lines() throws {
        var app = TestApp()
        app.type("nhttp://h/<enter>jjjj<right><tab>")
        #expect(app.state.place == .draftBody)
        let body = String(repeating: "line\r", count: 1000)
        #expect(Self.type(body, into: &app) == 1)
        #expect(app.state.compose.draft?.draft.text == String(repeating: "line\n", count: 1000))
    }

    @Test("A typed command line is taken over when its field is left, in however many pieces it came")
    func command() {
        var app = TestApp()
        app.type("n")
        for piece in ["curl -X PUT ", "http://h/a ", "-d x"] { _ = Self.type(piece, into: &app) }
        #expect(app.state.compose.draft?.draft.url == "curl -X PUT http://h/a -d x")
        app.type("<tab>")
        #expect(app.state.compose.draft?.draft.url == "http://h/a")
        #expect(app.state.compose.draft?.draft.method == "PUT")
    }
}
