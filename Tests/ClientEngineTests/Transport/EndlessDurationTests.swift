import ClientEngineCompatibility
import Foundation
import Testing

@testable import ClientEngine

@Suite("Durations without an end", .timeLimit(.minutes(1)))
struct EndlessDurationTests {
    private static let endless = Duration.seconds(Int64.max)
    private let client = Client(baseURL: "http://api.test") { $0.time = ManualTime() }

    @Test("instants and durations are clamped, and none traps")
    func instants() {
        let (first, last) = (Instant(nanoseconds: .min), Instant(nanoseconds: .max))
        let far = [
            Self.endless, .seconds(Int64.min), .nanoseconds(Int64.max), .nanoseconds(Int64.min), .zero,
            Self.endless * 2,
        ]
        for duration in far {
            for instant in [
                first, Instant(nanoseconds: -1), Instant(nanoseconds: 0), Instant(nanoseconds: 1), last,
            ] {
                let sum = instant + duration
                #expect(duration > .zero ? sum >= instant : sum <= instant)
            }
        }
        #expect(Instant(nanoseconds: 5) + Self.endless == last)
        #expect(Instant(nanoseconds: -5) + .seconds(Int64.min) == first)
        #expect(first - last == .nanoseconds(Int64.min) && last - first == .nanoseconds(Int64.max))
        #expect((Duration.seconds(Int64.min) - .nanoseconds(1)).nanoseconds == .min)
    }

    /// A setting of a request or client with a duration.
    struct Setting: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let change: @Sendable (inout Request, inout ClientConfiguration) -> Void

        init(
            _ name: String, _ change: @escaping @Sendable (inout Request, inout ClientConfiguration) -> Void
        ) {
            testDescription = name
            self.change = change
        }
    }

    static let settings: [Setting] = [
        Setting("timeouts") { request, client in
            client.timeouts = Timeouts(connect: endless, firstByte: endless, head: endless, idle: endless)
            request.timeouts = client.timeouts
        },
        Setting("timeout") { request, _ in request.attemptTimeout = endless },
        Setting("deadline") { request, _ in request.totalTimeout = endless },
        Setting("retryAfter") { request, client in
            client.limits.retryAfter = endless
            request.retry = RetryPolicy(maximumRetries: 1)
            request.retry?.retryAfterLimit = endless
        },
        Setting("eventPatience") { _, client in client.eventPatience = endless },
    ]

    @Test("a request goes out and comes back with each of them, on clocks at any time", arguments: settings)
    func answered(setting: Setting) async throws {
        for elapsed in [Duration.zero, .nanoseconds(1), .seconds(86_400)] {
            let time = ManualTime()
            time.advance(by: elapsed)
            var request = Request.get("/a")
            let client = Client(baseURL: "http://api.test") {
                setting.change(&request, &$0)
                $0.time = time
            }
            try client.mocks.add(.any, .text("hello").after(.seconds(1)))
            var events = client.events().makeAsyncIterator()
            let task = client.start(request.parsing { $0.text })
            for await state in task.states where state == .running(.wait) { break }
            time.advance(by: .seconds(1))
            #expect(try await task.value == "hello")
            #expect(await events.next() != nil)
        }
    }

    // Created for each test. LeakSanitizer does not follow references of a policy that lives until the end, because
    // the bits of the reference contain the enum case.
    static var waits: [(name: String, retry: RetryPolicy)] {
        [
            ("backoff", RetryPolicy(maximumRetries: 1, backoff: Backoff(from: endless, maximum: endless))),
            (
                "a multiplier without end",
                RetryPolicy(
                    maximumRetries: 1, backoff: Backoff(from: .zero, multiplier: .infinity, maximum: endless))
            ),
            ("steps", RetryPolicy(maximumRetries: 1, backoff: stepwise)),
            ("a judge", .custom { _ in endless }),
            ("retryTwice", .networkFailure(.retryTwice(delay: endless))),
            ("timeoutOrUnavailable", .timeoutOrUnavailable(maximumRetries: 1, delay: endless)),
            ("untilSuccess", .untilSuccess(delay: endless)),
        ]
    }

    private static var stepwise: Backoff {
        var backoff = Backoff()
        backoff.steps = [endless]
        return backoff
    }

    @Test("a wait for another attempt never ends by itself, and can be cut short", arguments: waits.indices)
    func waiting(index: Int) async throws {
        let (name, retry) = Self.waits[index]
        let failure = name == "timeoutOrUnavailable" ? Mock.Answer.status(503) : .fault(.refused)
        try client.mocks.add(.any, failure, failure, .text("hello"))
        let task = client.start(Request.get("/a").with { $0.retry = retry })
        for await state in task.states {
            if case .waiting = state { task.retryNow() }
        }
        #expect(task.record.attempts.count > 1, "it waited for nothing")
    }

    @Test("Retry-After of any length is a wait")
    func retryAfter() async throws {
        try client.mocks.add(
            .any, .status(503, headers: ["Retry-After": "9223372036854775807"]), .text("hello"))
        let task = client.start(
            Request.get("/a").with {
                $0.retry = RetryPolicy(maximumRetries: 1)
                $0.retry?.retryAfterLimit = Self.endless
            })
        for await state in task.states {
            if case .waiting = state { break }
        }
        task.retryNow()
        #expect(try await task.value.text == "hello")
    }

    @Test("a mock that answers at the end of days waits, and is cancelled")
    func mocks() async throws {
        let slow = Mock.Answer.text("late").after(Self.endless)
        var dribbled = Mock.Reply.text("drop by drop")
        dribbled.dribble = Mock.Dribble(chunks: 3, over: Self.endless)
        var spread = slow
        spread.spread = .fixed(milliseconds: .max)
        let made = Mock.Answer.computed { _ in .text("made") }.after(Self.endless)
        client.mocks.delay = Self.endless
        for answer in [slow, Mock.Answer(.response(dribbled), delay: Self.endless), spread, made, .text("x")]
        {
            for timeouts in [
                Timeouts.unlimited,
                Timeouts(
                    connect: Self.endless, firstByte: Self.endless, head: Self.endless, idle: Self.endless),
            ] {
                try client.mocks.add(.any, answer)
                let task = client.start(Request.get("/a").with { $0.timeouts = timeouts })
                for await state in task.states where state == .running(.wait) { break }
                task.cancel()
                #expect(await task.result.isCancelled)
            }
        }
    }

    @Test("a thread that waits for ever gets its response")
    func threads() async throws {
        try client.mocks.add(.any, .text("hello"))
        let (client, text) = (client, Promise<Result<String, any Error>>())
        Thread.detachNewThread {
            text.fulfil(
                Result {
                    try client.sendAndWait(.get("/a"), timeout: Self.endless, gap: Self.endless).text
                })
        }
        #expect(try await text.arrival().get() == "hello")
    }
}
