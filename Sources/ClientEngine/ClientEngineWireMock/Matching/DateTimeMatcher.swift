import EngineJSON
import EngineMocks
import FoundationEssentials

/// Compares a text that is a time with another time.
public struct DateTimeMatcher: ValueMatching, StubCondition {
    /// The place of a time that is accepted.
    public enum Relation: String, Sendable, Hashable, CaseIterable {
        /// Before the expected time.
        case before
        /// After it.
        case after
        /// At it.
        case equal = "equalToDateTime"
    }

    /// The unit that a time is cut to; the raw values are WireMock's names.
    public enum Truncation: String, Sendable, Hashable, CaseIterable {
        /// The beginning of its minute.
        case minute = "first second of minute"
        /// The beginning of its hour.
        case hour = "first minute of hour"
        /// The beginning of its day.
        case day = "first hour of day"
        /// The beginning of its month.
        case month = "first day of month"
        /// The beginning of the month that follows.
        case nextMonth = "first day of next month"
        /// The beginning of the last day of its month.
        case endOfMonth = "last day of month"
        /// The beginning of its year.
        case year = "first day of year"
        /// The beginning of the year that follows.
        case nextYear = "first day of next year"
        /// The beginning of the last day of its year.
        case endOfYear = "last day of year"
    }

    /// The place of a time that is accepted.
    public let relation: Relation
    /// The expected time: `now`, `now +3 days`, `-1 hours`, or a date as in ISO 8601 or HTTP.
    ///
    /// A time without a zone is compared with the value's own clock, or taken for UTC.
    public let expected: String
    /// The notation of the value: a pattern of Unicode letters, `unix` for seconds or `epoch` for milliseconds; nil is
    /// as in ISO 8601 or HTTP.
    public let actualFormat: String?
    /// The unit that an expected time is cut to that counts from now; nil leaves it.
    public let expectedTruncation: Truncation?
    /// The unit that the value is cut to; nil leaves it.
    public let actualTruncation: Truncation?
    /// Indicates whether the expected time is shifted before it is cut.
    public let truncatesLast: Bool
    private let moment: Result<ExpectedMoment, MockError>

    /// Creates a condition; an expected time that cannot be read is found when a store takes the mock.
    public init(
        _ relation: Relation, _ expected: String, actualFormat: String? = nil,
        expectedTruncation: Truncation? = nil, actualTruncation: Truncation? = nil,
        truncatesLast: Bool = false
    ) {
        self.relation = relation
        self.expected = expected
        self.actualFormat = actualFormat
        self.expectedTruncation = expectedTruncation
        self.actualTruncation = actualTruncation
        self.truncatesLast = truncatesLast
        moment = Result { () throws(MockError) in try ExpectedMoment(expected) }
    }

    /// Refuses an expected time that cannot be read.
    public func check() throws(MockError) { _ = try moment.get() }

    /// Returns whether a value is a time that is accepted.
    public func accepts(_ value: inout MatchedValue?, at now: Date) -> Bool {
        guard let text = value?.text, let expected = expected(at: now),
            var actual = WrittenTime(text, format: actualFormat)
        else { return false }
        if let actualTruncation { actual.clock = actualTruncation.cut(actual.clock) }
        // Without a zone on the expected side the value's own clock counts.
        let (left, right) =
            expected.offset == nil ? (actual.clock, expected.clock) : (actual.instant, expected.instant)
        switch relation {
        case .before: return left < right
        case .after: return left > right
        case .equal: return left == right
        }
    }

    private func expected(at now: Date) -> WrittenTime? {
        switch moment {
        case .failure: return nil
        case .success(.at(let time)): return time
        case .success(.fromNow(let shift)):
            func cut(_ date: Date) -> Date { expectedTruncation?.cut(date) ?? date }
            func move(_ date: Date) -> Date { shift?.moved(date) ?? date }
            return WrittenTime(clock: truncatesLast ? cut(move(now)) : move(cut(now)), offset: 0)
        }
    }

    // MARK: In stubs

    var wireMockName: String { relation.rawValue }

    var operandText: String { expected }

    var operand: JSONValue { .string(expected) }

    var options: JSONObject {
        var options = JSONObject()
        options["actualFormat"] = actualFormat.map(JSONValue.string)
        options["truncateExpected"] = (expectedTruncation?.rawValue).map(JSONValue.string)
        options["truncateActual"] = (actualTruncation?.rawValue).map(JSONValue.string)
        if truncatesLast { options["applyTruncationLast"] = true }
        return options
    }
}

/// An expected time, read.
private enum ExpectedMoment: Sendable, Hashable {
    case fromNow(TimeShift?)
    case at(WrittenTime)

    init(_ text: String) throws(MockError) {
        if text.lowercased() == "now" {
            self = .fromNow(nil)
        } else if let shift = TimeShift(text) {
            self = .fromNow(shift)
        } else if let time = WrittenTime(text) {
            self = .at(time)
        } else {
            throw MockError("“\(text)” is not a time: write now, now +3 days, or 2026-01-31T12:00:00Z.")
        }
    }
}
