import ClientEngine
import InspectorTestSupport
import Testing

@testable import InspectorScreen

@Suite("What is on its way, and what was sent")
struct ProgressTests {
    private static func receiving(_ headers: Headers, width: Int = 100) -> TestApp {
        var story = Story()
        let request = Request.get("http://h/x")
        story.create(1, request, at: 0)
        story.begin(1, at: 0, request)
        story.add(1, 1, 1, at: 5, .phase(.receive))
        story.add(1, 1, 1, at: 5, .head(ResponseHead(status: 200, reason: "OK", headers: headers)))
        story.add(1, 1, 1, at: 6, .received([UInt8](repeating: 0x61, count: 54)))
        var app = TestApp(width: width, height: 24)
        app.play(story)
        return app
    }

    @Test("A download of a known length tells its part in the row, once; another one its size, once")
    func percent() throws {
        let known = try #require(Self.receiving(["Content-Length": "200"]).row(with: "GET     /x"))
        #expect(known.contains("200  27 %") && known.contains(" 54 "))
        let unknown = try #require(Self.receiving([:]).row(with: "GET     /x"))
        #expect(!unknown.contains("%") && unknown.split(separator: " ").filter { $0 == "54" }.count == 1)
        let narrow = try #require(Self.receiving([:], width: 80).row(with: "GET     /x"))
        #expect(narrow.contains("200  54 B"))
    }

    @Test("A retry that is planned in centuries is drawn at once")
    func distantPlan() {
        var story = Story()
        let request = Request.get("http://h/x")
        story.create(1, request, at: 0)
        story.begin(1, at: 0, request)
        let plan = RetryPlan(
            reason: .status(503), delay: .seconds(1), until: Instant(nanoseconds: .max), explanation: "")
        story.add(1, 1, at: 10, .attemptEnded(.response(status: 503), retry: plan))
        var app = TestApp(width: 140, height: 40)
        #expect(processorTime { app.play(story) } < .seconds(2))
        #expect(processorTime { _ = app.frame } < .seconds(2))
    }

    @Test("A task that keeps its 503 shows the wait as waiting, and no phase has it")
    func givenUpWait() throws {
        var story = Story()
        let request = Request.get("http://h/x")
        story.create(1, request, at: 0)
        story.begin(1, at: 0, request)
        story.add(1, 1, 1, at: 2, .phase(.receive))
        story.add(1, 1, 1, at: 2, .head(ResponseHead(status: 503, reason: "Busy", headers: [:])))
        story.add(1, 1, 1, at: 3, .exchangeEnded(ExchangeEnd()))
        let plan = RetryPlan(
            reason: .status(503), delay: .seconds(4), until: Story.instant(4_003), explanation: "")
        story.add(1, 1, at: 3, .attemptEnded(.response(status: 503), retry: plan))
        story.add(1, 1, 1, at: 1_203, .processing)
        story.add(1, 1, 1, at: 1_203, .taskEnded(.succeeded))
        var app = TestApp(width: 100, height: 30)
        app.play(story)
        app.type("<enter>1")
        #expect(try #require(app.row(with: "receive")).contains("1.0 ms"))
        #expect(try #require(app.row(with: "total ")).contains("1.20 s of it waiting"))
        #expect(app.screen.contains("given up after 1.20 s"))
    }

    private static var request: Request {
        var request = Request.get("http://h/x")
        request.headers = ["Authorization": "Bearer abcdef", "X-Plain": "1"]
        return request
    }

    @Test("Secrets of what was sent are hidden until they are asked for")
    func secrets() {
        var story = Story()
        let request = Self.request
        story.create(1, request, at: 0)
        story.begin(1, at: 0, request)
        story.answer(1, at: 3, 200, body: "x")
        var app = TestApp()
        app.play(story)
        app.type("<enter>4")
        #expect(!app.screen.contains("abcdef"))
        #expect(app.screen.contains("Authorization: Bearer ••••"))
        #expect(app.screen.contains("X-Plain: 1"))
        app.type(":secrets of what<enter>")
        #expect(app.screen.contains("Bearer abcdef"))
    }
}
