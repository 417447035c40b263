import ClientEngine
import EngineSupport
import FoundationEssentials

/// A date cut into the fields of the Gregorian calendar, in UTC or at an offset from it, to be written.
struct UTCDate {
    let day: CivilDay
    let secondOfDay: Int
    let millisecond: Int
    /// Seconds since 1970, in UTC.
    let timestamp: Int
    /// Seconds east of UTC.
    let offset: Int

    init(_ date: Date, offset: Int = 0) {
        let limit = 253_402_300_799_000.0  // the end of the year 9999
        let utc = Int(min(max(date.timeIntervalSince1970 * 1000, -limit), limit).rounded())
        let total = utc + offset * 1000
        self.offset = offset
        timestamp = utc.floorDivided(by: 1000)
        day = CivilDay(total.floorDivided(by: 86_400_000))
        let rest = total - day.number * 86_400_000
        millisecond = rest % 1000
        secondOfDay = rest / 1000
    }

    /// As in `Fri, 20 Nov 2026 20:34:12 GMT`.
    var rfc1123: String {
        "\(weekdayName.prefix(3)), \(day.day.padded(to: 2)) \(monthName.prefix(3)) \(day.year.padded(to: 4)) \(time) GMT"
    }

    /// Returns a date some months later, on the same day or the last one of a shorter month.
    static func date(_ date: Date, movedByMonths count: Int) -> Date {
        let start = UTCDate(date).day
        return date.addingTimeInterval(Double(start.moved(byMonths: count).number - start.number) * 86_400)
    }

    private var time: String {
        [secondOfDay / 3600, secondOfDay / 60 % 60, secondOfDay % 60]
            .map { $0.padded(to: 2) }.joined(separator: ":")
    }
}
