import ClientEngine
import ClientEngineRecording
import Foundation
import InspectorCanvas
import Testing

@testable import InspectorScreen
@testable import InspectorTaskFilter
@testable import InspectorValues

@Suite("Tasks of earlier sessions")
struct PastTasksTests {
    private static func app(_ count: Int = 3, height: Int = 24) -> TestApp {
        var app = TestApp(height: height, hasHistory: true)
        var story = Story()
        for id in 1...max(1, count) where count > 0 {
            story.quick(id, .get("https://api.acme.test/own/\(id)"), at: id * 100, took: 20, body: "{}")
        }
        app.play(story)
        app.type("<tab><esc>")
        return app
    }

    /// Answers the queries to the history.
    private static func answer(_ app: inout TestApp, rows: ClosedRange<Int> = 1...40) {
        for effect in app.takeEffects() {
            switch effect {
            case .history(.list(let question)):
                let part = PastPart(number: question.number, rows: Array(rows), isLast: true)
                app.send(.history(.list(part)))
            case .history(.tasks(let wanted)):
                app.send(.history(.tasks(wanted.map { .sample($0.key, isWhole: $0.value) })))
            default: break
            }
        }
        if app.effects.contains(where: { if case .history = $0 { true } else { false } }) {
            answer(&app, rows: rows)
        }
    }

    @Test("Nothing is asked for until somebody goes above the first task")
    func lazy() {
        var app = Self.app()
        _ = app.takeEffects()
        app.type("kk")
        #expect(app.takeEffects() == [])
        app.type("k")
        #expect(app.takeEffects() == [.history(.list(PastQuestion(number: 1, query: .all, marked: [])))])
        app.send(.history(.list(PastPart(number: 1, rows: [7, 9], isLast: true))))
        #expect(app.state.list.selectedTask == .stored(9))
        #expect(app.row(with: "this session") != nil)
        #expect(app.takeEffects().count == 1)
        app.type("j")
        #expect(app.state.list.selectedTask == 1)
    }

    @Test("They stand above those of this session, and open like these, with their number in the history")
    func open() throws {
        var app = Self.app()
        app.type("gk")
        Self.answer(&app)
        #expect(app.state.list.selectedTask == .stored(40))
        let title = try #require(app.row(with: "2023-11-14 22:13:40 · 40 GET past.test/past/40"))
        #expect(title.hasPrefix("──"))
        app.type("<enter>2")
        #expect(app.screen.contains("\"row\": 40"), "\(app.screen)")
        app.type("<esc>r")
        guard case .task(.resend(let request, of: nil))? = app.takeEffects().last else {
            Issue.record("it was not sent again")
            return
        }
        #expect(request.url == "http://past.test/past/40")
    }

    @Test(
        "Keys that act on live tasks refuse one, and what is known of a task of this session with its number is not shown of it"
    )
    func sameNumber() {
        var app = Self.app()
        app.type("gk")
        Self.answer(&app, rows: 1...1)
        _ = app.takeEffects()
        #expect(app.state.list.selectedTask == .stored(1))
        app.type("c")
        #expect(app.takeEffects() == [])
        #expect(app.screen.contains("task 1 has ended"))
        app.type("*")
        #expect(app.state.list.marked == [.stored(1)])
        app.type("rj")
        #expect(app.state.list.selectedTask == 1 && app.state.list.shown == [.stored(1), 1, 2, 3])
    }

    @Test("A comparison names them by their day and their number in the history")
    func compared() throws {
        var app = Self.app()
        app.type("gk")
        Self.answer(&app)
        app.type("*")
        Self.answer(&app)
        app.type("G*d")
        let title = try #require(app.row(with: "COMPARISON"))
        #expect(title.contains("task 40, 2023-11-14 22:13:40 → task 3,"), "\(title)")
    }

    @Test("A task that is the first of its kind in this session is compared with the last one in the history")
    func predecessor() throws {
        var app = Self.app()
        app.type("gd")
        let task = try #require(app.state.tasks[1])
        #expect(app.takeEffects().contains(.history(.predecessor(PredecessorQuestion(key: 1, task: task)))))
        #expect(app.state.overlays.isEmpty)
        app.send(
            .history(
                .predecessor(Predecessor(task: .sample(9, isWhole: true), isOfSavedRequest: true), of: 1)))
        let title = try #require(app.row(with: "COMPARISON"))
        #expect(title.contains("task 9, 2023-11-14 22:13:09 → task 1,"), "\(title)")
        #expect(app.screen.contains("the last of its saved request in the history"))
        #expect(app.screen.contains("- {\"row\": 9}") || app.screen.contains("$.row"), "\(app.screen)")
    }

    @Test(
        "Where the history has none either, that is said, and nothing comes up when the task was left meanwhile"
    )
    func noPredecessor() {
        var app = Self.app()
        app.type("gd")
        app.send(.history(.predecessor(nil, of: 1)))
        #expect(app.screen.contains("no earlier task asks for the same; * marks two tasks to compare"))
        app.type("dj")
        app.send(
            .history(
                .predecessor(Predecessor(task: .sample(9, isWhole: true), isOfSavedRequest: false), of: 1)))
        #expect(app.state.overlays.isEmpty)
    }

    @Test(
        "An earlier task is compared with the one before it in the history, once it is there with its bodies")
    func predecessorOfPast() throws {
        var app = Self.app()
        app.type("gk")
        _ = app.takeEffects()
        app.send(.history(.list(PastPart(number: 1, rows: Array(1...40), isLast: true))))
        app.type("d")
        #expect(app.screen.contains("it is still being read"))
        app.send(.history(.tasks([.sample(40, isWhole: false)])))
        app.type("d")
        #expect(app.screen.contains("task 40 is still being read: try again"))
        app.send(.history(.tasks([.sample(40, isWhole: true)])))
        _ = app.takeEffects()
        app.type("d")
        guard case .history(.predecessor(let question))? = app.takeEffects().last else {
            Issue.record("nothing was asked")
            return
        }
        #expect(question.key == .stored(40))
        let found = Predecessor(task: .sample(3, isWhole: true), isOfSavedRequest: false)
        app.send(.history(.predecessor(found, of: .stored(40))))
        #expect(app.screen.contains("the last with its method and URL in the history"))
    }

    @Test("An archive has all of each, also of those that are not here, and says which could not be read")
    func archived() throws {
        var unread = Self.app(0)
        unread.type("k")
        unread.send(.history(.list(PastPart(number: 1, rows: [1, 2], isLast: true))))
        unread.type("S")
        #expect(unread.screen.contains("all 2"), "\(unread.screen)")
        var app = Self.app()
        app.type("gk")
        Self.answer(&app, rows: 1...400)
        app.type("S")
        let jobs = app.takeEffects().compactMap { if case .archive(let job) = $0 { job } else { nil } }
        let job = try #require(jobs.last)
        // The selected task was already read with its bodies.
        #expect(job.unread == (1...399).reversed())
        var read = ReadTasks()
        for row in 1...399 { read.tasks[row] = .sample(row, isWhole: true) }
        let archive = job.done(with: read, Redaction(), creator: ("inspector", "1"))
        let entries = try #require(try JSONValue(parsing: archive.bytes)["log"]?["entries"]?.array)
        let bodies = entries.prefix(400).map { $0["response"]?["content"]?["text"]?.string }
        #expect(bodies == (1...400).map { "{\"row\": \($0)}" })
        app.send(.archived(archive, job.number))
        #expect(app.screen.contains("with \(entries.count) requests") && !app.screen.contains("left out"))
        read.tasks[7] = PastTask(row: 7, record: nil, isWhole: true)
        app.send(.archived(job.done(with: read, Redaction(), creator: ("inspector", "1")), job.number))
        #expect(
            app.screen.contains("left out     1 task: they are not in the history any more"), "\(app.screen)")
    }

    @Test("Marked ones become a sequence of mocks once they are there with their bodies")
    func sequence() {
        var app = Self.app()
        app.type("gk")
        Self.answer(&app)
        app.type("*k*ms")
        #expect(app.screen.contains("ms: task 39 is still being read: try again"))
        Self.answer(&app)
        app.type("ms")
        #expect(app.screen.contains("GET /past/{id}"), "\(app.screen)")
    }

    @Test("Only what is drawn, selected or marked is read, the selected and the marked with their bodies")
    func window() throws {
        var app = Self.app()
        app.type("gk")
        Self.answer(&app, rows: 1...10_000)
        app.type("*<pgup><pgup><pgup><pgup>")
        Self.answer(&app, rows: 1...10_000)
        let past = app.state.tasks.past
        let known = (1...10_000).filter { past[$0] != nil }
        #expect(known.count < 60)
        #expect(known.last == 10_000)
        let selected = try #require(app.state.list.selectedTask?.row)
        #expect(known.filter(past.isWhole) == [selected, 10_000])
        app.type("g")
        Self.answer(&app, rows: 1...10_000)
        #expect(app.state.list.selectedTask == .stored(1))
        app.type("G")
        #expect(app.state.list.selectedTask == 3)
        app.type("g")
        #expect(app.state.list.selectedTask == 1)
        app.type("g")
        #expect(app.state.list.selectedTask == .stored(1))
    }

    @Test("A filter asks for them, counts them, and the newest question wins")
    func filter() {
        var app = Self.app()
        app.type("/own/2")
        let questions = app.takeEffects().compactMap { effect -> PastQuestion? in
            if case .history(.list(let question)) = effect { question } else { nil }
        }
        #expect(questions.map(\.query.filter.text) == ["o", "ow", "own", "own/", "own/2"])
        app.send(.history(.list(PastPart(number: 4, rows: [1, 2, 3], isLast: true))))
        #expect(app.screen.contains("1/3 +0…"))
        app.send(.history(.list(PastPart(number: 5, rows: [2, 3], isLast: false))))
        app.send(.history(.list(PastPart(number: 5, rows: [1], isLast: true))))
        #expect(app.state.list.earlier == [1, 2, 3].map(TaskKey.stored))
        #expect(app.screen.contains("1/3 +3 "))
        app.type("<enter>")
        #expect(app.state.hitText.string == "1 of 3, and 3 earlier")
        app.type("/<esc>")
        #expect(app.state.list.earlier.isEmpty)
        #expect(app.state.list.shown == [1, 2, 3])
    }

    @Test("Where nothing was sent and nothing matches, that is said")
    func nothing() {
        var app = Self.app(0)
        app.type("/nowhere<enter>")
        #expect(app.screen.contains("Looking in earlier sessions."))
        app.send(.history(.list(PastPart(number: 7, rows: [], isLast: true))))
        #expect(app.screen.contains("No task matches the filter."))
        #expect(app.screen.contains("0 earlier"))
    }

    @Test("In another order than their own, the list is of this session alone")
    func order() {
        var app = Self.app()
        app.type("gk")
        Self.answer(&app)
        app.type("Ot")
        #expect(app.state.list.shown.allSatisfy { !$0.isStored })
        #expect(app.row(with: "this session") == nil)
        app.type("On")
        #expect(app.state.list.shown.first == .stored(1))
    }

    @Test("Where nothing was sent yet, any motion shows them, and a new task is followed")
    func empty() {
        var app = Self.app(0)
        app.type("k")
        Self.answer(&app)
        #expect(app.state.list.selectedTask == .stored(40))
        #expect(app.row(with: "this session") == nil)
        var story = Story()
        story.quick(1, .get("https://api.acme.test/own/1"), at: 100, took: 20, body: "{}")
        app.type("G")
        app.play(story)
        #expect(app.state.list.selectedTask == 1)
    }

    @Test("What is wrong with the history is said, and where there is none, too")
    func problems() {
        var app = Self.app()
        app.type("gk")
        app.send(.history(.failure("it is damaged.")))
        #expect(app.screen.contains("The history cannot be read: it is damaged."))
        app.type("<esc>")
        app = TestApp()
        app.play(.home)
        app.type("<tab><esc>gk")
        #expect(app.screen.contains("no history is kept here"))
        #expect(app.takeEffects() == [])
        app = Self.app()
        app.type("gk")
        app.send(.history(.list(PastPart(number: 1, rows: [], isLast: true))))
        #expect(app.screen.contains("nothing was sent in earlier sessions"))
    }

    @Test("What lacks its secrets, its body, or is not read yet is not sent again, and nothing is deleted")
    func refusals() throws {
        var app = Self.app()
        app.type("gk")
        for case .history(.list(let question)) in app.takeEffects() {
            app.send(.history(.list(PastPart(number: question.number, rows: [1], isLast: true))))
        }
        app.send(.history(.tasks([.sample(1, isWhole: false)])))
        app.type("r")
        #expect(app.screen.contains("it is still being read"))
        var record = try #require(PastTask.sample(1, isWhole: true).record)
        record.origin.request.headers["Authorization"] = "Bearer <redacted:1>"
        app.send(.history(.tasks([PastTask(row: 1, record: record, isWhole: true)])))
        _ = app.takeEffects()
        app.type("r")
        #expect(app.takeEffects() == [])
        #expect(app.screen.contains("its secrets are not kept"))
        record.dropBodies(DroppedBodies(request: 3))
        app.send(.history(.tasks([PastTask(row: 1, record: record, isWhole: true)])))
        app.type("r")
        #expect(app.screen.contains("the body is not in the history"))
        app.type("D")
        #expect(app.screen.contains("it is kept in the history"))
    }

    @Test("Texts are looked for in the tasks of this session, in those that end meanwhile, too")
    func texts() throws {
        var app = Self.app()
        app.type("/body:{}<enter>")
        let searches = app.takeEffects().compactMap { effect -> TextSearch? in
            if case .task(.search(let search)) = effect { search } else { nil }
        }
        let last = try #require(searches.last)
        #expect(app.state.list.ownCount == 0)
        var found: [TaskID] = []
        last.run(while: { true }) { found.append($0) }
        #expect(found == [1, 2, 3])
        app.send(.task(.found(found, of: last.number - 1, isLast: true)))
        #expect(app.state.list.ownCount == 0)
        app.send(.task(.found(found, of: last.number, isLast: true)))
        #expect(app.state.list.ownCount == 3)
        var story = Story()
        story.quick(4, .get("https://api.acme.test/own/4"), at: 900, took: 20, body: "{}")
        app.play(story)
        guard case .task(.search(let next))? = app.takeEffects().last else {
            Issue.record("the new task is not looked into")
            return
        }
        #expect(next.tasks.map(\.record?.id) == [4])
        app.send(.task(.found([4], of: next.number, isLast: true)))
        #expect(app.state.list.shown == [1, 2, 3, 4])
        #expect(app.takeEffects() == [])
    }

    @Test("Usual durations are asked for once, mark what is slow, and explain it")
    func usual() throws {
        var app = Self.app(1)
        guard case .history(.usual(let kinds))? = app.takeEffects().first else {
            Issue.record("nothing was asked")
            return
        }
        let kind = CallKind("GET api.acme.test/own/{id}")
        #expect(kinds == [kind])
        let duration = try #require(UsualDuration((0..<10).map { .milliseconds(1 + $0 / 5) }))
        let usual = UsualCall(duration: duration, phases: [.wait: .milliseconds(1)])
        app.send(.history(.usual([kind: usual], of: kinds)))
        #expect(app.screen.contains("usually 1.0–2.0 ms"))
        var story = Story()
        story.quick(2, .get("https://api.acme.test/own/2"), at: 900, took: 300, body: "{}")
        app.play(story)
        app.type("G")
        #expect(app.takeEffects() == [])
        #expect(app.row(with: "/own/2")?.contains("▴300 ms") == true, "\(app.screen)")
        #expect(app.row(with: "/own/1")?.contains("▴") == false)
        #expect(app.screen.contains("usually 1.0–2.0 ms, this took 300 ms: wait is 170 times as long"))
        app.type("/slow:<enter>")
        #expect(app.state.list.shown == [2])
    }

    @Test("A long session has no need of them")
    func long() {
        var app = Self.app(200)
        app.type("gG")
        #expect(app.state.list.selectedTask == 200)
        app.type("gk")
        Self.answer(&app, rows: 1...3)
        app.type("G")
        #expect(app.state.list.selectedTask == 200)
    }

    @Test("A key is answered at once with 100,000 tasks of this session and 100,000 earlier ones")
    func large() {
        var app = Self.app(1)
        app.type("gk")
        Self.answer(&app, rows: 1...100_000)
        #expect(app.state.list.shown.count == 100_001)
        app.type("<pgup><pgup>kkkjjGgG")
        #expect(app.state.list.selectedTask == 1)
    }
}
