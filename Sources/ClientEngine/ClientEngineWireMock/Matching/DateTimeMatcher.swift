import EngineJSON
import EngineMocks
import FoundationEssentials

/// Compares a text that is a date and time with an expected one.
public struct DateTimeMatcher: ValueMatching, StubCondition {
    /// The relation of an accepted time to the expected one.
    public enum Relation: String, Sendable, Hashable, CaseIterable {
        /// The time is before the expected time.
        case before
        /// The time is after the expected time.
        case after
        /// The time is the expected time.
        case equal = "equalToDateTime"
    }

    /// The unit to which a time is truncated.
    ///
    /// The raw values are the names of WireMock.
    public enum Truncation: String, Sendable, Hashable, CaseIterable {
        /// The beginning of the minute.
        case minute = "first second of minute"
        /// The beginning of the hour.
        case hour = "first minute of hour"
        /// The beginning of the day.
        case day = "first hour of day"
        /// The beginning of the month.
        case month = "first day of month"
        /// The beginning of the next month.
        case nextMonth = "first day of next month"
        /// The beginning of the last day of the month.
        case endOfMonth = "last day of month"
        /// The beginning of the year.
        case year = "first day of year"
        /// The beginning of the next year.
        case nextYear = "first day of next year"
        /// The beginning of the last day of the year.
        case endOfYear = "last day of year"
    }

    /// The relation of an accepted time to the expected one.
    public let relation: Relation
    /// The expected time: `now`, `now +3 days`, `-1 hours`, or a date in the format of ISO 8601 or HTTP.
    ///
    /// An expected time without a zone is compared with the local time of the value.
    public let expected: String
    /// The format of the value: a pattern of Unicode letters, `unix` for seconds, `epoch` for milliseconds, or `nil`
    /// for the formats of ISO 8601 and HTTP.
    public let actualFormat: String?
    /// The unit to which an expected time relative to now is truncated, or `nil` for none.
    public let expectedTruncation: Truncation?
    /// The unit to which the value is truncated, or `nil` for none.
    public let actualTruncation: Truncation?
    /// Indicates whether the expected time is shifted before it is truncated.
    public let truncatesLast: Bool
    private let moment: Result<ExpectedMoment, MockError>

    /// Creates a condition.
    ///
    /// A store rejects a mock whose expected time cannot be parsed.
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

    /// Throws if the expected time cannot be parsed.
    public func check() throws(MockError) { _ = try moment.get() }

    /// Returns whether a value is a time with the relation to the expected one.
    public func accepts(_ value: inout MatchedValue?, at now: Date) -> Bool {
        guard let text = value?.text, let expected = expected(at: now),
            var actual = WrittenTime(text, format: actualFormat)
        else { return false }
        if let actualTruncation { actual.clock = actualTruncation.cut(actual.clock) }
        // If the expected time has no zone, the local times are compared.
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

/// A parsed expected time.
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
