import EngineHTTP
internal import EngineSupport

/// The rule for the transitions of each year: the last line of a zone's file (RFC 9636, section 3.3.1; POSIX, `TZ`).
///
/// For example, `CET-1CEST,M3.5.0,M10.5.0/3` means from the last Sunday of March to the last Sunday of October, at 3
/// o'clock.
struct ZoneRule: Sendable, Hashable {
    private let standard: ZoneOffset
    private let summer: Summer?

    private struct Summer: Sendable, Hashable {
        let offset: ZoneOffset
        let begin: Change
        let end: Change
    }

    init?(_ text: String) {
        var reader = Reader(text)
        guard let standard = reader.offset(ahead: nil) else { return nil }
        self.standard = standard
        guard !reader.isAtEnd else {
            summer = nil
            return
        }
        guard let offset = reader.offset(ahead: standard.seconds + 3600), let begin = reader.change(),
            let end = reader.change(), reader.isAtEnd
        else { return nil }
        summer = Summer(offset: offset, begin: begin, end: end)
    }

    func offset(at seconds: Int) -> ZoneOffset {
        guard let summer else { return standard }
        let year = CivilDay((seconds + standard.seconds).floorDivided(by: 86_400)).year
        let begin = summer.begin.seconds(in: year) - standard.seconds
        let end = summer.end.seconds(in: year) - summer.offset.seconds
        let isSummer =
            begin < end ? (begin..<end).contains(seconds) : !(end..<begin).contains(seconds)
        return isSummer ? summer.offset : standard
    }
}

struct ZoneOffset: Sendable, Hashable {
    let seconds: Int
    let name: String
}

extension ZoneRule {
    private struct Change: Sendable, Hashable {
        enum Day: Sendable, Hashable {
            /// A weekday of a month: the first to the fifth one, where the fifth is the last.
            case weekday(Int, number: Int, month: Int)
            /// A day of the year from 1, without leap days.
            case julian(Int)
            /// A day of the year from 0, with leap days.
            case ordinal(Int)
        }

        let day: Day
        let time: Int

        /// Returns the seconds since 1970 at the transition, in the local time before it.
        func seconds(in year: Int) -> Int {
            let first = CivilDay(year: year, month: 1, day: 1).number
            let number: Int
            switch day {
            case .ordinal(let count): number = first + count
            case .julian(let count):
                let march = CivilDay(year: year, month: 3, day: 1).number
                number = count < 60 ? first + count - 1 : march + count - 60
            case .weekday(let weekday, let week, let month):
                let start = CivilDay(year: year, month: month, day: 1)
                let wait = (weekday - start.weekday + 7) % 7
                let length = CivilDay.length(ofMonth: month, in: year)
                let last = (length - 1 - wait) / 7
                number = start.number + wait + 7 * min(week - 1, last)
            }
            return number * 86_400 + time
        }
    }

    private struct Reader {
        private var rest: Substring.UnicodeScalarView

        init(_ text: String) { rest = text[...].unicodeScalars }

        var isAtEnd: Bool { rest.isEmpty }

        /// Parses a name and an offset, as in `CET-1`.
        ///
        /// The offset is the value to add to the local time to get UTC.
        mutating func offset(ahead usual: Int?) -> ZoneOffset? {
            let name: String
            if consume("<") {
                name = String(prefix { $0 != ">" })
                guard consume(">") else { return nil }
            } else {
                name = String(prefix { $0.properties.isAlphabetic })
            }
            guard !name.isEmpty else { return nil }
            if let usual, rest.first == "," || rest.isEmpty { return ZoneOffset(seconds: usual, name: name) }
            return time().map { ZoneOffset(seconds: -$0, name: name) }
        }

        mutating func change() -> Change? {
            guard consume(",") else { return nil }
            let day: Change.Day
            if consume("M") {
                guard let month = number(), consume("."), let week = number(), consume("."),
                    let weekday = number(),
                    (1...12).contains(month), (1...5).contains(week), (0...6).contains(weekday)
                else { return nil }
                day = .weekday(weekday, number: week, month: month)
            } else if consume("J") {
                guard let count = number(), (1...365).contains(count) else { return nil }
                day = .julian(count)
            } else {
                guard let count = number(), (0...365).contains(count) else { return nil }
                day = .ordinal(count)
            }
            guard consume("/") else { return Change(day: day, time: 7200) }
            return time().map { Change(day: day, time: $0) }
        }

        /// Parses `[+-]hh[:mm[:ss]]` as seconds.
        private mutating func time() -> Int? {
            let sign = consume("-") ? -1 : 1
            if sign == 1 { _ = consume("+") }
            guard var seconds = number().map({ $0 * 3600 }) else { return nil }
            for unit in [60, 1] where consume(":") {
                guard let part = number() else { return nil }
                seconds += part * unit
            }
            return sign * seconds
        }

        private mutating func number() -> Int? {
            let digits = prefix { ("0"..."9").contains($0) }
            return digits.count <= 3 ? Int(String(digits)) : nil
        }

        private mutating func prefix(
            while isTaken: (Unicode.Scalar) -> Bool
        ) -> Substring.UnicodeScalarView {
            let taken = rest.prefix(while: isTaken)
            rest = rest[taken.endIndex...]
            return taken
        }

        private mutating func consume(_ scalar: Unicode.Scalar) -> Bool {
            guard rest.first == scalar else { return false }
            rest.removeFirst()
            return true
        }
    }
}
