import EngineMocks
import FoundationEssentials

/// An amount of a unit of time, as in `now +3 days`, `3 days` or `-1 hours`.
struct TimeShift: Sendable, Hashable {
    private let amount: Int
    private let unit: Calendar.Component

    private static let units: [String: Calendar.Component] = [
        "second": .second, "minute": .minute, "hour": .hour, "day": .day, "month": .month, "year": .year,
    ]

    init?(_ text: String) {
        var words = text.lowercased().split(at: " ")
        if words.first == "now" { words.removeFirst() }
        guard words.count == 2, let amount = Int(words[0]), (-10_000_000...10_000_000).contains(amount),
            words[1].hasSuffix("s"), let unit = Self.units[String(words[1].dropLast())]
        else { return nil }
        self.amount = amount
        self.unit = unit
    }

    func moved(_ date: Date) -> Date {
        Calendar.utc.date(byAdding: unit, value: amount, to: date) ?? date
    }
}

extension DateTimeMatcher.Truncation {
    func cut(_ date: Date) -> Date {
        let calendar = Calendar.utc
        func start(_ unit: Calendar.Component) -> Date {
            calendar.dateInterval(of: unit, for: date)?.start ?? date
        }
        func end(_ unit: Calendar.Component) -> Date {
            calendar.dateInterval(of: unit, for: date)?.end ?? date
        }
        return switch self {
        case .minute: start(.minute)
        case .hour: start(.hour)
        case .day: start(.day)
        case .month: start(.month)
        case .nextMonth: end(.month)
        case .endOfMonth: end(.month) - 86_400
        case .year: start(.year)
        case .nextYear: end(.year)
        case .endOfYear: end(.year) - 86_400
        }
    }
}

extension Calendar {
    /// The calendar of WireMock's dates.
    static var utc: Calendar {
        var calendar = Calendar(identifier: .gregorian)
        calendar.timeZone = .gmt
        calendar.firstWeekday = 1
        calendar.minimumDaysInFirstWeek = 1
        return calendar
    }
}
