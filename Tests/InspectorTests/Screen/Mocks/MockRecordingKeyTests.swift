import ClientEngine
import ClientEngineRecording
import Testing

@testable import InspectorScreen
@testable import InspectorValues

@Suite("Marks, sequences, recording and near misses")
struct MockRecordingKeyTests {
    /// Returns a screen with three calls of one route, of which the middle one failed, and one of another route.
    private static func app() -> TestApp {
        var story = Story()
        story.quick(1, .get("http://h/orders/7"), at: 100, took: 20, body: "a")
        let request = Request.get("http://h/orders/8")
        story.create(2, request, at: 200)
        story.begin(2, at: 200, request)
        story.answer(2, at: 210, 503, "Busy")
        story.quick(3, .get("http://h/orders/7"), at: 300, took: 20, body: "b")
        story.quick(4, .get("http://h/users"), at: 400, took: 20, body: "c")
        var app = TestApp()
        app.play(story)
        app.type("g")
        return app
    }

    private func batch(_ app: TestApp) -> MockBatch? {
        if case .mock(.addAll(let batch)) = app.effects.last { batch } else { nil }
    }

    @Test("* marks a task in its row, and takes the mark away; a deleted task has none")
    func marks() {
        var app = Self.app()
        app.type("*j*")
        #expect(app.state.list.marked == [1, 2])
        #expect(app.row(with: "/orders/8")?.contains("✗*") == true)
        app.type("*")
        #expect(app.state.list.marked == [1])
        app.type("kD")
        #expect(app.state.list.marked == [])
    }

    @Test("ms makes one sequence of the marked tasks, by a rule that answers all of them")
    func sequence() {
        var app = Self.app()
        app.type("*j*j*ms")
        #expect(app.screen.contains("GET /orders/{id}"))
        #expect(app.screen.contains("then 503"))
        app.type("<enter>")
        let mocks = batch(app)?.mocks ?? []
        #expect(mocks.map { $0.answers.first?.reply?.status } == [200, 503, 200])
        #expect(mocks.allSatisfy { $0.match.address == .pathTemplate("/orders/{id}") })
        #expect(Set(mocks.map(\.scenario?.name)).count == 1 && mocks.last?.scenario?.next == nil)
        #expect(app.state.list.marked == [])
    }

    @Test("ms says why there is no sequence")
    func noSequence() {
        var app = Self.app()
        app.type("ms")
        #expect(app.screen.contains("ms: no task is marked; * marks one"))
        app.type("*G*ms")
        #expect(app.screen.contains("different routes"))
        var live = TestApp()
        live.play(.home)
        live.type("G*ms")
        #expect(live.screen.contains("ms: task 206 has not ended"))
        #expect(app.effects.isEmpty && live.effects.isEmpty)
    }

    @Test("mr records what the filter shows as it ends, says so, and stores it at the second mr")
    func recording() {
        var app = TestApp()
        app.type("mr")
        #expect(app.row(0).contains("REC 0"))
        var story = Story()
        story.quick(1, .get("http://h/a"), at: 100, took: 20, body: "1")
        story.quick(2, .get("http://h/a"), at: 200, took: 20, body: "1")
        story.quick(3, .get("http://h/hidden"), at: 300, took: 20, body: "1")
        app.type("/-hidden<enter>")
        app.play(story)
        #expect(app.row(0).contains("REC 2"))
        app.type("mr")
        #expect(!app.row(0).contains("REC"))
        #expect(batch(app)?.name == "recorded h")
        #expect(batch(app)?.mocks.map(\.name) == ["GET /a → 200"])
        #expect(app.screen.contains("Recorded 2 requests as 1 mock"))
    }

    @Test("mr keeps or drops a task by what was found out after its end")
    func recordingJudged() {
        for (filter, count) in [("is:failed", 1), ("-is:failed", 1), ("h", 2)] {
            var app = TestApp()
            app.type("/\(filter)<enter>mr")
            var story = Story()
            story.quick(1, .get("http://h/a"), at: 100, took: 20, body: "1")
            story.quick(2, .get("http://h/b"), at: 200, took: 20, body: "1")
            story.find(2, TestResult("body == 2", .failed(actual: "body is 1")))
            for event in story.events { app.send(.engine([event])) }
            #expect(app.row(0).contains("REC \(count)"))
        }
    }

    @Test("Nothing recorded is said, and what a mock answered is not recorded")
    func nothingRecorded() {
        var app = TestApp()
        app.type("mr")
        var story = Story()
        story.mocked(1, .get("http://h/a"), at: 0)
        app.play(story)
        app.type("mr")
        #expect(app.screen.contains("Nothing was recorded"))
        #expect(batch(app) == nil)
    }

    // MARK: Near misses

    private func questions(_ app: TestApp) -> [TaskKey] {
        app.effects.compactMap {
            if case .mock(.findNearMisses(let question)) = $0 { question.task } else { nil }
        }
    }

    @Test("The Mock page asks for near misses once for a task, and again when the mocks have changed")
    func asksOnce() {
        var app = Self.app()
        app.send(.mock(.list([.sample], isOn: true)))
        app.type("<enter>")
        #expect(questions(app) == [])
        app.type("5")
        app.send(.tick(app.state.now))
        app.send(.mock(.list([.sample], isOn: true)))
        #expect(questions(app) == [1])
        app.send(.mock(.list([.sample], isOn: false)))
        #expect(questions(app) == [1, 1])
        app.type("<esc>j")
        #expect(questions(app) == [1, 1, 2])
    }

    @Test("For a task that a mock answered they are asked for on request")
    func onRequest() {
        var app = TestApp()
        app.play(.home)
        app.send(.mock(.list(MocksState.Row.samples, isOn: true)))
        app.type("gjj<enter>5z")
        #expect(questions(app) == [] && app.screen.contains(": compare"))
        app.type(":compare<enter>")
        #expect(questions(app) == [203])
    }

    @Test("What was found for another task is not shown")
    func stale() throws {
        var app = Self.app()
        app.send(.mock(.list([.sample], isOn: true)))
        app.type("<enter>5")
        let store = MockStore()
        try store.add(MocksState.Row.sample.mock)
        guard case .mock(.findNearMisses(let question)) = app.effects.last else {
            Issue.record("nothing was asked")
            return
        }
        let misses = question.answer(from: store)
        app.send(.mock(.nearMisses(misses, of: 9)))
        #expect(!app.screen.contains("Closest"))
        app.send(.mock(.nearMisses(misses, of: 1)))
        #expect(app.screen.contains("Closest mocks") && app.screen.contains("URL does not match"))
    }
}
