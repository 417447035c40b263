package struct DateTimeMatcher: Sendable, Hashable {
    package enum Relation: String, Sendable, Hashable, CaseIterable {
        case before
        case after
        case equal = "equalToDateTime"
    }

    /// The unit that a time is cut to; the names are those of WireMock.
    package enum Truncation: String, Sendable, Hashable, CaseIterable {
        case minute = "first second of minute"
        case hour = "first minute of hour"
        case day = "first hour of day"
        case month = "first day of month"
        case nextMonth = "first day of next month"
        case endOfMonth = "last day of month"
        case year = "first day of year"
        case nextYear = "first day of next year"
        case endOfYear = "last day of year"
    }

    package var relation: Relation
    /// The expected time: `now`, `now +3 days`, `-1 hours`, or a date as in ISO 8601 or HTTP.
    ///
    /// A time without a zone is compared with the value's own clock, or taken for UTC.
    package var expected: String
    /// The notation of the value: a pattern of Unicode letters, `unix` for seconds or `epoch` for milliseconds; nil is
    /// as in ISO 8601 or HTTP.
    package var actualFormat: String?
    package var expectedTruncation: Truncation?
    package var actualTruncation: Truncation?
    package var truncatesLast: Bool

    package init(
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
    }
}
