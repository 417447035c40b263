import InspectorSandbox
import InspectorTestSupport
import Testing

@testable import ClientEngine

@Suite("Waiting for an answer", .timeLimit(.minutes(1)))
struct PollingTests {
    private func outcome(
        _ server: ScriptedServer, _ request: Request = .get("/"), every interval: Duration = .milliseconds(1),
        limit: Duration? = nil, wanting status: StatusCode
    ) async throws -> TaskRecord {
        var request = request
        request.totalTimeout = limit
        request.retry = .until(every: interval) { context in
            context.response.flatMap { $0.status == status ? nil : "status is \($0.status)" }
        }
        let task = Client(baseURL: server.url).start(request)
        _ = try? await task.value
        return task.record
    }

    @Test("answers of any status are judged, and each attempt has what was wrong as its reason")
    func reasons() async throws {
        let record = try await outcome(ScriptedServer(200, 404, 503, 201), wanting: 201)
        #expect(record.status == 201 && record.state == .succeeded)
        let reasons = [200, 404, 503].map { "status is \($0)" }
        #expect(record.attempts.map(\.reason) == [nil] + reasons.map { .unmet($0) })
        #expect(record.attempts.map { $0.retry?.reason } == reasons.map { .unmet($0) } + [nil])
        #expect(record.attempts.dropLast().allSatisfy { $0.retry?.explanation == "every 1 ms" })
    }

    @Test("a failure that may pass is no answer yet, unless a request might be carried out twice")
    func failures() async throws {
        let record = try await outcome(ScriptedServer(0, 201), wanting: 201)
        #expect(record.status == 201 && record.attempts.map(\.reason) == [nil, .unmet("no answer")])
        let posted = try await outcome(ScriptedServer(0, 201), .post("/"), wanting: 201)
        #expect(posted.attempts.count == 1 && posted.state.name == .failed)
    }

    @Test("the deadline ends it with the answer there is")
    func deadline() async throws {
        let record = try await outcome(
            ScriptedServer(200, 201), every: .seconds(3600), limit: .seconds(60), wanting: 201)
        #expect(record.attempts.map(\.retry) == [nil] && record.status == 200)
    }

    @Test("a server may ask for a longer wait, and for none that is shorter")
    func retryAfter() {
        let policy = RetryPolicy.until(every: .seconds(5)) { _ in nil }
        func wait(_ text: String) -> String {
            let ended = EndedAttempt(
                number: 1, outcome: .response(status: 503), retryAfter: [text], isIdempotent: true)
            let decision = policy.pollDecision(.unmet("x"), after: ended, now: .distantPast, random: 0)
            return "\(decision.delay.seconds) \(decision.explanation)"
        }
        #expect(wait("7") == "7.0 Retry-After: 7" && wait("2") == "5.0 every 5 s")
    }
}
