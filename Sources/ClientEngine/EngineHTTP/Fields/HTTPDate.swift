internal import EngineSupport
import FoundationEssentials

/// A date in HTTP (RFC 9110, section 5.6.7): parsed in its three formats, formatted in the preferred one.
///
/// Parsing and formatting use plain arithmetic, and do not depend on a locale or a time zone.
public struct HTTPDate: Sendable, Hashable, CustomStringConvertible {
    /// The seconds since 1970-01-01T00:00:00Z, without leap seconds.
    public let seconds: Int

    /// Creates a date, rounded down to the second and clamped to the years 0 through 9999.
    public init(_ date: Date) {
        let years = -62_167_219_200.0...253_402_300_799.0
        let seconds = date.timeIntervalSince1970.rounded(.down)
        self.seconds = seconds.isNaN ? 0 : Int(min(max(seconds, years.lowerBound), years.upperBound))
    }

    /// Parses a date in one of the three formats.
    ///
    /// Returns `nil` for any other text and for time zones other than `GMT`. The parameter `now` determines the century
    /// of a year with two digits: a year more than 50 years after `now` is in the past.
    public init?(parsing text: String, now: Date) {
        let words = text.split(at: " ")
        // Only the oldest format may contain two spaces in a row.
        guard words.count == 5 || !text.contains("  ") else { return nil }
        let fields: Fields? =
            switch words.count {
            case 6: Fields(fixdate: words)
            case 5: Fields(asctime: words)
            case 4: Fields(rfc850: words, now: now)
            default: nil
            }
        guard let seconds = fields?.seconds else { return nil }
        self.seconds = seconds
    }

    /// Creates a date from its parts, or returns `nil` if the day or the time of day does not exist.
    public init?(year: Int, month: Int, day: Int, hour: Int, minute: Int, second: Int) {
        guard (0...9999).contains(year), (1...12).contains(month), (1...31).contains(day),
            (0..<24).contains(hour), (0..<60).contains(minute), (0..<60).contains(second)
        else { return nil }
        let found = CivilDay(year: year, month: month, day: day)
        guard (found.month, found.day) == (month, day) else { return nil }
        seconds = found.number * 86_400 + hour * 3600 + minute * 60 + second
    }

    /// The date as a Foundation date.
    public var date: Date { Date(timeIntervalSince1970: Double(seconds)) }

    /// The date in the preferred format, such as `Sun, 06 Nov 1994 08:49:37 GMT`.
    public var text: String {
        let days = seconds.floorDivided(by: 86_400)
        let time = seconds - days * 86_400
        let day = CivilDay(days)
        let clock = [time / 3600, time / 60 % 60, time % 60].map { $0.padded(to: 2) }.joined(separator: ":")
        let date = "\(day.day.padded(to: 2)) \(Self.months[day.month - 1]) \(day.year.padded(to: 4))"
        return "\(Self.weekdays[day.weekday].prefix(3)), \(date) \(clock) GMT"
    }

    /// The date in the basic format of ISO 8601, such as `19941106T084937Z`.
    package var basicText: String {
        let days = seconds.floorDivided(by: 86_400)
        let time = seconds - days * 86_400
        let day = CivilDay(days)
        let date = "\(day.year.padded(to: 4))\(day.month.padded(to: 2))\(day.day.padded(to: 2))"
        return date + "T" + [time / 3600, time / 60 % 60, time % 60].map { $0.padded(to: 2) }.joined() + "Z"
    }

    /// The date in the preferred format.
    public var description: String { text }

    private static let weekdays = [
        "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday",
    ]
    package static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
}

extension HTTPDate {
    /// The parts of a date, each within its range.
    private struct Fields {
        var year: Int
        var month: Int
        var day: Int
        var clock: Substring

        // Sun, 06 Nov 1994 08:49:37 GMT
        init?(fixdate words: [Substring]) {
            guard words[0].last == ",", HTTPDate.isWeekday(words[0].dropLast(), short: true),
                words[5] == "GMT"
            else { return nil }
            self.init(day: words[1], month: words[2], year: words[3], clock: words[4])
        }

        // Sun Nov  6 08:49:37 1994
        init?(asctime words: [Substring]) {
            guard HTTPDate.isWeekday(words[0], short: true) else { return nil }
            let day = words[2].count == 1 ? "0" + words[2] : words[2]
            self.init(day: day, month: words[1], year: words[4], clock: words[3])
        }

        // Sunday, 06-Nov-94 08:49:37 GMT
        init?(rfc850 words: [Substring], now: Date) {
            let parts = words[1].split(at: "-", omittingEmptySubsequences: false)
            guard words[0].last == ",", HTTPDate.isWeekday(words[0].dropLast(), short: false),
                words[3] == "GMT", parts.count == 3, let short = parts[2].number(digits: 2)
            else { return nil }
            let current = CivilDay(HTTPDate(now).seconds.floorDivided(by: 86_400)).year
            var year = current - current % 100 + short
            if year > current + 50 { year -= 100 }
            self.init(day: parts[0], month: parts[1], year: Substring(year.padded(to: 4)), clock: words[2])
        }

        private init?(day: Substring, month: Substring, year: Substring, clock: Substring) {
            guard let day = day.number(digits: 2), let year = year.number(digits: 4),
                let index = HTTPDate.months.firstIndex(of: month.capitalized)
            else { return nil }
            (self.year, self.month, self.day, self.clock) = (year, index + 1, day, clock)
        }

        /// The seconds since 1970, or `nil` if the day or the time of day does not exist.
        ///
        /// Second 60 is a leap second. It has the same value as the following second.
        var seconds: Int? {
            let parts = clock.split(at: ":", omittingEmptySubsequences: false)
            let numbers = parts.compactMap { $0.number(digits: 2) }
            guard parts.count == 3, numbers.count == 3, numbers[2] <= 60 else { return nil }
            let minute = HTTPDate(
                year: year, month: month, day: day, hour: numbers[0], minute: numbers[1], second: 0)
            return minute.map { $0.seconds + numbers[2] }
        }
    }

    /// Returns whether a word names a day of the week.
    ///
    /// It need not be the right day for the date, which no recipient checks.
    private static func isWeekday(_ word: Substring, short: Bool) -> Bool {
        weekdays.contains { word == (short ? $0.prefix(3) : $0[...]) }
    }
}

extension Substring {
    fileprivate func number(digits: Int) -> Int? {
        utf8.count == digits && utf8.allSatisfy(\.isASCIIDigit) ? Int(self) : nil
    }
}

extension Headers {
    /// Returns the date in the first field with this name, such as `Date` or `Last-Modified`; `nil` if there is no
    /// field or it is not a date.
    ///
    /// The parameter `now` determines the century of a year with two digits.
    public func date(of name: String, now: Date = Date()) -> Date? {
        self[name].flatMap { HTTPDate(parsing: $0, now: now)?.date }
    }
}
