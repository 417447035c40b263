import Foundation

/// A date cut into the fields of the UTC calendar, to be written.
struct UTCDate {
    private let year: Int
    private let month: Int
    private let day: Int
    private let weekday: Int
    private let secondOfDay: Int
    private let millisecond: Int

    init(_ date: Date) {
        let limit = 253_402_300_799_000.0  // the end of the year 9999
        let total = Int(min(max(date.timeIntervalSince1970 * 1000, -limit), limit).rounded())
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
        let days = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
        let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
        return "\(days[weekday]), \(day.padded(2)) \(months[month - 1]) \(year.padded(4)) \(time) GMT"
    }

    private var time: String {
        "\((secondOfDay / 3600).padded(2)):\((secondOfDay / 60 % 60).padded(2)):\((secondOfDay % 60).padded(2))"
    }
}

extension Int {
    fileprivate func padded(_ width: Int) -> String {
        let digits = String(self)
        return String(repeating: "0", count: Swift.max(0, width - digits.count)) + digits
    }

    fileprivate func flooredQuotient(by divisor: Int) -> Int {
        self / divisor - (self % divisor < 0 ? 1 : 0)
    }
}
