import ClientEngine
import InspectorCanvas
import Testing

@testable import InspectorScreen
@testable import InspectorValues
@testable import InspectorWorkspace

@Suite("Keys in a draft")
struct DraftKeyTests {
    private static func app(_ keys: String = "") -> TestApp {
        var app = TestApp()
        app.type(keys)
        return app
    }

    private static func sent(_ app: TestApp) throws -> [Request] {
        guard case .draft(.send(let draft, _)) = app.effects.last else { return [] }
        return try Workspace(paths: ["/"])
            .requests(inDraft: draft.text, of: draft.folder ?? "/", environment: nil)
            .map { $0.with { $0.mock = draft.mock } }
    }

    @Test("n begins in the URL, Enter leaves it, Enter sends exactly what was typed")
    func send() throws {
        var app = Self.app("nhttp://h/qcCX?<enter>")
        #expect(app.state.place == .draft)
        app.type("<enter>")
        #expect(try Self.sent(app) == [Request(url: "http://h/qcCX?")])
        app.send(.draft(.sent))
        #expect(app.state.place == .tasks)
    }

    @Test("Tab goes through names and values, and typing in the blank row makes a row")
    func rows() throws {
        let app = Self.app("nhttp://h/?a=1<tab><tab><tab>b<tab>2<tab><tab>X-Own<tab>y z<esc><enter>")
        #expect(try Self.sent(app) == [Request(url: "http://h/?a=1&b=2", headers: ["X-Own": "y z"])])
    }

    @Test("Space switches a row off and on again, D deletes it")
    func rowsOff() throws {
        var app = Self.app("nhttp://h/?a=1&b=2<enter>j<space>")
        #expect(app.screen.contains("off a"))
        app.type("<enter>")
        #expect(try Self.sent(app) == [Request(url: "http://h/?b=2")])
        app.type("<space><enter>")
        #expect(try Self.sent(app) == [Request(url: "http://h/?a=1&b=2")])
        app.type("D<enter>")
        #expect(try Self.sent(app) == [Request(url: "http://h/?b=2")])
    }

    @Test("U brings the rows back that D has deleted, the last one first and each in its place")
    func undo() throws {
        var app = Self.app("nhttp://h/?a=1&b=2&c=3<enter>jDD")
        app.type("<enter>")
        #expect(try Self.sent(app) == [Request(url: "http://h/?c=3")])
        app.type("U<enter>")
        #expect(try Self.sent(app) == [Request(url: "http://h/?b=2&c=3")])
        app.type("U<enter>")
        #expect(try Self.sent(app) == [Request(url: "http://h/?a=1&b=2&c=3")])
        app.type("U")
        #expect(app.screen.contains("no row was deleted"))
    }

    @Test("The arrows choose a method, a kind of credentials and a kind of body")
    func choices() throws {
        var app = Self.app("nhttp://h/<enter>k<right>jjj")
        app.type("j<right>j")
        app.type("eme<tab>pw<enter>j<right><right>")
        app.type("<tab>")
        #expect(app.state.place == .draftBody)
        app.type("{<enter>}<esc><enter>")
        let request = try #require(try Self.sent(app).first)
        #expect(request.method == .post)
        #expect(request.headers == ["Authorization": "Basic bWU6cHc=", "Content-Type": "application/json"])
        #expect(request.body == .text("{\n}"))
    }

    @Test("Retries and the time limit are in the words of the format")
    func retry() throws {
        let app = Self.app("nhttp://h/<enter>Gke5s<enter>k<tab><s-tab>200ms x3<enter>kke2<enter><enter>")
        let request = try #require(try Self.sent(app).first)
        #expect(request.attemptTimeout == .seconds(5))
        #expect(request.retry?.maximumRetries == 2)
        #expect(request.retry?.backoff.multiplier == 3)
    }

    @Test("A pasted curl line fills the draft and says what is not in it")
    func curl() throws {
        var app = Self.app("n")
        app.send(.key(.paste(.init(text: "curl -X PUT http://h/x \\\n -d a=1 --http2\n"))))
        #expect(app.state.place == .draft)
        #expect(app.screen.contains("Not carried over: --http2."))
        app.type("<enter>")
        let request = try #require(try Self.sent(app).first)
        #expect(request.method == .put && request.body == .text("a=1"))
        #expect(request.followsRedirects == false)
    }

    @Test("A typed curl line is taken over when its field is left", arguments: ["<enter>", "<esc>", "<tab>"])
    func typedCurl(key: String) throws {
        var app = Self.app("ncurl -X PUT 'http://h/x?a=1' -d b=2" + key)
        #expect(app.state.place == .draft && app.state.compose.draft?.selection == .url)
        app.type("<enter>")
        let request = try #require(try Self.sent(app).first)
        #expect(request.method == .put && request.url == "http://h/x?a=1" && request.body == .text("b=2"))
    }

    @Test("A typed curl line with a mistake stays, says so, and is not sent")
    func brokenCurl() {
        var app = Self.app("ncurl 'http://h/<enter>")
        #expect(app.screen.contains("The curl line was not taken over"))
        #expect(app.state.compose.draft?.draft.url == "curl 'http://h/")
        app.type("<enter>")
        #expect(!app.effects.contains { if case .draft(.send) = $0 { true } else { false } })
    }

    @Test("A host that is called curl is a host")
    func hostCurl() {
        let app = Self.app("ncurl<enter>")
        #expect(app.state.notices.isEmpty && app.state.compose.draft?.draft.url == "curl")
    }

    @Test("Parts of a form have a type and a file name in their row")
    func parts() throws {
        let app = Self.app(
            "nhttp://h/<enter>jjjj<right><right><right><right>jef<tab>@p.png<tab>image/x<tab>q.png<tab>g<enter>"
        )
        #expect(
            app.state.compose.draft?.draft.parts == [
                Draft.Row(name: "f", value: "@p.png", type: "image/x", filename: "q.png"),
                Draft.Row(name: "g"),
            ])
        #expect(app.row(with: "@p.png")?.contains("image/x") == true)
    }

    @Test("What variables in retries and time limits stand for is shown beside them")
    func directiveValues() throws {
        var app = Self.app("nhttp://h/<enter>Gke{{t}}<enter>kkke{{n}}<enter>")
        app.send(.draft(.values(["t": .text("5s"), "n": .text("3")])))
        #expect(app.row(with: "{{t}}")?.contains("{{t}}  → 5s") == true)
        #expect(app.row(with: "{{n}}")?.contains("{{n}}  → 3") == true)
    }

    @Test("A pasted URL is typed, and its query becomes rows")
    func url() {
        var app = Self.app("n")
        app.send(.key(.paste(.init(text: "http://h/?a=1"))))
        app.type("<enter>")
        #expect(app.state.compose.draft?.draft.query == [Draft.Row(name: "a", value: "1")])
    }

    @Test("A long URL leaves the keys of the question about its draft in sight")
    func longOffer() {
        var app = Self.app("nhttp://api.example.com/v2/customers/4711/orders/2026/positions<esc><esc>n")
        #expect(app.screen.contains("positions?") && app.row(with: "Enter resume")?.contains("n new") == true)
        app.type("n")
        #expect(app.state.compose.draft?.draft.url == "")
    }

    @Test("A field that is empty says what it takes, also while it is open")
    func hint() {
        var app = Self.app("n")
        #expect(app.row(with: "URL")?.contains("a URL, or a whole curl line") == true)
        app.type("h")
        #expect(app.row(with: "URL")?.contains("curl") == false)
    }

    @Test("Esc leaves the field, then closes the draft; n offers it again")
    func closing() {
        var app = Self.app("nhttp://h/<esc>")
        #expect(app.state.place == .draft)
        app.type("<esc>")
        #expect(app.state.place == .tasks)
        app.type("n")
        #expect(app.screen.contains("Resume the draft GET http://h/?"))
        app.type("<enter>")
        #expect(app.screen.contains("http://h/"))
        app.type("<esc>nn")
        #expect(app.state.place == .draftField && app.state.compose.draft?.draft.url == "")
    }

    @Test("A draft that was sent is not offered again")
    func closingSent() {
        var app = Self.app("nhttp://h/<esc><enter>")
        app.send(.draft(.sent))
        app.type("n")
        #expect(app.state.place == .draftField && app.state.compose.draft?.draft.url == "")
    }

    @Test("An error is seen before what is only worth knowing")
    func errorsFirst() {
        var app = Self.app()
        app.send(.notice(.information("worth knowing")))
        app.send(.notice(.error("wrong")))
        #expect(app.screen.contains("wrong") && !app.screen.contains("worth knowing"))
    }

    @Test("What is typed is kept from a crash until the draft is closed")
    func keeping() {
        var app = Self.app("nh")
        #expect(app.effects.last == .draft(.keep("GET h\n")))
        app.type("<esc><esc>")
        #expect(app.effects.last == .draft(.keep(nil)))
    }

    @Test("n takes up what an earlier run has left")
    func earlier() {
        var app = Self.app()
        app.send(.draft(.earlier("PUT http://h/\n")))
        #expect(app.screen.contains("n: a draft from an earlier run"))
        app.type("n")
        #expect(app.screen.contains("PUT") && !app.screen.contains("earlier run"))
    }

    @Test("e opens a copy of what was sent, or asks for the saved request")
    func editCopy() throws {
        var app = Self.app()
        app.play(.home)
        app.type("ge<enter>")
        #expect(try Self.sent(app).map(\.url) == [app.state.selectedTask?.origin.request.url ?? ""])
        app = TestApp(width: 140, height: 40)
        app.open(SavedFile.sample)
        app.type("e")
        let reference = SavedEntry.Reference(file: "/api/auth.http", number: 1, line: 3)
        #expect(app.effects == [.draft(.read(reference))])
    }

    @Test("A draft that was left is not lost to a copy")
    func copyOverDraft() {
        var app = Self.app("nhttp://left/<esc><esc>")
        app.play(.home)
        app.type("ge<esc>n")
        #expect(app.screen.contains("http://left/"))
    }

    @Test("E hands the text to an editor and takes up what comes back")
    func editor() {
        var app = Self.app("nhttp://h/<esc>E")
        #expect(app.effects.last == .edit(.draft("GET http://h/\n")))
        app.send(.draft(.edited("PUT http://i/\n")))
        #expect(app.screen.contains("http://i/"))
        app.send(.draft(.edited("nothing here")))
        #expect(app.screen.contains("no request in the edited text") && app.screen.contains("http://i/"))
    }

    @Test("W asks for a path where there is none")
    func save() {
        var app = Self.app("nhttp://h/<esc>W")
        #expect(app.row(23).contains("save in scratch.http"))
        app.type("<enter>")
        #expect(app.effects.last == .draft(.save("GET http://h/\n", .named("scratch.http"))))
    }

    @Test("W asks what to do when the request has changed in its file", arguments: ["o", "a", "t"])
    func conflict(key: String) throws {
        var app = Self.app()
        var draft = DraftState(try #require(Draft(reading: "GET http://h/\n")))
        let origin = DraftOrigin(path: "/a.http", number: 2, bytes: [])
        draft.origin = origin
        app.send(.draft(.read(draft)))
        app.type("W")
        #expect(app.effects.last == .draft(.save("GET http://h/\n", .into(origin))))
        let theirs = DraftConflict.Version(block: "PUT http://h/\n", number: 3)
        app.send(.draft(.saving(.conflict(DraftConflict(theirs: theirs)))))
        #expect(app.screen.contains("The request has changed in the file since it was read."))
        app.type("d")
        #expect(app.screen.contains("- PUT http://h/") && app.screen.contains("+ GET http://h/"))
        app.type("<esc>")
        #expect(app.state.place == .draftConflict)
        app.type(key)
        let wanted: [String: Effect] = [
            "o": .draft(.save("GET http://h/\n", .over(path: "/a.http", number: 3))),
            "a": .draft(.save("GET http://h/\n", .behind(path: "/a.http"))),
            "t": .draft(.read(.init(file: "/a.http", number: 3, line: 0))),
        ]
        #expect(app.effects.last == wanted[key])
    }

    @Test("Where to save is chosen among the files that are there")
    func choosePath() {
        var app = TestApp()
        app.open(SavedFile.sample)
        app.type("nhttp://h/<esc>W<down><down>")
        #expect(app.row(23).contains("save in shop/orders.http"))
        app.type("<up><up><enter>")
        #expect(app.effects.last == .draft(.save("GET http://h/\n", .behind(path: "/api/users.http"))))
    }

    @Test(
        "Where to save is typed in the place of what is proposed, and completed from the files that are there"
    )
    func completePath() {
        var app = TestApp()
        app.open(SavedFile.sample)
        app.type("nhttp://h/<esc>Word<tab>")
        #expect(app.row(23).contains("save in shop/orders.http"))
        app.type("<enter>")
        #expect(app.effects.last == .draft(.save("GET http://h/\n", .behind(path: "/api/shop/orders.http"))))
        app.type("Wnew<enter>")
        #expect(app.effects.last == .draft(.save("GET http://h/\n", .named("new"))))
        #expect(app.state.completion == nil)
    }

    @Test("A task is saved as a request, its secrets asked about first")
    func saveTask() {
        var app = TestApp()
        app.play(.home)
        app.type("g:save the task<enter>")
        #expect(app.state.place == .draftPath)
        app.type("<enter>")
        guard case .draft(.save(let block, .named("scratch.http"))) = app.effects.last else {
            Issue.record("nothing was saved")
            return
        }
        #expect(block.contains("/health"))
    }

    @Test("Help and palette lie over the draft and give it back")
    func overlays() {
        var app = Self.app("nhttp://h/<esc>?")
        #expect(app.screen.contains("── KEYS"))
        app.type("<esc>:save into")
        #expect(app.screen.contains("save into the .http file"))
        app.type("<esc>")
        #expect(app.state.place == .draft)
    }
}
