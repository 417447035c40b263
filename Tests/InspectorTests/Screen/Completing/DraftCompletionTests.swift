import ClientEngine
import InspectorCanvas
import InspectorTestSupport
import Testing

@testable import InspectorScreen
@testable import InspectorValues
@testable import InspectorWorkspace

@Suite("Completion in a draft", .ownThread)
struct DraftCompletionTests {
    private static func app(_ keys: String, width: Int = 80, height: Int = 24) -> TestApp {
        var app = TestApp(width: width, height: height)
        app.open([], environments: EnvironmentChoice(environments: .sample, selected: "local"))
        app.type("nhttp://h/" + keys)
        return app
    }

    private static func offered(_ app: TestApp) -> [String] {
        app.state.completion?.candidates.map { $0.title ?? $0.text } ?? []
    }

    @Test(
        "Fields offer what is written in them",
        arguments: [
            ("<tab><tab>acc", "Accept"), ("<tab><tab>content-t", "Content-Type"),
            ("<tab><tab>Accept<tab>", "application/json"),
            ("<tab><tab>Accept<tab>text/plain, app", "application/json"),
            ("<tab><tab>Content-Type<tab>problem", "application/problem+json"),
            ("<tab><tab>Accept-Encoding<tab>gzip, b", "br"), ("<tab><tab>Cache-Control<tab>no-s", "no-store"),
            ("<tab><tab>Authorization<tab>b", "Bearer "), ("<s-tab>", "GET"),
            ("<s-tab>pa", "PATCH"), ("{{bas", "base"), ("{{$u", "$uuid"),
        ])
    func offers(keys: String, first: String) {
        #expect(Self.offered(Self.app(keys)).first ?? "" == first)
    }

    @Test("A name that is whole is in nobody's way: Tab goes on to the value")
    func whole() {
        var app = Self.app("<tab><tab>acc<tab><enter>")
        #expect(app.state.compose.draft?.draft.headers == [Draft.Row(name: "Accept")])
        #expect(app.state.place == .draftField && app.state.completion == nil)
        app.type("<tab><down><enter>")
        #expect(
            app.state.compose.draft?.draft.headers == [Draft.Row(name: "Accept", value: "application/json")])
    }

    @Test("Esc closes the menu, then leaves the field, then closes the draft")
    func escape() {
        var app = Self.app("<tab><tab>acc")
        app.type("<esc>")
        #expect(app.state.place == .draftField && app.state.completion == nil)
        app.type("<esc>")
        #expect(app.state.place == .draft)
    }

    @Test("Enter without a selection leaves the field as ever")
    func enter() {
        let app = Self.app("<tab><tab>acc<enter>")
        #expect(app.state.place == .draft && app.state.compose.draft?.draft.headers.map(\.name) == ["acc"])
    }

    @Test(
        "Who chooses a method names its first letters, and leaves the field with it",
        arguments: ["<tab>", "<enter>"])
    func method(key: String) {
        let app = Self.app("<s-tab>pu" + key)
        #expect(app.state.compose.draft?.draft.method == "PUT")
        #expect(app.state.compose.draft?.selection == (key == "<tab>" ? .url : .method))
        #expect(Self.app("<s-tab>PURGE<enter>").state.compose.draft?.draft.method == "PURGE")
    }

    @Test("Variables show what they stand for, secrets do not, and the braces are closed")
    func variables() {
        var app = Self.app("{{")
        #expect(app.row(with: "user.id")?.contains("42") == true)
        #expect(app.row(with: "token")?.contains("••••") == true)
        app.type("us<tab>")
        #expect(app.state.compose.draft?.draft.url == "http://h/{{user.id}}")
        app = Self.app("<esc>E")
        app.send(.draft(.edited("@own = 1\nPOST http://h/\n\n{{o}}\n")))
        app.type("jjjjje")
        app.type("<end><left><left>")
        #expect(app.state.completion == nil)
        app.type("w<tab>")
        #expect(app.state.compose.draft?.draft.text == "{{own}}")
    }

    @Test("A path asks for the names in its folder, and goes on into folders")
    func paths() throws {
        var app = Self.app("<enter>jjjj<right><right><right><right>jef<tab>@")
        #expect(app.takeEffects().contains(.draft(.list("", of: nil))))
        app.send(.draft(.listing(PathListing(folder: "", names: [".git/", "notes.txt", "pics/"]))))
        #expect(Self.offered(app) == ["notes.txt", "pics/"])
        app.type("pi<tab>")
        #expect(app.takeEffects().contains(.draft(.list("pics/", of: nil))))
        app.send(.draft(.listing(PathListing(folder: "pics/", names: ["walk.png"]))))
        app.type("<tab>")
        #expect(app.state.compose.draft?.draft.parts.first?.value == "@pics/walk.png")
        // The field names another folder now, so the listing is ignored.
        app.type("/x")
        app.send(.draft(.listing(PathListing(folder: "", names: ["zebra"]))))
        #expect(app.state.completion == nil)
    }

    @Test("The names in a folder come from the disk, folders with a slash")
    func names() throws {
        let disk = try ScratchFolder()
        try disk.write("x", to: "b.txt")
        try disk.write("x", to: "a/c.txt")
        let workspace = Workspace(paths: [disk.path])
        #expect(workspace.names(in: "", of: nil) == ["a/", "b.txt"])
        #expect(workspace.names(in: "a/", of: nil) == ["c.txt"])
        #expect(workspace.names(in: disk.path + "/a/", of: "/") == ["c.txt"])
        #expect(workspace.names(in: "none/", of: nil) == [])
    }

    @Test("A body makes a GET a POST, until it is taken away again or somebody has chosen the method")
    func impliedMethod() {
        var app = Self.app("<enter>jjjj<right>")
        #expect(app.state.compose.draft?.draft.method == "POST")
        app.type("<left>")
        #expect(app.state.compose.draft?.draft.method == "GET")
        app = Self.app("<enter>k<right>jjjjj<right><left>")
        #expect(app.state.compose.draft?.draft.method == "POST")
    }

    @Test("A method may be typed before the URL")
    func methodInURL() {
        var app = TestApp()
        app.type("nDELETE http://h/1<enter>")
        #expect(app.state.compose.draft?.draft.block == "DELETE http://h/1\n")
    }

    @Test("A POST with JSON and a bearer token takes 15 keys at most beside the text")
    func keysOfPost() throws {
        var app = TestApp()
        let keys = [
            "n", "http://h/orders", "<tab><tab><tab>", "<right><right>", "<tab>", "sesame", "<tab>",
            "<right><right>", "<tab>", #"{"a":1}"#, "<esc>", "<enter>",
        ]
        keys.forEach { app.type($0) }
        guard case .draft(.send(let draft, _)) = app.effects.last else {
            Issue.record("nothing was sent")
            return
        }
        let requests = try Workspace(paths: ["/"]).requests(inDraft: draft.text, of: "/", environment: nil)
        #expect(
            requests == [
                Request(
                    method: .post, url: "http://h/orders",
                    headers: ["Authorization": "Bearer sesame", "Content-Type": "application/json"],
                    body: .text(#"{"a":1}"#))
            ])
        let texts: Set = ["http://h/orders", "sesame", #"{"a":1}"#]
        #expect(keys.filter { !texts.contains($0) }.map { TestApp.keys(in: $0).count }.reduce(0, +) <= 15)
    }

    @Test("The title is what a file and its list call the request, and its separator stays without one")
    func title() throws {
        var app = TestApp()
        app.type("nhttp://h/<esc>kkeA fine day<enter>")
        #expect(app.state.compose.draft?.draft.block == "### A fine day\nGET http://h/\n")
        var draft = try #require(Draft(reading: "### One\n# @name one\nGET http://h/\n"))
        #expect(draft.title == "One")
        draft.head.title = ""
        #expect(draft.block == "###\n# @name one\nGET http://h/\n")
    }

    @Test(
        "The menu has frames", arguments: ["headers", "values", "variables", "method", "files"],
        Scene.sizes)
    func frame(name: String, size: Size) throws {
        var app = Self.app("", width: size.width, height: size.height)
        switch name {
        case "headers": app.type("<tab><tab>acc<tab><tab>")
        case "values": app.type("<tab><tab>Accept<tab>")
        case "method": app.type("<s-tab>p")
        case "files":
            app.type("<enter>jjjj<right><right><right><right><right>je")
            app.send(.draft(.listing(PathListing(folder: "", names: ["notes.txt", "pics/", "übung.json"]))))
        default: app.type("{{")
        }
        try expectGolden(app.frame, "completion-\(name)-\(size.width)x\(size.height)")
    }
}
