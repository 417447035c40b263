import ClientEngine
import Foundation
import Testing

@Suite("The lifecycle and its reducer")
struct TaskRecordTests {
    /// The allowed transitions: rows are from a state, columns to a state, in the order of `allCases`.
    ///
    ///        queued running waiting processing succeeded failed cancelled
    static let lifecycle: [(from: TaskState.Name, allowed: String)] = [
        (.queued, "yy---yy"),
        (.running, "-yyyyyy"),
        (.waiting, "-yyyyyy"),
        (.processing, "-yyyyyy"),
        (.succeeded, "-------"),
        (.failed, "-------"),
        (.cancelled, "-------"),
    ]

    @Test("every step of the lifecycle is allowed or not, as the table says", arguments: lifecycle)
    func steps(from: TaskState.Name, allowed: String) {
        let drawn = TaskState.Name.allCases.map { from.canBecome($0) ? "y" : "-" }.joined()
        #expect(drawn == allowed)
    }

    private static func at(_ milliseconds: Int64) -> Instant {
        Instant(nanoseconds: milliseconds * 1_000_000)
    }

    private static let url = try? RequestURL(parsing: "http://127.0.0.1/a")

    private static func events() throws -> [Event] {
        let url = try #require(url)
        let origin = TaskOrigin(
            request: .get("http://127.0.0.1/a"), url: url, date: Date(timeIntervalSince1970: 0))
        let plan = RetryPlan(
            reason: .status(503), delay: .milliseconds(200), until: at(250), explanation: "200ms")
        let head = ResponseHead(status: 503, reason: "Service Unavailable", headers: [:])
        let ok = ResponseHead(status: 200, reason: "OK", headers: ["Content-Length": "2"])
        func event(_ ms: Int64, _ attempt: Int, _ exchange: Int, _ what: Event.Kind) -> Event {
            Event(task: 7, attempt: attempt, exchange: exchange, at: at(ms), what)
        }
        return [
            event(0, 0, 0, .taskCreated(origin)),
            event(1, 1, 0, .attemptStarted(reason: nil, waited: nil)),
            event(1, 1, 1, .exchangeStarted(ExchangeStart(method: .get, url: url))),
            event(1, 1, 1, .phase(.queue)),
            event(2, 1, 1, .phase(.connect)),
            event(5, 1, 1, .phase(.send)),
            event(6, 1, 1, .phase(.wait)),
            event(46, 1, 1, .phase(.receive)),
            event(47, 1, 1, .head(head)),
            event(50, 1, 1, .exchangeEnded(ExchangeEnd())),
            event(50, 1, 1, .attemptEnded(.response(status: 503), retry: plan)),
            event(250, 2, 0, .attemptStarted(reason: .status(503), waited: .milliseconds(200))),
            event(250, 2, 1, .exchangeStarted(ExchangeStart(method: .get, url: url))),
            event(250, 2, 1, .phase(.queue)),
            event(251, 2, 1, .phase(.receive)),
            event(252, 2, 1, .head(ok)),
            event(253, 2, 1, .received([0x6F])),
            event(254, 2, 1, .received([0x6B])),
            event(255, 2, 1, .exchangeEnded(ExchangeEnd())),
            event(255, 2, 1, .attemptEnded(.response(status: 200), retry: nil)),
            event(255, 2, 1, .processing),
            event(256, 2, 1, .taskEnded(.succeeded)),
        ]
    }

    @Test("events add up to attempts, exchanges, phases and a body")
    func fold() throws {
        let events = try Self.events()
        var record = try #require(TaskRecord(events[0]))
        var names: [TaskState.Name] = [record.state.name]
        for event in events.dropFirst() {
            record.apply(event)
            if names.last != record.state.name { names.append(record.state.name) }
        }
        #expect(names == [.queued, .running, .waiting, .running, .processing, .succeeded])
        #expect(record.attempts.map(\.status) == [503, 200])
        #expect(record.attempts[1].waited == .milliseconds(200))
        #expect(record.lastExchange?.body == Array("ok".utf8))
        #expect(record.lastExchange?.bodyToReceive == 2)
        #expect(record.elapsed(now: Self.at(9999)) == .milliseconds(256))
    }

    @Test("timings are the differences of the phases")
    func timings() throws {
        let events = try Self.events()
        var record = try #require(TaskRecord(events[0]))
        for event in events.dropFirst() { record.apply(event) }
        let timings = record.attempts[0].exchanges[0].timings
        #expect(timings[.connect] == .milliseconds(3))
        #expect(timings[.send] == .milliseconds(1))
        #expect(timings[.wait] == .milliseconds(40))
        #expect(timings[.receive] == .milliseconds(4))
        #expect(timings[.tls] == nil)
        #expect(timings.total == .milliseconds(49))
    }

    @Test("a running phase counts up to now")
    func running() throws {
        let events = try Self.events()
        var record = try #require(TaskRecord(events[0]))
        for event in events[1...6] { record.apply(event) }
        #expect(record.lastExchange?.timings(now: Self.at(106))[.wait] == .milliseconds(100))
        #expect(record.elapsed(now: Self.at(106)) == .milliseconds(106))
    }

    @Test("nothing changes after the end, nor through another task's events")
    func ends() throws {
        let events = try Self.events()
        var record = try #require(TaskRecord(events[0]))
        for event in events.dropFirst() { record.apply(event) }
        let whole = record
        for event in events { record.apply(event) }
        var other = events[1]
        other.task = 8
        record.apply(other)
        #expect(record == whole)
    }
}
