import EngineHTTP
import FoundationEssentials

extension DatePattern {
    func text(_ date: Date, in zone: Zone = .gmt) -> String {
        let shown = ShownDate(date, in: zone)
        return parts.map { part in
            switch part {
            case .text(let text): text
            case .field(let letter, let count): shown.text(letter, count)
            }
        }.joined()
    }
}

/// The local date and time of a zone.
private struct ShownDate {
    private let parts: DateComponents
    private let milliseconds: Int
    private let offset: ZoneOffset
    private let zone: Zone

    init(_ date: Date, in zone: Zone) {
        let all = Int(((date.timeIntervalSince1970 * 1_000_000).rounded() / 1000).rounded(.down))
        let seconds = all.floorDivided(by: 1000)
        offset = zone.offset(at: seconds)
        milliseconds = all - seconds * 1000
        self.zone = zone
        parts = Calendar.utc.dateComponents(
            [
                .era, .year, .month, .day, .hour, .minute, .second, .weekday, .dayOfYear, .weekOfYear,
                .yearForWeekOfYear,
            ],
            from: Date(timeIntervalSince1970: Double(seconds + offset.seconds)))
    }

    private var era: Int { parts.era ?? 1 }
    private var year: Int { parts.year ?? 0 }
    private var month: Int { parts.month ?? 1 }
    private var weekday: Int { parts.weekday ?? 1 }
    private var hour: Int { parts.hour ?? 0 }
    private var secondOfDay: Int { (hour * 60 + (parts.minute ?? 0)) * 60 + (parts.second ?? 0) }

    func text(_ letter: Unicode.Scalar, _ count: Int) -> String {
        switch letter {
        case "G", "E", "a": name(letter, count)
        case "e", "c": count < 3 ? weekday.padded(to: letter == "e" ? count : 1) : name("E", count)
        case "M", "L":
            count < 3 ? month.padded(to: count) : DateNames.months[month - 1].shortened(count)
        case "Q", "q": quarter(count)
        case "z", "Z", "O", "X", "x", "v", "V": zoneText(letter, count)
        case "S": milliseconds.padded(to: 3).padding(to: count)
        // Years may have two digits.
        case "y" where count == 2, "Y" where count == 2: (abs(number(letter)) % 100).padded(to: 2)
        default: number(letter).padded(to: count)
        }
    }

    private func number(_ letter: Unicode.Scalar) -> Int {
        switch letter {
        case "y": year
        case "Y": parts.yearForWeekOfYear ?? year
        case "u": era == 0 ? 1 - year : year
        case "w": parts.weekOfYear ?? 0
        case "d": parts.day ?? 0
        case "D": parts.dayOfYear ?? 0
        case "h": hour % 12 == 0 ? 12 : hour % 12
        case "K": hour % 12
        case "k": hour == 0 ? 24 : hour
        case "H": hour
        case "m": parts.minute ?? 0
        case "s": parts.second ?? 0
        default: secondOfDay * 1000 + milliseconds
        }
    }

    private func name(_ letter: Unicode.Scalar, _ count: Int) -> String {
        switch letter {
        case "G":
            count == 4 ? DateNames.longEras[era] : String(DateNames.eras[era].prefix(count == 5 ? 1 : 2))
        case "a": count == 5 ? (hour < 12 ? "a" : "p") : DateNames.halves[hour / 12]
        default: DateNames.weekdays[weekday - 1].shortened(max(count, 3))
        }
    }

    private func quarter(_ count: Int) -> String {
        let quarter = (month + 2) / 3
        return switch count {
        case 1, 2: quarter.padded(to: count)
        case 3: "Q\(quarter)"
        case 4: DateNames.quarters[quarter - 1]
        default: String(quarter)
        }
    }

    private func zoneText(_ letter: Unicode.Scalar, _ count: Int) -> String {
        let seconds = offset.seconds
        switch (letter, count) {
        case ("V", 2): return zone.name
        case ("z", 1...3) where offset.isAmerican: return offset.name
        case ("z", 4) where seconds == 0: return "Greenwich Mean Time"
        case ("z", 1...3), ("O", 1), ("v", 1):
            return "GMT"
                + (seconds == 0 ? "" : seconds.clock(separator: ":", isShort: true, padsHours: false))
        case ("X", _) where seconds == 0, ("Z", 5) where seconds == 0: return "Z"
        case ("X", 1), ("x", 1): return seconds.clock(separator: "", isShort: true)
        case ("Z", 1...3), ("X", 2), ("X", 4), ("x", 2), ("x", 4): return seconds.clock(separator: "")
        case ("Z", 5), ("X", _), ("x", _): return seconds.clock(separator: ":")
        default: return "GMT" + (seconds == 0 ? "" : seconds.clock(separator: ":"))
        }
    }
}

extension ZoneOffset {
    /// The abbreviations of the United States, with their offsets in hours.
    static let american = [
        "EST": -5, "EDT": -4, "CST": -6, "CDT": -5, "MST": -7, "MDT": -6, "PST": -8, "PDT": -7, "AKST": -9,
        "AKDT": -8, "HST": -10,
    ]

    fileprivate var isAmerican: Bool { Self.american[name].map { $0 * 3600 == seconds } ?? false }
}

extension String {
    /// Returns the first three letters of a name for a count of 3, one for 5, two for 6, otherwise the whole name.
    fileprivate func shortened(_ count: Int) -> String {
        switch count {
        case 3: String(prefix(3))
        case 5: String(prefix(1))
        case 6: String(prefix(2))
        default: self
        }
    }

    /// Returns the digits of a fraction, truncated or padded with zeros to `count` digits.
    fileprivate func padding(to count: Int) -> String {
        String(prefix(count)) + String(repeating: "0", count: max(0, count - self.count))
    }
}
