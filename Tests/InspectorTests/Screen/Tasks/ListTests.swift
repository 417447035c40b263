import ClientEngine
import InspectorTestSupport
import Testing

@testable import InspectorScreen

@Suite("The list of tasks")
struct ListTests {
    private static func quick(_ ids: ClosedRange<Int>) -> Story {
        var story = Story()
        for id in ids {
            story.quick(id, .get("http://h/things/\(id)"), at: id * 10, took: 5, body: "")
        }
        return story
    }

    @Test("The list follows the newest task until the selection is moved")
    func follows() {
        var app = TestApp()
        app.play(Self.quick(1...30))
        #expect(app.state.list.selectedTask == 30)
        app.type("k")
        app.play(Self.quick(31...31))
        #expect(app.state.list.selectedTask == 29)
        app.type("F")
        #expect(app.state.list.selectedTask == 31)
        app.play(Self.quick(32...32))
        #expect(app.state.list.selectedTask == 32)
    }

    @Test("An expression that backtracks without end costs the list a moment, and says what it left out")
    func backtracking() {
        var story = Story()
        for id in 1...500 {
            story.quick(
                id, .get("http://127.0.0.1:1/" + String(repeating: "a", count: 40) + "!"), at: id, took: 1,
                body: "")
        }
        var app = TestApp(width: 120)
        app.play(story)
        let time = processorTime { app.type("//(a+)+$/") }
        #expect(time < .seconds(15), "of 500 tasks, not one after the other")
        #expect(app.state.list.shown.isEmpty)
        #expect(app.state.list.filter.undecided.count == 500)
        #expect(app.row(with: "0/500 500 undecided") != nil)
        #expect(app.screen.contains("The expression takes too long on 500 tasks, left out here."))
        // New tasks do not evaluate the expression again.
        #expect(processorTime { app.play(Self.quick(501...600)) } < .seconds(15))
        app.type("<backspace><backspace><backspace><backspace><backspace><backspace><backspace>a")
        #expect(app.state.list.filter.undecided.isEmpty)
    }

    @Test("j and k walk through the attempts of a retried task, and the detail pane goes along")
    func attempts() {
        var app = TestApp()
        app.play(.home)
        app.type("gjjjjj")
        #expect(app.state.list.selection == .attempt(205, number: 1))
        #expect(app.screen.contains("attempt 1 of 5"))
        app.type("jjj")
        #expect(app.state.list.selection == .task(206))
        app.type("k")
        #expect(app.state.list.selection == .attempt(205, number: 3))
    }

    @Test("Of many attempts the first 3 and the last 20 are shown")
    func manyAttempts() throws {
        var story = Story()
        let request = Request.get("http://h/flaky")
        story.create(1, request, at: 0, attempts: 40)
        for attempt in 1...30 {
            let plan = Story.plan(503, delay: 1, until: attempt * 10 + 10, "1ms")
            story.begin(
                1, attempt, at: attempt * 10, request, because: attempt == 1 ? nil : .status(503), waited: 1)
            story.answer(1, attempt, at: attempt * 10 + 5, 503, retry: plan)
        }
        var app = TestApp(height: 40)
        app.play(story)
        let rows = app.state.list.rows(of: 1, in: app.state.tasks)
        #expect(rows.count == 1 + 3 + 1 + 20)
        #expect(rows[4] == .gap(1, count: 7))
        app.type("gjjjj")
        #expect(app.state.list.selection == .attempt(1, number: 11))
    }

    @Test(
        "The selection is always visible",
        arguments: ["g", "G", "<pgup>", "<pgup><pgup>k", "gj", "g<pgdn>jjjjjjjjjjjj"])
    func selectionIsVisible(keys: String) throws {
        var app = TestApp()
        app.play(Self.quick(1...200))
        app.type(keys)
        let selected = try #require(app.state.list.selectedTask)
        let row = try #require(app.row(with: "▸"))
        #expect(row.contains(" \(selected.number) "))
    }

    @Test("A filter narrows the list while it is typed; Esc drops it, Enter applys it")
    func filter() {
        var app = TestApp()
        app.play(.home)
        app.type("/orders")
        #expect(app.state.list.shown == [205])
        app.type("<enter>")
        #expect(app.row(1).hasSuffix("/orders  1/6"))
        app.type("\\")
        #expect(app.state.list.shown.count == 6)
        app.type("\\/<esc>")
        #expect(app.state.list.shown.count == 6)
        app.type("/status:4xx|is:failed<enter>")
        #expect(app.state.list.shown == [204])
    }

    @Test("is:marked shows the marked rows, and follows the marks")
    func markedFilter() {
        var app = TestApp()
        app.play(Self.quick(1...5))
        app.type("gj*jj*/is:marked<enter>")
        #expect(app.state.list.shown == [2, 4])
        #expect(app.state.list.statistics.count == 2)
        app.type("*")
        #expect(app.state.list.shown.count == 1 && app.state.list.selectedTask == app.state.list.shown.first)
        app.type("*")
        #expect(app.state.list.shown == [])
        app.type("\\")
        #expect(app.state.list.shown == [1, 2, 3, 4, 5])
    }

    @Test("While a filter is wrong, what was right before stays in force, and the mistake is told")
    func wrongFilter() {
        var app = TestApp()
        app.play(.home)
        app.type("/is:failed")
        #expect(app.state.list.shown == [204])
        app.send(.key(.paste(.init(text: " status:q"))))
        #expect(app.state.list.shown == [204])
        #expect(app.state.list.filter.problem != nil)
    }

    @Test("While a word is wrong, what stands before it is in force, and not the beginning of the word")
    func wrongWord() {
        var app = TestApp()
        app.play(.home)
        app.type("/status:foo")
        #expect(app.state.list.shown.count == 6 && app.state.list.filter.problem?.column == 7)
        app.type("<esc>/orders status:foo")
        #expect(app.state.list.shown == [205])
    }

    @Test("A key and its frame take no longer with 100 times as many tasks")
    func large() {
        let origin = TaskOrigin(request: .get("http://h/x"), date: .distantPast)
        func time(_ count: Int) -> Duration {
            var app = TestApp()
            app.send(
                .engine((1...count).map { Event(task: $0, at: Story.instant($0), .taskCreated(origin)) }))
            #expect(app.state.list.shown.count == count)
            return (1...5).map { _ in
                processorTime {
                    app.type("kkkkkG")
                    _ = app.frame
                }
            }.min() ?? .zero
        }
        #expect(time(50_000) < time(500) * 5)
    }
}
