import ClientEngine
import ClientEngineRecording
import Testing

@testable import InspectorScreen

@Suite("What the shown tasks add up to")
struct StatisticsTests {
    private static let request = Request.get("http://h/x")

    /// Returns tasks that take 1 ms, 2 ms, … and end in order.
    ///
    /// Every tenth fails, every fifth of those with 503.
    private static func story(_ count: Int) -> Story {
        var story = Story()
        for id in 1...count {
            story.create(id, request, at: id)
            story.begin(id, at: id, request)
            if id.isMultiple(of: 10) {
                story.fail(id, at: 2 * id, ClientError(.timeout, .wait, "too slow"))
            } else {
                story.answer(id, at: 2 * id, id.isMultiple(of: 5) ? 503 : 404)
            }
        }
        return story
    }

    @Test("Percentiles are right to within a thousandth", arguments: [1, 50, 90, 95, 99, 100])
    func percentiles(percent: Int) throws {
        var histogram = DurationHistogram()
        for value in (1...1_000).shuffled() { histogram.add(.microseconds(value)) }
        let found = try #require(histogram.percentile(percent))
        #expect(abs(found / .microseconds(10 * percent) - 1) < 0.001)
    }

    @Test(
        "Any duration can be counted",
        arguments: [Duration.zero, .nanoseconds(511), .nanoseconds(512), .seconds(90_000), .seconds(-1)])
    func extremes(duration: Duration) throws {
        var histogram = DurationHistogram()
        histogram.add(duration)
        let found = try #require(histogram.percentile(50))
        #expect(found >= .zero && found <= .seconds(3 * 3_600))
    }

    @Test("Failures and 5xx are errors, 4xx are answers")
    func errors() {
        var app = TestApp()
        app.play(Self.story(100))
        #expect(app.state.list.statistics.count == 100)
        #expect(app.state.list.statistics.errorRate == 0.2)
        #expect(app.state.list.statistics.retryRate == 0)
    }

    @Test("What is found out after the end changes what is counted, in each filter")
    func judgedAgain() {
        var story = Story()
        for (id, status) in [(1, 200), (2, 500), (3, 200)] as [(Int, StatusCode)] {
            story.create(id, Self.request, at: 0)
            story.begin(id, at: 0, Self.request)
            story.answer(id, at: 10 * id, status)
        }
        story.find(1, TestResult("body.id == 8", .failed(actual: "body $['id'] is 7")))
        story.find(2, TestResult("status == 500", isAboutStatus: true, .passed))
        for (filter, count, rate) in [("", 3, 1.0 / 3), ("is:failed", 1, 1), ("-is:failed", 2, 0)] {
            var oneByOne = TestApp()
            if !filter.isEmpty { oneByOne.type("/\(filter)<enter>") }
            for event in story.events { oneByOne.send(.engine([event])) }
            #expect(oneByOne.state.list.shown.count == count)
            #expect(oneByOne.state.list.statistics.count == count)
            #expect(oneByOne.state.list.statistics.errorRate == rate)
            var atOnce = TestApp()
            if !filter.isEmpty { atOnce.type("/\(filter)<enter>") }
            atOnce.play(story)
            #expect(atOnce.state.list.statistics == oneByOne.state.list.statistics)
        }
    }

    @Test("A cancelled task and a live one are not counted")
    func unfinished() {
        var story = Story()
        for id in 1...2 {
            story.create(id, Self.request, at: 0)
            story.begin(id, at: 0, Self.request)
        }
        story.add(1, at: 9, .taskEnded(.cancelled))
        var app = TestApp()
        app.play(story)
        #expect(app.state.list.statistics == Statistics())
        #expect(!app.row(1).contains("err"))
    }

    @Test("What is counted event by event is what the filter counts anew")
    func incremental() {
        var oneByOne = TestApp()
        var atOnce = TestApp()
        oneByOne.type("/status:5xx<enter>")
        for event in Self.story(50).events { oneByOne.send(.engine([event])) }
        atOnce.play(Self.story(50))
        atOnce.type("/status:5xx<enter>")
        #expect(oneByOne.state.list.statistics.count == 5)
        #expect(oneByOne.state.list.statistics == atOnce.state.list.statistics)
    }

    @Test("A deleted task is no longer counted")
    func deleted() {
        var app = TestApp()
        app.play(Self.story(3))
        app.type("D")
        #expect(app.state.list.statistics.count == 2)
    }

    @Test("The rate is of the last ten seconds, the minute of the last sixty")
    func minute() {
        var ends = EndsPerSecond()
        for second in [0, 55, 56, 57, 61] { ends.add(Story.instant(second * 1_000)) }
        let now = Story.instant(61_999)
        #expect(ends.count(inLast: 10, before: now) == 4)
        #expect(ends.parts(6, before: now) == [0, 0, 0, 0, 0, 4])
        #expect(ends.parts(6, before: Story.instant(80_000)) == [0, 0, 0, 3, 1, 0])
        #expect(ends.count(inLast: 60, before: Story.instant(500_000)) == 0)
    }

    @Test("A burst that ends after an hour of rest leaves nothing of the old minute")
    func rest() {
        var ends = EndsPerSecond()
        ends.add(Story.instant(5_000))
        ends.add(Story.instant(3_605_000))
        #expect(ends.count(inLast: 60, before: Story.instant(3_605_000)) == 1)
    }

    @Test("A narrow or a low screen has no strip", arguments: [(40, 12), (59, 24), (80, 15)])
    func small(width: Int, height: Int) {
        var app = TestApp(width: width, height: height)
        app.play(.home)
        #expect(Layout(app.state).strip == nil)
    }

    @Test("Figures that matter least go first where a filter needs the room")
    func priorities() {
        var app = TestApp(width: 60)
        app.play(.home)
        app.type("/-path:somewhere/rather/long<enter>")
        #expect(app.row(1).contains("/s  err 25%"))
        #expect(!app.row(1).contains("p99"))
        #expect(app.row(1).hasSuffix("6/6"))
    }
}
