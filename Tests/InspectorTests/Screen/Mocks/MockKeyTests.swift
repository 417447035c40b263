import ClientEngine
import Testing

@testable import InspectorScreen

@Suite("Mock keys")
struct MockKeyTests {
    private static func app(_ url: String = "http://h/users/42") -> TestApp {
        var story = Story()
        for id in 1...3 { story.quick(id, .get(url), at: id * 100, took: 20, body: #"{"id":42}"#) }
        story.quick(4, .get("http://h/users/7"), at: 500, took: 20, body: "{}")
        var app = TestApp()
        app.play(story)
        app.type("g")
        return app
    }

    private func stored(_ app: TestApp) -> Mock? {
        if case .mock(.add(let mock, _)) = app.effects.last { mock } else { nil }
    }

    @Test("m shows its choices, and nothing is stored before Enter")
    func choices() {
        var app = Self.app()
        app.type("m")
        #expect(
            app.screen.contains("5 500") && app.screen.contains("f failure…")
                && app.screen.contains("x only the next N…"))
        app.type("5")
        #expect(app.screen.contains("would have matched 3 of the last 4"))
        #expect(app.effects.isEmpty)
        app.type("<esc>")
        #expect(app.effects.isEmpty)
        app.type("m5<enter>")
        #expect(stored(app)?.match == Mock.Match(method: .get, address: .path("/users/42")))
        #expect(
            stored(app)?.answers == [.init(.response(Mock.Reply(status: 500)))])
    }

    @Test("A saved request gets a mock before it is sent: what has no value yet may be anything")
    func saved() throws {
        var app = TestApp()
        app.open([
            .file(
                ["a.http"],
                [("GET", "one", "{{host}}/users/{{id}}/{{token}}?page=2&at={{$now}}&order={{order}}")])
        ])
        app.type("m5")
        #expect(app.screen.contains("its URL is not known before it is sent"))
        let entry = try #require(app.state.saved.selectedRequest)
        var draft = DraftState(try #require(Draft(reading: "GET \(entry.url)\n")))
        draft.values = [
            "host": .text("http://h:1"), "id": .text("42"), "token": .text("s3cret"), "order": .passing("7"),
        ]
        app.send(.saved(.preview(draft, of: entry.reference)))
        app.type("m5")
        #expect(app.screen.contains("nothing was sent yet"))
        app.type("<enter>")
        #expect(stored(app)?.match.address == .pathTemplate("/users/42/{id}"))
        #expect(stored(app)?.match.query == [.init("page", "2")])
        #expect(app.state.focus == .saved)
    }

    @Test("- loosens the rule and + tightens it again")
    func scope() {
        var app = Self.app()
        app.type("m4-")
        #expect(
            app.screen.contains("/users/{id}") && app.screen.contains("would have matched 4 of the last 4"))
        app.type("+<enter>")
        #expect(stored(app)?.match.address == .path("/users/42"))
    }

    @Test("The steady parameters of the query are part of the rule; + adds the others, - drops all")
    func query() {
        var app = Self.app("http://h/search?q=cats&ts=17&api_key=s3cret&q=dogs")
        app.type("m0<enter>")
        #expect(stored(app)?.match.address == .path("/search"))
        #expect(stored(app)?.match.query == [.init("q", "cats")])
        app.type("m0+<enter>")
        #expect(stored(app)?.match.query == [.init("q", "cats"), .init("ts", "17")])
        app.type("m0-<enter>")
        #expect(stored(app)?.match.query == [])
    }

    @Test("A JSON body is part of the rule, without its secrets; - drops it before anything else")
    func body() {
        var story = Story()
        var request = Request.post("http://h/login?a=1", body: .text(#"{"user":"ada","password":"x"}"#))
        request.headers = ["Authorization": "Bearer s3cret", "Content-Type": "application/json"]
        story.quick(1, request, at: 100, took: 20, body: "{}")
        var app = TestApp()
        app.play(story)
        app.type("gm5")
        #expect(app.screen.contains("POST /login?a=1 + body"))
        app.type("<enter>")
        #expect(
            stored(app)?.match.body == [
                .equalToJSON(.init(["user": "ada"], ignoresArrayOrder: true, ignoresExtraElements: true))
            ])
        #expect(stored(app)?.match.headers == [])
        app.type("m5-<enter>")
        #expect(stored(app)?.match.body == [])
        #expect(stored(app)?.match.query == [.init("a", "1")])
        app.type("m5+<enter>")
        #expect(stored(app)?.match.headers == [.init("Content-Type", "application/json")])
    }

    @Test("- goes down to every request, and + back up")
    func ladder() {
        var app = Self.app("http://h/users/42?q=1")
        app.type("m4")
        let rules = [
            "GET /users/42?q=1", "GET /users/42 ", "GET /users/{id}", "any method /users/{id}",
            "every request",
        ]
        for rule in rules {
            #expect(app.screen.contains("mock \(rule)"))
            app.type("-")
        }
        app.type("----+")
        #expect(app.screen.contains("mock any method /users/{id}"))
    }

    @Test("The line before storing names what the mock would shadow, and what would still be asked first")
    func shadows() {
        var app = Self.app()
        var other = MocksState.Row.sample
        other.mock.name = "orders-ok"
        other.mock.match.address = .pathPattern("/users/.*")
        app.send(.mock(.list([other], isOn: true)))
        app.type("m5")
        #expect(app.screen.contains("would have matched 3 of the last 4; shadows orders-ok"))
        other.mock.priority = 1
        app.send(.mock(.list([other], isOn: true)))
        app.type("<esc>m5")
        #expect(app.screen.contains("orders-ok is asked first"))
        other.mock.isEnabled = false
        app.send(.mock(.list([other], isOn: true)))
        app.type("<esc>m5")
        #expect(!app.screen.contains("orders-ok"))
    }

    @Test("A mock that others would answer in none of the tasks shadows nothing")
    func shadowsNothing() {
        var app = Self.app()
        app.send(.mock(.list([.sample], isOn: true)))
        app.type("Gm5")
        #expect(app.screen.contains("would have matched only this one of the last 4"))
        #expect(!app.screen.contains("shadows"))
    }

    @Test("mm repeats the response; mx limits how often")
    func response() throws {
        var app = Self.app()
        app.type("mm<enter>")
        let reply = try #require(stored(app)?.answers.first?.reply)
        #expect(reply.status == 200 && reply.body == .text(#"{"id":42}"#))
        #expect(reply.headers["Content-Type"] == "application/json")
        app.type("mx3<enter>")
        #expect(stored(app)?.times == 3)
    }

    @Test(
        "Each failure key stores its failure",
        arguments: [
            ("r", Mock.Fault.reset), ("e", .emptyReply), ("g", .garbage), ("d", .dns), ("c", .refused),
            ("s", .tls), ("n", .never),
        ])
    func faults(key: String, fault: Mock.Fault) {
        var app = Self.app()
        app.type("mf\(key)<enter>")
        #expect(stored(app)?.answers == [.init(.fault(fault))])
    }

    @Test(
        "A mock is called after its route and its answer",
        arguments: [
            ("mm", "GET /users/42 → 200"), ("m9", "GET /users/42 → 429"), ("mft", "GET /users/42 → cut off"),
            ("mfd", "GET /users/42 → DNS failure"), ("m0-", "GET /users/{id} → 200"),
        ])
    func names(keys: String, name: String) {
        var app = Self.app()
        app.type(keys + "<enter>")
        #expect(stored(app)?.name == name)
    }

    @Test("mft cuts the response that was received")
    func truncated() throws {
        var app = Self.app()
        app.type("mft<enter>")
        guard case .fault(let fault, let reply) = stored(app)?.answers.first?.kind else {
            Issue.record("no failure was stored")
            return
        }
        #expect(fault == .truncate(afterBytes: 4))
        #expect(reply?.body == .text(#"{"id":42}"#))
    }

    @Test(
        "md lets the real answer come later",
        arguments: [("1", 100), ("2", 300), ("3", 1_000), ("4", 3_000), ("5", 10_000)])
    func delays(key: String, milliseconds: Int) {
        var app = Self.app()
        app.type("md\(key)<enter>")
        #expect(stored(app)?.answers == [.init(.passThrough, delay: .milliseconds(milliseconds))])
    }

    @Test("mm switches a mock off that answered with a failure")
    func toggleOfFailure() {
        var story = Story()
        let request = Request.get("http://h/users/42")
        story.create(1, request, at: 0)
        story.begin(1, at: 0, request, mock: MockReference(id: "m1", name: "reset"))
        story.fail(1, at: 5, ClientError(.connectionLost, .wait, "reset"))
        var app = TestApp()
        app.play(story)
        app.send(.mock(.list([.sample], isOn: true)))
        app.type("gmm")
        #expect(app.effects == [.mock(.setEnabled(false, id: "m1"))])
    }

    @Test("mm switches the mock off that answered the row")
    func toggle() {
        var app = TestApp()
        app.play(.home)
        app.send(.mock(.list([.sample], isOn: true)))
        app.type("gjjmm")
        #expect(app.effects == [.mock(.setEnabled(false, id: "m1"))])
    }

    @Test("The mocks screen switches, deletes and undoes")
    func mocksScreen() {
        var app = TestApp()
        app.send(.mock(.list([.sample], isOn: true)))
        app.type("M<space>!D")
        #expect(app.screen.contains("deleted GET /users/42 → 200  U brings it back"))
        app.type("U")
        #expect(
            app.effects == [
                .mock(.setEnabled(false, id: "m1")), .mock(.setAllOn(false)),
                .mock(.remove(MocksState.Row.sample.mock)),
                .mock(.restore(MocksState.Row.sample.mock)),
            ])
        app.send(.mock(.list([.sample], isOn: true)))
        #expect(!app.screen.contains("deleted") && app.screen.contains("── MOCKS"))
    }

    @Test("The palette sets hits back, and acts on the selected mock")
    func palette() {
        var second = MocksState.Row.sample
        second.mock.id = "m2"
        var app = TestApp()
        app.send(.mock(.list([.sample, second], isOn: true)))
        app.type("Mj:hits of all<enter>:delete the mock<enter>")
        #expect(app.effects == [.mock(.reset), .mock(.remove(second.mock))])
        app.type(":<esc>")
        #expect(app.screen.contains("── MOCKS"))
    }

    @Test("The first line says how many mocks are on")
    func header() {
        var app = TestApp()
        app.send(.mock(.list([.sample], isOn: true)))
        #expect(app.row(0).contains("MOCKS 1 ON"))
        app.send(.mock(.list([.sample], isOn: false)))
        #expect(app.row(0).contains("mocks off"))
    }
}
