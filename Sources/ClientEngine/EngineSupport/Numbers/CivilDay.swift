/// A day of the proleptic Gregorian calendar.
public struct CivilDay: Sendable, Hashable {
    /// The year; that before 1 is 0.
    public let year: Int
    /// The month, from 1.
    public let month: Int
    /// The day of the month, from 1.
    public let day: Int
    /// The days since 1970-01-01.
    public let number: Int

    /// The day that so many days lie behind 1970-01-01.
    public init(_ number: Int) {
        // Years begin in March here, so that the leap day comes last.
        let shifted = number + 719_468
        let era = shifted.floorDivided(by: 146_097)
        let dayOfEra = shifted - era * 146_097
        let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
        let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
        let shiftedMonth = (5 * dayOfYear + 2) / 153
        month = shiftedMonth < 10 ? shiftedMonth + 3 : shiftedMonth - 9
        day = dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
        year = era * 400 + yearOfEra + (month <= 2 ? 1 : 0)
        self.number = number
    }

    /// The day of a date; one that does not exist is that so many days behind the first of its month.
    public init(year: Int, month: Int, day: Int) {
        let shifted = month <= 2 ? year - 1 : year
        let era = shifted.floorDivided(by: 400)
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        self.init(era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468)
    }

    /// The day of the week, from Sunday, which is 0.
    public var weekday: Int { (number + 4) - (number + 4).floorDivided(by: 7) * 7 }

    /// Returns the same day so many months later, or the last one of a shorter month.
    public func moved(byMonths count: Int) -> CivilDay {
        let first = CivilDay.firstOfMonth(year * 12 + month - 1 + count)
        let length = CivilDay.length(ofMonth: first.month, in: first.year)
        return CivilDay(first.number + min(day, length) - 1)
    }

    /// Returns the first day of the month that begins so many months behind the year 0.
    private static func firstOfMonth(_ number: Int) -> CivilDay {
        let year = number.floorDivided(by: 12)
        return CivilDay(year: year, month: number - year * 12 + 1, day: 1)
    }

    /// Returns the number of days of a month; `month` counts from 1.
    public static func length(ofMonth month: Int, in year: Int) -> Int {
        let number = year * 12 + month - 1
        return firstOfMonth(number + 1).number - firstOfMonth(number).number
    }
}
