import ClientEngine
import Testing

@testable import Inspector

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
        if case .addMock(let mock) = app.effects.last { mock } else { nil }
    }

    @Test("m shows its choices, and nothing is stored before Enter")
    func choices() {
        var app = Self.app()
        app.type("m")
        #expect(
            app.screen.contains("5 500") && app.screen.contains("f failure…")
                && app.screen.contains("x next N hits…"))
        app.type("5")
        #expect(app.screen.contains("matches 3 of the last 4"))
        #expect(app.effects.isEmpty)
        app.type("<esc>")
        #expect(app.effects.isEmpty)
        app.type("m5<enter>")
        #expect(stored(app)?.match == Mock.Match(method: .get, address: .path("/users/42")))
        #expect(
            stored(app)?.answers == [.init(.response(status: 500, reason: nil, headers: [:], body: .none))])
    }

    @Test("- loosens the rule and + tightens it again")
    func scope() {
        var app = Self.app()
        app.type("m4-")
        #expect(app.screen.contains("/users/{id}") && app.screen.contains("matches 4 of the last 4"))
        app.type("+<enter>")
        #expect(stored(app)?.match.address == .path("/users/42"))
    }

    @Test("The query is part of the tightest rule")
    func query() {
        var app = Self.app("http://h/search?q=cats")
        app.type("m0<enter>")
        #expect(stored(app)?.match.address == .pathAndQuery("/search?q=cats"))
    }

    @Test("mm repeats the response; mx limits how often")
    func response() throws {
        var app = Self.app()
        app.type("mm<enter>")
        guard case .response(let status, _, let headers, let body) = stored(app)?.answers.first?.kind else {
            Issue.record("no response was stored")
            return
        }
        #expect(status == 200 && body == .text(#"{"id":42}"#))
        #expect(headers["Content-Type"] == "application/json")
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

    @Test("mm switches the mock off that answered the row")
    func toggle() {
        var app = TestApp()
        app.play(.home)
        app.send(.mocks([.sample], isOn: true))
        app.type("gjjmm")
        #expect(app.effects == [.setMockEnabled(false, id: "m1")])
    }

    @Test("The mocks screen switches and deletes; deleting asks")
    func mocksScreen() {
        var app = TestApp()
        app.send(.mocks([.sample], isOn: true))
        app.type("M<space>!D")
        #expect(app.screen.contains("Delete the mock GET /users/42"))
        app.type("y")
        #expect(app.effects == [.setMockEnabled(false, id: "m1"), .setMocksOn(false), .removeMock("m1")])
    }

    @Test("The first line says how many mocks are on")
    func header() {
        var app = TestApp()
        app.send(.mocks([.sample], isOn: true))
        #expect(app.row(0).contains("MOCKS 1 ON"))
        app.send(.mocks([.sample], isOn: false))
        #expect(app.row(0).contains("mocks off"))
    }
}
