import Testing

@testable import ClientEngine

@Suite("Delays of mocks", .timeLimit(.minutes(1)))
struct MockDelayTests {
    private let time = ManualTime()
    private let client: Client

    init() {
        let time = time
        client = Client(baseURL: "http://api.test/") { $0.time = time }
    }

    /// Checks that a task ends exactly when its delay has passed.
    private func check<Value>(_ task: RequestTask<Value>, ends delay: Duration) async throws {
        if delay > .zero {
            for await state in task.states where state == .running(.wait) { break }
            time.advance(by: delay - .nanoseconds(1))
            // Sent after the clock's notification, so the loop has checked its timers before this response.
            _ = try await client.send(.get("turn").mocked(.status(204)))
            #expect(task.state == .running(.wait))
            time.advance(by: .nanoseconds(1))
        }
        _ = try await task.value
        #expect(task.record.lastExchange?.timings[.wait] ?? .zero == max(.zero, delay))
    }

    private static let delays: [Duration] = [.milliseconds(50), .zero, .milliseconds(150), .milliseconds(-1)]

    @Test("of an answer in the store", arguments: delays)
    func store(delay: Duration) async throws {
        try client.mocks.add(.get("a"), .text("a").after(delay))
        try await check(client.start(.get("a")), ends: delay)
    }

    @Test("of the whole store, for answers that have none of their own", arguments: delays)
    func standard(delay: Duration) async throws {
        #expect(client.mocks.delay == .zero)
        client.mocks.delay = delay
        try client.mocks.add(.get("a"), .text("a"))
        try client.mocks.add(.get("b"), .text("b").after(.milliseconds(10)))
        try client.mocks.add(.get("c"), .computed { _ in .text("c") })
        try await check(client.start(.get("a")), ends: delay)
        try await check(client.start(.get("b")), ends: .milliseconds(10))
        try await check(client.start(.get("c")), ends: delay)
    }

    @Test("of one request", arguments: delays)
    func request(delay: Duration) async throws {
        client.mocks.delay = .seconds(5)
        try await check(client.start(.get("a").mocked(.text("a").after(delay))), ends: delay)
    }

    @Test("of a value in place of parsing", arguments: delays)
    func value(delay: Duration) async throws {
        let typed = Request.get("a").parsing { $0.text }
        try await check(client.start(typed.mocked("value", delay: delay)), ends: delay)
    }
}
