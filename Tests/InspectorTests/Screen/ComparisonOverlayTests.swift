import ClientEngine
import InspectorCanvas
import InspectorTestSupport
import Testing

@testable import InspectorScreen
@testable import InspectorValues

@Suite("Comparing on the screen", .ownThread)
struct ComparisonOverlayTests {
    private func app(_ story: Story = .compared, width: Int = 80, height: Int = 40) -> TestApp {
        var app = TestApp(width: width, height: height)
        app.play(story)
        return app
    }

    @Test("a task is compared with the last one of its saved request, and the title says which two")
    func savedRequest() throws {
        var app = app()
        app.type("gjd")
        #expect(app.row(with: "COMPARISON")?.contains("task 181, 22:13:20 → task 182, 22:13:25") == true)
        #expect(app.screen.contains("task 181 was the last one of the same saved request"))
        #expect(app.screen.contains("~ $.items[6].price: 21 -> 20"))
        #expect(app.screen.contains("- $.items[3]: {\"id\":4,\"price\":12}"))
        #expect(app.screen.contains("> $.items[0]: was at [11]"))
        #expect(app.screen.contains("~ $.next: null -> \"/orders?page=2\""))
        #expect(app.screen.contains("+ x-cache: MISS"))
        #expect(app.screen.contains("Request  GET https://api.acme.test/orders?limit=3"))
        #expect(try #require(app.row(with: "total")).contains("60 ms -> 1.25 s    21 times as long"))
    }

    @Test("a task that was sent again is compared with the one it repeats, text line by line")
    func resend() {
        var app = app()
        app.type("gjjjd")
        #expect(app.screen.contains("task 184 sends task 183 again"))
        #expect(app.screen.contains("- ada"))
        #expect(app.screen.contains("+ bob"))
        #expect(app.screen.contains("  welcome"))
        #expect(app.screen.contains("- user=ada"))
    }

    @Test("two marked tasks are compared, wherever the selection is")
    func marked() {
        var app = app()
        app.type("g*jj*Gd")
        #expect(app.row(with: "COMPARISON")?.contains("task 181, 22:13:20 → task 183, 22:13:27") == true)
        #expect(app.screen.contains("the two marked tasks"))
        #expect(app.screen.contains("- GET https://api.acme.test/orders?limit=3"))
    }

    @Test("without one to compare with, the line says why, and what to do")
    func alone() {
        var app = app()
        app.type("gd")
        #expect(
            app.screen.contains("no earlier task in the list asks for the same; * marks two tasks to compare")
        )
        app.type("Gd")
        #expect(app.screen.contains("no earlier task in the list asks for the same"))
        #expect(app.state.overlays.isEmpty)
    }

    @Test("the attempt that is selected is compared with the one before, and the first with the next")
    func attempts() throws {
        let (_, story) = try #require(Story.states.first { $0.name == "retried" })
        var app = app(story, width: 100)
        app.type("gjd")
        #expect(
            app.row(with: "COMPARISON")?.contains("task 1: attempt 1, 22:13:20 → attempt 2, 22:13:20") == true
        )
        app.type("<esc>jjjd")
        #expect(app.row(with: "COMPARISON")?.contains("attempt 3, 22:13:21 → attempt 4, 22:13:21") == true)
        #expect(app.screen.contains("- 503 Service Unavailable"))
        #expect(app.screen.contains("+ 201 Created"))
        #expect(app.screen.contains("+ {\"order\":1}"))
    }

    @Test("live tasks are not compared")
    func live() throws {
        let (_, story) = try #require(Story.states.first { $0.name == "waiting" })
        var app = app(story)
        app.type("gd")
        #expect(app.screen.contains("task 1 is live: compare it when it has ended"))
        app.type("jjjd")
        #expect(app.row(with: "COMPARISON")?.contains("attempt 2") == true)
    }

    @Test("n and N go from difference to difference, and say where they end")
    func steps() {
        var app = app(height: 24)
        app.type("gjd")
        #expect(app.row(with: "COMPARISON")?.contains("difference 1 of 9") == true)
        app.type("nn")
        #expect(app.row(with: "COMPARISON")?.contains("difference 3 of 9") == true)
        app.type("N")
        #expect(app.row(with: "COMPARISON")?.contains("difference 2 of 9") == true)
        app.type("nnnnnnn")
        #expect(app.row(with: "COMPARISON")?.contains("difference 9 of 9") == true)
        app.type("n")
        #expect(app.screen.contains("no difference below"))
        app.type("NNNNNNNNNN")
        #expect(app.screen.contains("no difference above"))
    }

    @Test("what is the same is folded, counted, and unfolds")
    func folding() {
        var app = app(height: 60)
        app.type("gjd")
        #expect(!app.screen.contains("server: nginx"))
        app.type("+")
        #expect(app.screen.contains("  server: nginx"))
        #expect(app.screen.contains("  $.items[1]: {\"id\":1,\"price\":3}"))
        app.type("-")
        #expect(!app.screen.contains("server: nginx"))
        // The first line of the request is equal in both calls.
        app.type("gj<enter>")
        #expect(app.screen.contains("│     GET https://api.acme.test/orders?limit=3"))
        app.type("<enter>")
        #expect(!app.screen.contains("│     GET https://api.acme.test/orders?limit=3"))
        app.type("g<enter>")
        #expect(app.screen.contains("nothing is folded in this line"))
    }

    @Test("in two columns what goes stands beside what comes; secrets of what was sent are hidden")
    func columns() throws {
        var app = app(width: 140)
        app.type("gjd")
        #expect(try #require(app.row(with: "x-cache")).contains("│ + x-cache: MISS"))
        let price = try #require(app.row(with: "$.items[6].price"))
        #expect(price.contains("$.items[6].price: 21 ") && price.contains("$.items[6].price: 20"))
        #expect(try #require(app.row(with: "> $.items[0]")).contains("> $.items[11]"))
        app.type("x")
        #expect(app.screen.contains("~ $.items[6].price: 21 -> 20"))
        app.type("x")
        #expect(!app.screen.contains("21 -> 20"))
        app.send(.resized(Size(width: 80, height: 40)))
        #expect(!app.screen.contains("21 -> 20"))
        app.type("<esc>g*jj*d")
        #expect(app.screen.contains("authorization: Bearer ••••"))
        #expect(!app.screen.contains("t183"))
    }

    @Test("large bodies are compared elsewhere; what was left meanwhile is not shown")
    func background() throws {
        var story = Story()
        let request = Request.get("https://api.acme.test/big")
        for id in 1...2 {
            story.create(id, request, at: id)
            story.begin(id, at: id, request)
            let lines = (0..<5_000).map { $0 == 2_500 ? "line \($0) of \(id)" : "line \($0)" }
            story.answer(id, at: id, 200, body: lines.joined(separator: "\n"))
        }
        var app = app(story)
        app.type("Gd")
        #expect(app.screen.contains("Comparing bodies of"))
        let effect = try #require(app.takeEffects().last)
        guard case .compare(let job) = effect else {
            Issue.record("\(effect)")
            return
        }
        app.type("n<enter>")
        #expect(app.screen.contains("still comparing"))
        app.send(.compared(job.done, job.number + 1))
        #expect(app.screen.contains("Comparing bodies of"))
        app.send(.compared(job.done, job.number))
        #expect(app.screen.contains("+ line 2500 of 2"))
        #expect(app.screen.contains("2,497 the same"))
        app.type("<esc>")
        app.send(.compared(job.done, job.number))
        #expect(app.state.overlays.isEmpty)
    }

    @Test("a body that is not kept any more is told as that")
    func dropped() {
        var app = TestApp(width: 80, height: 40, keptBodies: 10)
        app.play(.compared)
        app.type("gj")
        app.send(.tick(Story.compared.now))
        app.type("d")
        #expect(app.screen.contains("not kept any more"))
    }
}
