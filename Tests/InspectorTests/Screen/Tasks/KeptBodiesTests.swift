import ClientEngine
import RequestFormats
import Testing

@testable import InspectorScreen

@Suite("The bodies that a session keeps")
struct KeptBodiesTests {
    /// Returns tasks with a body of 100 kB each, which end in order.
    private static func story(_ ids: ClosedRange<Int>) -> Story {
        var story = Story()
        for id in ids {
            story.quick(
                id, .get("http://h/things/\(id)"), at: id * 10, took: 5,
                body: String(repeating: "x", count: 100_000))
        }
        return story
    }

    /// Returns an app that keeps five of them and receives one task after another.
    private func app(_ count: Int, keys: String = "") -> TestApp {
        var app = TestApp(width: 160, height: 40, keptBodies: 500_000)
        app.play(Self.story(1...1))
        app.type(keys)
        for id in 2...count { app.play(Self.story(id...id)) }
        return app
    }

    private func kept(_ app: TestApp) -> [TaskID] {
        app.state.tasks.records.filter { $0.keptBytes > 0 }.map(\.id)
    }

    @Test("are the newest up to a limit, and the strip says that others were dropped")
    func newest() throws {
        let app = app(20)
        #expect(kept(app) == [16, 17, 18, 19, 20])
        #expect(app.state.tasks.bodies.total == 500_000)
        #expect(app.row(with: "bodies dropped 15") != nil)
        let record = try #require(app.state.tasks[3])
        #expect(record.lastExchange?.bodySize == 100_000)
        #expect(app.state.tasks.records.allSatisfy { $0.verdict == .passed })
        #expect(!self.app(4).screen.contains("dropped"))
    }

    @Test("stay of a task that is selected or marked, also when they are the oldest")
    func chosen() {
        let app = app(20, keys: "*k")
        #expect(kept(app).first == 1)
        #expect(kept(app).count == 5)
    }

    @Test("are not shown as empty when they were dropped, neither copied nor repeated by a mock")
    func said() {
        var app = app(20)
        app.type("g")
        let sentence = "the body was dropped: the session"
        #expect(app.state.selectedTask?.id == 1)
        app.type("<enter>2")
        #expect(app.state.detail.page == .body)
        #expect(app.screen.contains(sentence))
        #expect(!app.screen.contains("The body is empty"))
        app.type("<esc>mm")
        #expect(app.state.refusal?.contains("the body was dropped") == true)
        #expect(app.state.overlays.isEmpty)
    }

    @Test("count what another program sent as well as what it was answered, and are then not sent again")
    func requests() throws {
        var app = TestApp(width: 160, height: 40, keptBodies: 500_000)
        for id in 1...20 {
            var story = Story()
            let request = Request.post(
                "http://h/",
                body: .bytes(
                    [UInt8](repeating: 0x78, count: 100_000), contentType: "application/octet-stream"))
            story.create(id, request, at: id * 10, from: Provenance(.mock))
            story.begin(id, at: id * 10, request)
            story.answer(id, at: id * 10 + 5, 200)
            app.play(story)
        }
        #expect(kept(app) == [16, 17, 18, 19, 20])
        let records = app.state.tasks.records
        #expect(records.filter { $0.origin.request.body.bytes?.isEmpty == false }.map(\.id) == kept(app))
        #expect(records.filter { $0.lastExchange?.start.body.isNone == false }.map(\.id) == kept(app))
        #expect(records[0].droppedRequestBody == 100_000)
        #expect(app.row(with: "bodies dropped 15") != nil)
        app.type("gr")
        #expect(app.effects.isEmpty)
        #expect(app.state.refusal?.contains("the body was dropped") == true)
        app.type("<enter>4")
        #expect(app.screen.contains("the body was dropped: the session"))
        app.type("yb")
        #expect(app.screen.contains("Nothing was copied: the body was dropped"))
    }

    @Test("leave the requests alone that were sent from here")
    func own() throws {
        var app = TestApp(width: 160, height: 40, keptBodies: 500_000)
        for id in 1...20 {
            var story = Story()
            let request = Request.post(
                "http://h/",
                body: .bytes(
                    [UInt8](repeating: 0x78, count: 100_000), contentType: "application/octet-stream"))
            story.create(id, request, at: id * 10)
            story.begin(id, at: id * 10, request)
            story.answer(id, at: id * 10 + 5, 200)
            app.play(story)
        }
        #expect(app.state.tasks.records.allSatisfy { $0.origin.request.body.bytes?.count == 100_000 })
        #expect(app.state.tasks.bodies.total == 0)
    }

    @Test("make no room for those of tasks that were deleted")
    func deleted() {
        var app = app(5)
        app.type("D")
        #expect(app.state.tasks.bodies.total == 400_000)
    }

    @Test("are counted per task, the newest is never dropped, and order is kept")
    func value() {
        var bodies = KeptBodies()
        for task in 1...4 { bodies.add(task, weight: 10) }
        bodies.add(5, weight: 0)
        var spared = bodies.overflow(beyond: 20) { $0 == 1 }
        #expect(spared == [2, 3])
        #expect((bodies.total, bodies.dropped) == (20, 2))
        spared = bodies.overflow(beyond: 0) { _ in false }
        #expect(spared == [1], "the newest stays")
        bodies.forget(4)
        #expect(bodies.total == 0)
    }
}
