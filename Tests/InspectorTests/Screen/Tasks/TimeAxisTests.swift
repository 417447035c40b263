import ClientEngine
import InspectorCanvas
import Testing

@testable import InspectorScreen
@testable import InspectorValues

@Suite("The time axis")
struct TimeAxisTests {
    /// Plays answered tasks, each with a start, a duration in milliseconds and a status.
    private static func answered(
        _ tasks: [(start: Int, duration: Int, status: StatusCode)], width: Int = 140, height: Int = 40
    ) -> TestApp {
        var story = Story()
        let request = Request.get("http://h/x")
        for (index, task) in tasks.enumerated() {
            let id = index + 1
            story.create(id, request, at: task.start)
            story.begin(id, at: task.start, request)
            story.phases(id, from: task.start, [.connect: 0, .wait: task.duration / 2])
            story.answer(id, at: task.start + task.duration, task.status)
        }
        var app = TestApp(width: width, height: height)
        app.play(story)
        return app
    }

    /// Plays a task whose first two attempts fail at once and whose third one succeeds.
    private static func retried(width: Int = 140, height: Int = 40) -> TestApp {
        var app = TestApp(width: width, height: height)
        app.play(retriedStory)
        app.type("<tab><esc>")
        return app
    }

    private static var retriedStory: Story {
        var story = Story()
        let request = Request.get(
            "http://h/orders?key=a-rather-long-key-that-no-title-has-room-for-beside-the-rest")
        story.create(1, request, at: 0, attempts: 5)
        for (number, start) in [(1, 0), (2, 1_001), (3, 3_002)] {
            story.begin(1, number, at: start, request)
            story.phases(1, number, from: start, [.wait: 0])
            let plan =
                number < 3
                ? Story.plan(503, delay: 1_000 * number, until: start + 1 + 1_000 * number, "") : nil
            story.answer(1, number, at: start + 1, number < 3 ? 503 : 200, retry: plan)
        }
        return story
    }

    /// Returns the time axis in the row of a task, without surrounding blanks.
    private static func bar(_ number: Int, in app: TestApp) throws -> String {
        let rows = app.screen.split(separator: "\n")
        // A wide list shows the start time in between.
        let beginning = try Regex(" \(number) ([0-9:]+ )?GET")
        let row = try #require(rows.first { $0.contains(beginning) }, "\(app.screen)")
        let end = try #require(row.lastIndex { $0.isLetter || $0.isNumber })
        return row[row.index(after: end)...].trimmingCharacters(in: .whitespaces)
    }

    @Test(
        "A task that is over ends with its result, however short it was",
        arguments: [(200, "■"), (404, "■"), (500, "✗")] as [(StatusCode, String)], [1, 90, 4_000])
    func result(of answer: (status: StatusCode, sign: String), duration: Int) throws {
        let app = Self.answered([(0, duration, answer.status), (5_000, 4_000, 200)])
        #expect(try Self.bar(1, in: app).hasSuffix(answer.sign))
        if duration == 1 { #expect(try Self.bar(1, in: app) == answer.sign) }
    }

    @Test("Each attempt and each wait has a cell, on any scale", arguments: [80, 120, 140, 200])
    func retries(width: Int) throws {
        let alone = try Self.bar(1, in: Self.retried(width: width))
        #expect(alone.wholeMatch(of: /✗·+✗·+■/) != nil, "\(alone)")
        var story = Self.retriedStory
        let request = Request.get("http://h/slow")
        story.create(2, request, at: 0)
        story.begin(2, at: 0, request)
        story.phases(2, from: 0, [.wait: 0])
        story.answer(2, at: 3_600_000, 200)
        var app = TestApp(width: width, height: 40)
        app.play(story)
        app.type("<tab><esc>")
        #expect(try Self.bar(1, in: app) == "✗·✗·■")
    }

    @Test("A live task has no result yet, and a wait that lies ahead is drawn")
    func live() throws {
        var story = Story()
        let request = Request.get("http://h/x")
        story.create(1, request, at: 0)
        story.begin(1, at: 0, request)
        story.phases(1, from: 0, [.wait: 0])
        let plan = Story.plan(503, delay: 2_000, until: 4_000, "")
        story.answer(1, at: 2_000, 503, retry: plan)
        story.milliseconds = 3_000
        var app = TestApp(width: 140, height: 40)
        app.play(story)
        #expect(try Self.bar(1, in: app).wholeMatch(of: /─+✗·+:+/) != nil)
    }

    @Test("From 120 columns on the axis has at least 35 % of the list, at 200 columns 60 cells")
    func width() {
        // Next to the tree, the list has 83 of 120 columns.
        for width in 83...200 {
            for needs in [TaskColumns.Needs(), .init(path: 70, attempts: 3)] {
                let columns = TaskColumns(width: width, needs)
                #expect(columns[.timeline].count * 100 >= width * 35)
                #expect(columns[.path].count >= 12)
                if width >= 138 { #expect(columns[.timeline].count >= 60) }
            }
        }
    }

    @Test("Columns that say the same in each row give way first")
    func alike() {
        let needs = TaskColumns.Needs(path: 24)
        var alike = needs
        alike.alike = [.attempts]
        #expect(!TaskColumns(width: 80, needs)[.attempts].isEmpty)
        #expect(TaskColumns(width: 80, alike)[.attempts].isEmpty)
        #expect(TaskColumns(width: 80, alike)[.path].count > TaskColumns(width: 80, needs)[.path].count)
    }

    @Test("Bars begin at 0 unless a third of the tasks overlap, and t begins them elsewhere")
    func zero() throws {
        let apart = [(0, 100, 200), (1_000, 100, 200), (2_000, 100, 200)] as [(Int, Int, StatusCode)]
        func starts(_ app: TestApp) throws -> [Int] {
            try (1...3).map { number in
                let row = try #require(
                    app.screen.split(separator: "\n").first { $0.contains(" \(number) GET") })
                return row.distance(from: row.startIndex, to: try #require(row.firstIndex(of: "■")))
            }
        }
        var app = Self.answered(apart)
        #expect(try Set(starts(app)).count == 1)
        app.type("<tab>t")
        #expect(try Set(starts(app)).count == 3)
        app.type("t")
        #expect(try Set(starts(app)).count == 1)

        var parallel = Self.answered([(0, 1_000, 200), (500, 1_000, 200), (9_000, 1_000, 200)])
        #expect(try Set(starts(parallel)).count == 3)
        parallel.type("<tab>t")
        #expect(try Set(starts(parallel)).count == 1)
    }

    @Test(
        "The answer line counts down to the next attempt on every page and at every size",
        arguments: [(40, 12), (80, 24), (140, 40), (200, 60)])
    func countdown(width: Int, height: Int) {
        var story = Story()
        let request = Request.get(
            "http://h/orders?key=a-rather-long-key-that-no-title-has-room-for-beside-the-rest")
        story.create(1, request, at: 0, attempts: 5)
        for (number, start) in [(1, 0), (2, 1_001)] {
            story.begin(1, number, at: start, request)
            story.phases(1, number, from: start, [.wait: 0])
            story.answer(
                1, number, at: start + 1, 503, retry: Story.plan(503, delay: 1_000, until: start + 1_001, ""))
        }
        var app = TestApp(width: width, height: height)
        app.play(story)
        app.type("<enter>")
        for page in 1...7 {
            app.type("\(page)")
            #expect(app.screen.contains("503 · retry 3 of 5 in 1.0 s"))
            if width > 40 { #expect(app.screen.contains("1.0 s   R now  X give up")) }
            #expect(app.screen.contains(width < 60 ? "─ 2 of 5" : "─ attempt 2 of 5"))
        }
    }

    @Test(
        "At 80×24 the page of the timing ends with the beginning of the body, and no phase that did not happen"
    )
    func bodyBelow() {
        var story = Story()
        let request = Request.get("http://h/x")
        story.create(1, request, at: 0)
        story.begin(1, at: 0, request)
        story.phases(1, from: 0, [.wait: 0, .receive: 9])
        story.answer(1, at: 10, 200, headers: ["Content-Type": "text/plain"], body: "Hello, world!")
        var app = TestApp(width: 80, height: 24)
        app.play(story)
        #expect(app.screen.contains("Hello, world!"))
        #expect(app.screen.contains("wait") && app.screen.contains("receive"))
        #expect(!app.screen.contains("dns") && !app.screen.contains("connect "))
    }

    @Test("Phases and the rest add up to the total")
    func other() {
        var story = Story()
        let request = Request.get("http://h/x")
        story.create(1, request, at: 0)
        story.begin(1, at: 400, request)
        story.phases(1, from: 400, [.wait: 0, .receive: 90])
        story.answer(1, at: 500, 200)
        var app = TestApp(width: 80, height: 24)
        app.play(story)
        #expect(app.screen.contains("other     400 ms"))
        #expect(app.screen.contains("total     500 ms"))
    }
}
