import ClientEngine
import Testing

@testable import InspectorScreen

@Suite("What a cancelled task was doing")
struct InterruptionTests {
    private static let request = Request.get("http://h/x")

    /// Returns the interruption of a task of up to five attempts that is cancelled after the given events.
    private func interruption(_ tell: (inout Story) -> Void) -> String? {
        var story = Story()
        story.create(1, Self.request, at: 0, attempts: 5)
        tell(&story)
        story.add(1, at: 100, .taskEnded(.cancelled))
        var tasks = Tasks()
        for event in story.events { _ = tasks.apply(event) }
        return tasks[1]?.interruption
    }

    private func answer(_ story: inout Story, _ attempt: Int = 1, retry: RetryPlan? = nil) {
        story.begin(1, attempt, at: 10, Self.request)
        story.phases(1, attempt, from: 10, [.wait: 1, .receive: 2])
        story.add(1, attempt, 1, at: 20, .head(ResponseHead(status: 503, reason: "", headers: [:])))
        story.add(1, attempt, 1, at: 20, .exchangeEnded(ExchangeEnd()))
        if let retry { story.add(1, attempt, at: 20, .attemptEnded(.response(status: 503), retry: retry)) }
    }

    private static let plan = Story.plan(503, delay: 400, until: 500, "400ms")

    @Test("it waited in the queue, also before its first attempt")
    func queued() {
        #expect(interruption { _ in } == "queued")
        #expect(interruption { $0.begin(1, at: 10, Self.request) } == "queued")
    }

    @Test("it was in a phase of an exchange", arguments: Phase.allCases.filter { $0 < .process })
    func phase(phase: Phase) {
        let words = interruption {
            $0.begin(1, at: 10, Self.request)
            $0.add(1, 1, 1, at: 12, .phase(phase))
            let error = ClientError(.cancelled, phase, "cancelled")
            $0.add(1, 1, 1, at: 90, .exchangeEnded(ExchangeEnd(error: error)))
            $0.add(1, 1, at: 90, .attemptEnded(.cancelled, retry: nil))
        }
        #expect(words == phase.doing)
    }

    @Test("it waited for another try, of which it says the number")
    func waiting() {
        #expect(interruption { answer(&$0, retry: Self.plan) } == "waiting for try 2 of 5")
        let third = interruption {
            answer(&$0, retry: Self.plan)
            answer(&$0, 2, retry: Self.plan)
        }
        #expect(third == "waiting for try 3 of 5")
    }

    @Test("the answer was there: it was parsed, a retry was thought about, or a challenge")
    func between() {
        let processing = interruption {
            answer(&$0)
            $0.add(1, 1, at: 20, .attemptEnded(.response(status: 503), retry: nil))
            $0.add(1, 1, 1, at: 21, .processing)
        }
        #expect(processing == "processing")
        let deciding = interruption {
            answer(&$0)
            $0.add(1, 1, at: 90, .attemptEnded(.response(status: 503), retry: nil))
        }
        #expect(deciding == "deciding about another try")
        let challenged = interruption {
            answer(&$0)
            $0.add(1, 1, at: 90, .attemptEnded(.cancelled, retry: nil))
        }
        #expect(challenged == "looking for credentials")
    }

    @Test("of a task that was not cancelled it says nothing")
    func others() {
        var app = TestApp()
        app.play(.everyState)
        let words = app.state.tasks.records.map { ($0.state == .cancelled, $0.interruption != nil) }
        #expect(words.allSatisfy { $0.0 == $0.1 })
    }

    @Test("a count of tries stands in every width, beside whatever word", arguments: [40, 60, 80, 140])
    func tries(width: Int) {
        var story = Story()
        story.create(1, Self.request, at: 0, attempts: 5)
        answer(&story, retry: Self.plan)
        story.begin(1, 2, at: 500, Self.request, because: .status(503), waited: 400)
        story.phases(1, 2, from: 500, [.wait: 1])
        for ending in [
            Event.Kind.taskEnded(.cancelled),
            .taskEnded(.failed(ClientError(.protocolViolation, .wait, "?"))),
        ] {
            var app = TestApp(width: width)
            app.play(story)
            #expect(app.row(with: "GET")?.contains("2/5") == true)
            app.send(.engine([Event(task: 1, attempt: 2, exchange: 1, at: Story.instant(600), ending)]))
            #expect(app.row(with: "GET")?.contains("2/5") == true)
        }
    }
}
