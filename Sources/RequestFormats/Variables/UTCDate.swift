import FoundationEssentials

/// A date cut into the fields of the Gregorian calendar, in UTC or at an offset from it, to be written.
struct UTCDate {
    let year: Int
    /// From 1.
    let month: Int
    /// From 1.
    let day: Int
    /// From 0, which is Sunday.
    let weekday: Int
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
        timestamp = utc.flooredQuotient(by: 1000)
        let days = total.flooredQuotient(by: 86_400_000)
        let rest = total - days * 86_400_000
        millisecond = rest % 1000
        secondOfDay = rest / 1000
        weekday = (days % 7 + 11) % 7
        // Days to a calendar whose year begins in March, so that the leap day is the last (Howard Hinnant's method).
        let shifted = days + 719_468
        let era = shifted.flooredQuotient(by: 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
    }

    /// As in `2026-11-20T20:34:12.345Z`.
    var iso8601: String {
        "\(year.padded(4))-\(month.padded(2))-\(day.padded(2))T\(time).\(millisecond.padded(3))Z"
    }

    /// As in `Fri, 20 Nov 2026 20:34:12 GMT`.
    var rfc1123: String {
        "\(weekdayName.prefix(3)), \(day.padded(2)) \(monthName.prefix(3)) \(year.padded(4)) \(time) GMT"
    }

    /// A date some months later, on the same day or the last one of a shorter month.
    static func date(_ date: Date, movedByMonths count: Int) -> Date {
        let start = UTCDate(date)
        let months = start.year * 12 + start.month - 1 + count
        let (year, month) = (months.flooredQuotient(by: 12), months - months.flooredQuotient(by: 12) * 12 + 1)
        let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
        let lengths = [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        let day = min(start.day, lengths[month - 1])
        let distance = days(year, month, day) - days(start.year, start.month, start.day)
        return date.addingTimeInterval(Double(distance) * 86_400)
    }

    /// The days from 1970 to a day; the way back of the method above.
    private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
        let shiftedYear = month <= 2 ? year - 1 : year
        let era = shiftedYear.flooredQuotient(by: 400)
        let yearOfEra = shiftedYear - era * 400
        let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
        return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
    }

    private var time: String {
        "\((secondOfDay / 3600).padded(2)):\((secondOfDay / 60 % 60).padded(2)):\((secondOfDay % 60).padded(2))"
    }
}

extension Int {
    func padded(_ width: Int) -> String {
        let digits = String(self)
        return String(repeating: "0", count: Swift.max(0, width - digits.count)) + digits
    }

    fileprivate func flooredQuotient(by divisor: Int) -> Int {
        self / divisor - (self % divisor < 0 ? 1 : 0)
    }
}
