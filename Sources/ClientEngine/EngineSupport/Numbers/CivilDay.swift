/// A day of the proleptic Gregorian calendar.
public struct CivilDay: Sendable, Hashable {
    /// The year.
    ///
    /// Year 0 precedes year 1.
    public let year: Int
    /// The month, from 1 through 12.
    public let month: Int
    /// The day of the month, from 1.
    public let day: Int
    /// The number of days since 1970-01-01.
    public let number: Int

    /// Creates the day that is `number` days after 1970-01-01.
    public init(_ number: Int) {
        // Years begin in March here, so that the leap day is the last day of the year.
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

    /// Creates the day of a date.
    ///
    /// A day after the end of its month becomes a day of the next month.
    public init(year: Int, month: Int, day: Int) {
        let shifted = month <= 2 ? year - 1 : year
        let era = shifted.floorDivided(by: 400)
        let yearOfEra = shifted - era * 400
        let dayOfYear = (153 * ((month + 9) % 12) + 2) / 5 + day - 1
        self.init(era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468)
    }

    /// The day of the week: 0 is Sunday, 6 is Saturday.
    public var weekday: Int { (number + 4) - (number + 4).floorDivided(by: 7) * 7 }

    /// Returns the same day of the month `count` months later, or the last day of that month if it is shorter.
    public func moved(byMonths count: Int) -> CivilDay {
        let first = CivilDay.firstOfMonth(year * 12 + month - 1 + count)
        let length = CivilDay.length(ofMonth: first.month, in: first.year)
        return CivilDay(first.number + min(day, length) - 1)
    }

    /// Returns the first day of the month that begins `number` months after the beginning of year 0.
    private static func firstOfMonth(_ number: Int) -> CivilDay {
        let year = number.floorDivided(by: 12)
        return CivilDay(year: year, month: number - year * 12 + 1, day: 1)
    }

    /// Returns the number of days in a month.
    ///
    /// `month` counts from 1.
    public static func length(ofMonth month: Int, in year: Int) -> Int {
        let number = year * 12 + month - 1
        return firstOfMonth(number + 1).number - firstOfMonth(number).number
    }
}
