/// What a date and time has to be.
package struct DateTimeMatcher: Sendable, Hashable {
    /// How two times compare.
    package enum Relation: String, Sendable, Hashable, CaseIterable {
        /// Earlier than the expected one.
        case before
        /// Later than it.
        case after
        /// The same time.
        case equal = "equalToDateTime"
    }

    /// What a time is cut to; the names are those of WireMock.
    package enum Truncation: String, Sendable, Hashable, CaseIterable {
        /// The minute.
        case minute = "first second of minute"
        /// The hour.
        case hour = "first minute of hour"
        /// The day.
        case day = "first hour of day"
        /// The first day of the month.
        case month = "first day of month"
        /// The first day of the month that follows.
        case nextMonth = "first day of next month"
        /// The last day of the month.
        case endOfMonth = "last day of month"
        /// The first day of the year.
        case year = "first day of year"
        /// The first day of the year that follows.
        case nextYear = "first day of next year"
        /// The last day of the year.
        case endOfYear = "last day of year"
    }

    /// How the value compares with the expected time.
    package var relation: Relation
    /// The expected time: `now`, `now +3 days`, `-1 hours`, or a date as in ISO 8601 or HTTP.
    ///
    /// A time without a zone is compared with the value's own clock, or taken for UTC.
    package var expected: String
    /// How the value is written: a pattern of Unicode letters, `unix` for seconds or `epoch` for milliseconds; nil is
    /// as in ISO 8601 or HTTP.
    package var actualFormat: String?
    /// What the expected time is cut to, where it is relative to now.
    package var expectedTruncation: Truncation?
    /// What the value is cut to.
    package var actualTruncation: Truncation?
    /// Whether the expected time is moved before it is cut.
    package var truncatesLast: Bool

    /// Creates a matcher.
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
