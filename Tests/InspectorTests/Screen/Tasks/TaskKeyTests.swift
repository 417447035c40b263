import ClientEngine
import Testing

@testable import InspectorScreen
@testable import InspectorValues

@Suite("Keys on tasks")
struct TaskKeyTests {
    private static func home() -> TestApp {
        var app = TestApp()
        app.play(.home)
        return app
    }

    @Test("r sends again exactly what was sent, as a child of the task")
    func resend() throws {
        var app = Self.home()
        app.type("g")
        let request = try #require(app.state.tasks[201]?.origin.request)
        app.type("r")
        #expect(app.effects == [.task(.resend(request, of: 201))])
    }

    @Test("A key that does nothing says so, and where it would do something")
    func nothing() {
        var app = TestApp()
        app.open(SavedFile.sample)
        app.type("r")
        #expect(app.row(23).contains("r is about a task: Tab goes to them"))
        app.type("Q")
        #expect(app.row(23).contains("no action on Q; ? lists the keys"))
        app.type("j")
        #expect(!app.row(23).contains("means nothing"))
    }

    @Test("c cancels the selected task, C all live ones")
    func cancel() {
        var app = Self.home()
        app.type("G")
        app.type("c")
        #expect(app.takeEffects() == [.task(.cancel(206))])
        app.type("C")
        #expect(app.effects == [.task(.cancel(205)), .task(.cancel(206))])
    }

    @Test(
        "A key that cannot do anything says why and does nothing",
        arguments: [("gc", "task 201 has ended"), ("gR", "not waiting"), ("D", "is live")])
    func refusals(keys: String, reason: String) {
        var app = Self.home()
        app.type(keys)
        #expect(app.effects.isEmpty)
        #expect(app.row(23).contains(reason))
        app.type("j")
        #expect(!app.row(23).contains(reason))
    }

    @Test("R and X reach a task that waits for its next attempt")
    func waiting() {
        var story = Story()
        let request = Request.get("http://h/flaky")
        story.create(1, request, at: 0, attempts: 3)
        story.begin(1, at: 0, request)
        story.answer(1, at: 10, 503, retry: Story.plan(503, delay: 2_000, until: 2_010, "Retry-After: 2"))
        story.milliseconds = 810
        var app = TestApp()
        app.play(story)
        #expect(app.screen.contains("retry in 1.2 s"))
        #expect(app.row(23).contains("R retry now") && app.row(23).contains("X give up"))
        app.type("RX")
        #expect(app.effects == [.task(.retryNow(1)), .task(.giveUp(1))])
    }

    @Test("D takes a finished task off the list and selects its neighbour")
    func delete() {
        var app = Self.home()
        app.type("gjD")
        #expect(app.state.list.shown == [201, 203, 204, 205, 206])
        #expect(app.state.list.selectedTask == 203)
    }

    @Test("U brings deleted tasks back, the last one first, with all that was known of them")
    func undo() throws {
        var app = Self.home()
        let before = app.state.tasks[202]
        app.type("gjDD")
        #expect(app.state.list.shown == [201, 204, 205, 206])
        #expect(app.screen.contains("Task 203 is deleted; U brings it back."))
        app.type("UU")
        #expect(app.state.list.shown == [201, 202, 203, 204, 205, 206])
        #expect(app.state.list.selectedTask == 202)
        #expect(app.state.tasks[202] == before)
        app.type("U")
        #expect(app.state.refusal == "U: no task was deleted")
    }

    @Test("q says how many results are lost, and Ctrl-C leaves at once")
    func results() {
        var story = Story()
        story.quick(1, .get("http://h/x"), at: 0, took: 1, body: "x")
        var app = TestApp()
        app.play(story)
        app.type("q")
        #expect(app.screen.contains("Quit? 1 result is not in the history and will be lost."))
        #expect(app.effects.isEmpty)
        app.type("<enter>")
        #expect(app.effects == [.quit])
        var other = TestApp()
        other.play(story)
        other.type("<c-c>")
        #expect(other.effects == [.quit])
    }

    @Test("q asks while tasks are live, and leaves at once when there is none")
    func quit() {
        var app = Self.home()
        app.type("q")
        #expect(app.effects.isEmpty)
        #expect(app.row(23).contains("2 tasks are still live"))
        app.type("n")
        #expect(app.state.overlays.isEmpty)
        app.type("qy")
        #expect(app.effects == [.quit])
        var empty = TestApp()
        empty.type("q")
        #expect(empty.effects == [.quit])
    }

    @Test("Ctrl-L, Ctrl-Z and Ctrl-C work everywhere; Ctrl-C first leaves a field")
    func chords() {
        var app = TestApp()
        app.type("<c-l><c-z>/ab<c-c>")
        #expect(app.effects == [.terminal(.redraw), .terminal(.suspend)])
        #expect(app.state.place == .tasks)
        app.type("<c-c>")
        #expect(app.effects.last == .quit)
    }
}
