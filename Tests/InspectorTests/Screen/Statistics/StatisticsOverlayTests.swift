import ClientEngine
import ClientEngineRecording
import Foundation
import InspectorCanvas
import InspectorTestSupport
import Testing

@testable import InspectorScreen

@Suite("Statistics on the screen", .ownThread)
struct StatisticsOverlayTests {
    private func app(width: Int = 140, keys: String = "T") -> TestApp {
        var app = TestApp(width: width, height: 24)
        app.play(.routes)
        app.type(keys)
        return app
    }

    @Test("each route has a line; the window and the number of tasks stand in the title")
    func table() throws {
        var app = app()
        #expect(app.row(with: "STATISTICS")?.contains("this session, 53 tasks") == true)
        let orders = try #require(app.row(with: "POST   /orders"))
        for cell in ["POST", "12", "8.3%", "1.33", "90 ms", "400 ms", "33%"] {
            #expect(orders.contains(cell))
        }
        #expect(app.row(with: "cdn.acme.test/img/{id}.png") != nil)
        app.type("w")
        #expect(app.row(with: "STATISTICS")?.contains("the last minute, 25 tasks") == true)
        app.type("w")
        #expect(app.row(with: "STATISTICS")?.contains("the last hour, 53 tasks") == true)
        app.type("w<esc>")
        #expect(app.state.overlays.isEmpty)
    }

    @Test("behind the last hour the history is summed up, where one is kept")
    func history() throws {
        var app = TestApp(width: 140, height: 24, hasHistory: true)
        app.play(.routes)
        app.type("TOew")
        _ = app.takeEffects()
        app.type("w")
        #expect(app.takeEffects().isEmpty)
        app.type("w")
        #expect(app.takeEffects() == [.history(.routes(.all))])
        #expect(app.screen.contains("Reading the history"))
        var sum = RouteSum()
        for id in app.state.list.shown.compactMap(\.session) {
            if let task = app.state.tasks.summary(of: id, now: app.state.now) {
                sum.add(task)
                sum.add(task)
            }
        }
        app.send(.history(.routes(sum.table)))
        #expect(app.row(with: "STATISTICS")?.contains("the history, 106 tasks") == true)
        #expect(app.row(with: "STATISTICS")?.contains("sorted by errors") == true)
        #expect(app.row(with: "POST   /orders")?.contains("24") == true)
        app.type("w")
        #expect(app.row(with: "STATISTICS")?.contains("this session, 53 tasks") == true)
        app.send(.history(.routes(sum.table)))
        #expect(app.row(with: "STATISTICS")?.contains("this session, 53 tasks") == true)
    }

    @Test("O and a letter sort, the same again the other way round; a click on a title does, too")
    func sorting() throws {
        var app = app()
        #expect(app.row(with: "STATISTICS")?.contains("sorted by tasks") == true)
        app.type("Oe")
        #expect(app.row(with: "STATISTICS")?.contains("sorted by errors") == true)
        #expect(app.screen.has("/orders", before: "/users"))
        app.type("Oe")
        #expect(app.row(with: "STATISTICS")?.contains("sorted by errors, reversed") == true)
        app.click("P95")
        #expect(app.row(with: "STATISTICS")?.contains("sorted by p95") == true)
    }

    @Test("Enter leaves the tasks of the route in the list, beside the filter that is in force")
    func filtering() {
        var app = app()
        app.type("j<enter>")
        #expect(app.state.list.filter.text == "method:POST route:api.acme.test/orders")
        #expect(app.state.list.shown.count == 12)
        app.type("T")
        #expect(app.row(with: "STATISTICS")?.contains("12 tasks") == true)
        app = self.app(keys: "/is:retried | is:failed<enter>T<enter>")
        #expect(
            app.state.list.filter.text == "(is:retried | is:failed) method:POST route:api.acme.test/orders")
        #expect(app.state.list.shown.count == 4)
        app.type("T<enter>")
        #expect(
            app.state.list.filter.text == "(is:retried | is:failed) method:POST route:api.acme.test/orders")
    }

    @Test("what ends while they are shown is counted, and the selected route stays selected")
    func live() throws {
        var app = app(keys: "Tjj")
        var story = Story()
        story.create(60, .get("https://api.acme.test/users/7"), at: 125_000)
        story.begin(60, at: 125_000, .get("https://api.acme.test/users/7"))
        story.answer(60, at: 125_100, 500)
        app.send(.engine(story.events))
        #expect(app.row(with: "/users/{id}")?.contains("41") == true)
        #expect(app.row(with: "▸")?.contains("/img/{id}.png") == true)
    }

    @Test("what is found out after the end of a task is counted at once")
    func judgedAgain() throws {
        var app = app()
        #expect(try #require(app.row(with: "/img/{id}.png")).contains(" 0%"))
        var story = Story()
        story.milliseconds = 125_000
        story.find(53, TestResult("status == 201", .failed(actual: "200")))
        app.send(.engine(story.events))
        #expect(try #require(app.row(with: "/img/{id}.png")).contains("100%"))
    }

    @Test("where nothing has ended, a line says so")
    func nothing() {
        var app = TestApp()
        app.type("T")
        #expect(app.screen.contains("No task that is shown has ended yet."))
        app.type("w<enter>j")
        #expect(app.screen.contains("No task that is shown has ended in the last minute."))
    }

    @Test("in ASCII the activity is drawn in ASCII")
    func ascii() {
        var app = TestApp(width: 140, height: 24, ascii: true)
        app.play(.routes)
        app.type("T")
        #expect(app.screen.allSatisfy { $0.isASCII })
        #expect(app.row(with: "/users/{id}")?.contains("|") == true)
    }
}

extension String {
    /// Returns whether `first` appears before `second`.
    fileprivate func has(_ first: String, before second: String) -> Bool {
        guard let one = range(of: first), let other = range(of: second) else { return false }
        return one.lowerBound < other.lowerBound
    }
}
