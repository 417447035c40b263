import EngineJSON
import EngineSupport
import Testing

@testable import ClientEngine
@testable import ClientEngineRecording

@Suite("Numbers that an attached program reports") struct EventReaderTests {
    private static let year = Duration.seconds(365 * 86_400)

    private func kind(_ line: String) throws -> Event.Kind? {
        EventReader(try JSONValue(parsing: line)).kind
    }

    @Test("A wait is at most a year", arguments: [Int.max, Int.max - 499, 1 << 62])
    func waits(nanoseconds: Int) throws {
        let start = try kind(#"{"event":"attempt","t":5,"waited":\#(nanoseconds)}"#)
        #expect(start == .attemptStarted(reason: nil, waited: Self.year))
        let line =
            #"{"event":"attemptEnded","t":5,"out":503,"retry":[503,\#(nanoseconds),\#(nanoseconds),"x"]}"#
        guard case .attemptEnded(_, let plan?)? = try kind(line) else {
            Issue.record("There is no plan.")
            return
        }
        #expect(plan.delay == Self.year)
        #expect(plan.until == Instant(nanoseconds: 5) + Self.year)
    }

    @Test("Negative numbers are zero")
    func negative() throws {
        #expect(
            try kind(#"{"event":"attempt","t":5,"waited":-1}"#)
                == .attemptStarted(reason: nil, waited: .zero))
        #expect(try kind(#"{"event":"delivered","count":-9223372036854775808}"#) == .delivered(0))
    }

    @Test("Sizes, and the sum of many, stay below what 64 bits hold")
    func sizes() throws {
        let delivered = try #require(try kind(#"{"event":"delivered","count":9223372036854775807}"#))
        let url = try RequestURL(parsing: "http://h/")
        var record = TaskRecord(
            id: 1, origin: TaskOrigin(request: .get("http://h/"), url: url, date: .distantPast),
            created: Instant(nanoseconds: 0))
        let kinds: [Event.Kind] = [
            .attemptStarted(reason: nil, waited: nil),
            .exchangeStarted(ExchangeStart(method: .get, url: url)),
        ]
        for kind in kinds + [Event.Kind](repeating: delivered, count: 40_000) {
            record.apply(Event(task: 1, attempt: 1, exchange: 1, at: Instant(nanoseconds: 0), kind))
        }
        #expect(record.lastExchange?.bodyReceived == ReportedNumber.largestSize)
    }
}
