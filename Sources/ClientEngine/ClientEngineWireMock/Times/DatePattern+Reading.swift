import EngineHTTP
import FoundationEssentials

extension DatePattern {
    /// Parses a date in this format, in UTC if it contains no zone.
    ///
    /// Numbers may have blanks around them and fewer digits than the pattern. Names may be complete or abbreviated, in
    /// either case. Parts that the pattern does not contain are those of 2000-01-01.
    func date(_ text: String) -> Date? {
        var reader = DateReader(text)
        for (index, part) in parts.enumerated() {
            let isFollowed = index + 1 < parts.count && parts[index + 1].isNumber
            let isPreceded = index > 0 && parts[index - 1].isNumber
            guard reader.read(part, abuts: part.isNumber && (isFollowed || isPreceded), ends: !isFollowed)
            else { return nil }
        }
        return reader.date
    }
}

private struct DateReader {
    private var rest: Substring.UnicodeScalarView
    private var found = FoundDate()

    init(_ text: String) { rest = text[...].unicodeScalars }

    var date: Date? { rest.allSatisfy(\.isBlank) ? found.date : nil }

    mutating func read(_ part: DatePattern.Part, abuts: Bool, ends: Bool) -> Bool {
        switch part {
        case .text(let text): return text.unicodeScalars.allSatisfy { consume($0) }
        case .field(let letter, let count):
            rest = rest.drop(while: \.isBlank)
            if part.isNumber { return number(letter, count, abuts: abuts, ends: ends) }
            return name(letter)
        }
    }

    /// Consumes a literal.
    ///
    /// A blank matches any blanks, and `-` and `/` match each other.
    private mutating func consume(_ scalar: Unicode.Scalar) -> Bool {
        if scalar.isBlank {
            guard rest.first?.isBlank ?? false else { return false }
            rest = rest.drop(while: \.isBlank)
            return true
        }
        rest = rest.drop(while: \.isBlank)
        let dashes: Set<Unicode.Scalar> = ["-", "/"]
        guard let first = rest.first, first == scalar || dashes.isSuperset(of: [first, scalar]) else {
            return false
        }
        rest.removeFirst()
        return true
    }

    private mutating func number(_ letter: Unicode.Scalar, _ count: Int, abuts: Bool, ends: Bool) -> Bool {
        var digits = rest.prefix { $0.properties.numericType == .decimal }
        if abuts, !ends { digits = digits.prefix(count) }
        guard !digits.isEmpty, digits.count <= 12, !abuts || digits.count >= count else { return false }
        rest = rest[digits.endIndex...]
        let number = digits.reduce(0) { $0 * 10 + Int($1.properties.numericValue ?? 0) }
        return found.set(letter, number, letters: count, digits: digits.count)
    }

    private mutating func name(_ letter: Unicode.Scalar) -> Bool {
        switch letter {
        case "M", "L": consume(oneOf: DateNames.months) { $0.month = $1 + 1 }
        case "E", "e", "c": consume(oneOf: DateNames.weekdays) { _, _ in }
        case "G": consume(oneOf: DateNames.eras) { $0.era = $1 }
        case "a": consume(oneOf: DateNames.halves) { $0.half = $1 }
        case "Q", "q": consume(oneOf: DateNames.quarters) { $0.month = $1 * 3 + 1 }
        default: zone()
        }
    }

    /// Consumes a name or its first three letters.
    private mutating func consume(oneOf names: [String], _ keep: (inout FoundDate, Int) -> Void) -> Bool {
        let text = String(rest.prefix(16)).lowercased()
        for length in [Int.max, 3] {
            for (index, name) in names.enumerated() where text.hasPrefix(name.prefix(length).lowercased()) {
                rest = rest.dropFirst(min(name.count, length))
                keep(&found, index)
                return true
            }
        }
        return false
    }

    /// Consumes `Z`, `+01`, `+0100`, `+01:00`, `GMT+1`, or the name of a zone.
    private mutating func zone() -> Bool {
        let word = rest.prefix { !$0.isBlank && $0 != "]" && $0 != ")" && $0 != "," }
        guard let zone = Self.zone(named: String(word)) else { return false }
        rest = rest[word.endIndex...]
        found.zone = zone
        return true
    }

    private static func zone(named word: String) -> Zone? {
        if word == "Z" || word == "z" { return .gmt }
        // Abbreviations are only those of the United States.
        if Zone.abbreviations[word] != nil {
            return ZoneOffset.american[word].map { Zone(seconds: $0 * 3600) }
        }
        return Zone(word.hasPrefix("+") || word.hasPrefix("-") ? "GMT" + word : word)
    }
}

private struct FoundDate {
    var era = 1
    var month: Int?
    var half: Int?
    var zone = Zone.gmt
    private var year: Int?
    private var day: Int?
    private var dayOfYear: Int?
    private var week: (year: Int?, number: Int?, day: Int?) = (nil, nil, nil)
    private var hour = 0
    private var minute = 0
    private var second = 0
    private var milliseconds = 0

    mutating func set(_ letter: Unicode.Scalar, _ number: Int, letters: Int, digits: Int) -> Bool {
        switch letter {
        case "y": year = letters < 3 && digits == 2 ? (number < 50 ? 2000 : 1900) + number : number
        case "u": year = number
        case "Y": week.year = number
        case "w": week.number = number
        case "e", "c": week.day = number
        case "Q", "q": month = number * 3 - 2
        case "M", "L": month = number
        case "d": day = number
        case "D": dayOfYear = number
        case "m": minute = number
        case "s": second = number
        case "S": milliseconds = number * 1000 / Self.power(digits)
        default: return takeHour(letter, number)
        }
        return minute < 60 && second < 60
    }

    private mutating func takeHour(_ letter: Unicode.Scalar, _ number: Int) -> Bool {
        switch letter {
        case "H" where number < 24, "K" where number < 12: hour = number
        case "h" where (1...12).contains(number): hour = number % 12
        case "k" where (1...24).contains(number): hour = number % 24
        case "A" where number < 86_400_000:
            (hour, minute, second) = (number / 3_600_000, number / 60_000 % 60, number / 1000 % 60)
            milliseconds = number % 1000
        default: return false
        }
        return true
    }

    var date: Date? {
        guard let midnight, midnight.timeIntervalSince1970.magnitude < 1e14 else { return nil }
        let hour = half == 1 && hour < 12 ? hour + 12 : hour
        let shown = Int(midnight.timeIntervalSince1970) + (hour * 60 + minute) * 60 + second
        return Date(timeIntervalSince1970: Double(zone.instant(ofClock: shown)) + Double(milliseconds) / 1000)
    }

    private var midnight: Date? {
        let calendar = Calendar.utc
        var parts = DateComponents()
        if let week = week.number {
            parts.yearForWeekOfYear = self.week.year ?? year ?? 2000
            parts.weekOfYear = week
            parts.weekday = self.week.day ?? 1
            return calendar.date(from: parts)
        }
        (parts.era, parts.year) = (era, year ?? week.year ?? 2000)
        (parts.month, parts.day) = dayOfYear == nil ? (month ?? 1, day ?? 1) : (1, 1)
        guard let start = calendar.date(from: parts) else { return nil }
        let read = calendar.dateComponents([.era, .year, .month, .day], from: start)
        guard read.month == parts.month, read.day == parts.day, read.year == parts.year else { return nil }
        guard let dayOfYear else { return start }
        let date = start + Double(dayOfYear - 1) * 86_400
        return calendar.component(.year, from: date) == parts.year ? date : nil
    }

    private static func power(_ digits: Int) -> Int { (0..<digits).reduce(1) { product, _ in product * 10 } }
}
