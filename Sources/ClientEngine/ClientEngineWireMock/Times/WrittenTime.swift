import EngineHTTP
import FoundationEssentials

/// A parsed date and time.
public struct WrittenTime: Sendable, Hashable {
    /// The local date and time, represented as if it were in UTC.
    var clock: Date
    /// The offset of the local time from UTC in seconds, or `nil` if the text does not contain one.
    var offset: Int?

    /// The point in time.
    ///
    /// Without an offset, the local time counts as UTC.
    public var instant: Date { clock - Double(offset ?? 0) }

    init(clock: Date, offset: Int?) {
        self.clock = clock
        self.offset = offset
    }

    /// Parses a date and time in a format of Unicode letters, or `unix`, or `epoch`.
    ///
    /// If `format` is `nil`, it parses the formats of ISO 8601 and HTTP.
    public init?(_ text: String, format: String? = nil) {
        switch format?.lowercased() {
        case nil:
            guard let time = Self.iso(text) ?? Self.http(text) else { return nil }
            self = time
        case "unix":
            guard let seconds = Double(text), abs(seconds) < 1e12 else { return nil }
            self.init(clock: Date(timeIntervalSince1970: seconds), offset: 0)
        case "epoch":
            guard let milliseconds = Double(text), abs(milliseconds) < 1e15 else { return nil }
            self.init(clock: Date(timeIntervalSince1970: milliseconds / 1000), offset: 0)
        default:
            guard let format, let pattern = DatePattern(format), let date = pattern.date(text) else {
                return nil
            }
            self.init(clock: date, offset: pattern.namesZone ? 0 : nil)
        }
    }

    private static func http(_ text: String) -> WrittenTime? {
        HTTPDate(parsing: text, now: Date(timeIntervalSince1970: 0)).map {
            WrittenTime(clock: $0.date, offset: 0)
        }
    }

    /// Parses `2026`, `2026-01`, `2026-01-31`, `2026-01-31T12:00[:00[.5]]`, and after a time `Z` or `+01:00`.
    private static func iso(_ text: String) -> WrittenTime? {
        let halves = text.split(at: "T", maxSplits: 1, omittingEmptySubsequences: false)
        let days = halves[0].split(at: "-", omittingEmptySubsequences: false).map { Int($0) }
        guard (1...3).contains(days.count), let year = days[0], halves[0].first?.isNumber == true,
            days.allSatisfy({ $0 != nil }), halves.count == 1 || days.count == 3
        else { return nil }
        guard
            let date = HTTPDate(
                year: year, month: days.count > 1 ? days[1] ?? 0 : 1, day: days.count > 2 ? days[2] ?? 0 : 1,
                hour: 0, minute: 0, second: 0)
        else { return nil }
        guard halves.count == 2 else { return WrittenTime(clock: date.date, offset: nil) }
        guard let time = ClockTime(halves[1]) else { return nil }
        return WrittenTime(clock: date.date + time.seconds, offset: time.offset)
    }
}

private struct ClockTime {
    var seconds: Double
    var offset: Int?

    init?(_ text: Substring) {
        var text = text
        // A name in brackets repeats the offset.
        if text.hasSuffix("]"), let start = text.unicodeScalars.firstIndex(of: "[") { text = text[..<start] }
        // A plus sign that was decoded as form data is a space.
        let zone = text.firstIndex { "Z+- ".contains($0) } ?? text.endIndex
        let parts = text[..<zone].split(at: ":", omittingEmptySubsequences: false).map { Double($0) }
        guard (2...3).contains(parts.count), let hour = parts[0], let minute = parts[1],
            let second = parts.count == 3 ? parts[2] : 0, (0..<24).contains(hour), (0..<60).contains(minute),
            (0..<61).contains(second)
        else { return nil }
        seconds = hour * 3600 + minute * 60 + second
        guard zone < text.endIndex else { return }
        guard text[zone] != "Z" else {
            guard text[zone...].count == 1 else { return nil }
            offset = 0
            return
        }
        let digits = text[zone...].dropFirst().filter { $0 != ":" }
        guard digits.count == 2 || digits.count == 4, let number = Int(digits) else { return nil }
        let (hours, minutes) = digits.count == 2 ? (number, 0) : (number / 100, number % 100)
        offset = (hours * 3600 + minutes * 60) * (text[zone] == "-" ? -1 : 1)
    }
}
