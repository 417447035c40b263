/// A time zone with its name in the time zone database, or with an offset as in `GMT+5:30`.
struct Zone: Sendable, Hashable {
    let name: String
    private let clock: Clock

    private enum Clock: Sendable, Hashable {
        case fixed(Int)
        case file(ZoneFile)
    }

    /// Greenwich Mean Time, which equals UTC.
    static let gmt = Zone(seconds: 0)

    /// Creates a zone with a constant offset from UTC in seconds.
    init(seconds: Int) {
        self.init(
            name: "GMT" + (seconds == 0 ? "" : seconds.clock(separator: ":")), clock: .fixed(seconds))
    }

    private init(name: String, clock: Clock) {
        self.name = name
        self.clock = clock
    }

    /// Finds a zone, or returns `nil` if `name` is neither an offset nor a zone of `database`.
    init?(_ name: String, in database: ZoneDatabase = .system) {
        if let seconds = Self.seconds(of: name) {
            self.init(seconds: seconds)
        } else {
            let name = Self.abbreviations[name] ?? name
            guard let file = database.file(named: name) else { return nil }
            self.init(name: name, clock: .file(file))
        }
    }

    func offset(at seconds: Int) -> ZoneOffset {
        switch clock {
        case .fixed(let ahead): ZoneOffset(seconds: ahead, name: name)
        case .file(let file): file.offset(at: seconds)
        }
    }

    /// Returns the seconds since 1970 at which the local time of the zone has this value.
    func instant(ofClock seconds: Int) -> Int {
        let near = seconds - offset(at: seconds).seconds
        return seconds - offset(at: near).seconds
    }

    /// Parses `GMT`, `UTC+1`, `GMT-05:30`, `GMT+0530`.
    private static func seconds(of name: String) -> Int? {
        guard name.hasPrefix("GMT") || name.hasPrefix("UTC") else { return nil }
        let rest = name.dropFirst(3)
        if rest.isEmpty { return 0 }
        guard let sign = rest.first, sign == "+" || sign == "-" else { return nil }
        let parts = rest.dropFirst().split(at: ":", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { $0.utf8.count <= 4 ? UInt16($0).map { Int($0) } : nil }
        guard numbers.count == parts.count, (1...2).contains(numbers.count) else { return nil }
        let isJoined = numbers.count == 1 && parts[0].utf8.count > 2
        let hours = isJoined ? numbers[0] / 100 : numbers[0]
        let minutes = isJoined ? numbers[0] % 100 : numbers.dropFirst().first ?? 0
        guard hours < 24, minutes < 60 else { return nil }
        return (hours * 3600 + minutes * 60) * (sign == "-" ? -1 : 1)
    }

    static let abbreviations = [
        "ADT": "America/Halifax", "AKDT": "America/Juneau", "AKST": "America/Juneau",
        "ART": "America/Argentina/Buenos_Aires", "AST": "America/Halifax", "BDT": "Asia/Dhaka",
        "BRST": "America/Sao_Paulo", "BRT": "America/Sao_Paulo", "BST": "Europe/London",
        "CAT": "Africa/Harare", "CDT": "America/Chicago", "CEST": "Europe/Paris", "CET": "Europe/Paris",
        "CLST": "America/Santiago", "CLT": "America/Santiago", "COT": "America/Bogota",
        "CST": "America/Chicago", "EAT": "Africa/Addis_Ababa", "EDT": "America/New_York",
        "EEST": "Europe/Athens", "EET": "Europe/Athens", "EST": "America/New_York", "GST": "Asia/Dubai",
        "HKT": "Asia/Hong_Kong", "HST": "Pacific/Honolulu", "ICT": "Asia/Bangkok", "IRST": "Asia/Tehran",
        "IST": "Asia/Kolkata", "JST": "Asia/Tokyo", "KST": "Asia/Seoul", "MDT": "America/Denver",
        "MSD": "Europe/Moscow", "MSK": "Europe/Moscow", "MST": "America/Phoenix", "NDT": "America/St_Johns",
        "NST": "America/St_Johns", "NZDT": "Pacific/Auckland", "NZST": "Pacific/Auckland",
        "PDT": "America/Los_Angeles", "PET": "America/Lima", "PHT": "Asia/Manila", "PKT": "Asia/Karachi",
        "PST": "America/Los_Angeles", "SGT": "Asia/Singapore", "TRT": "Europe/Istanbul",
        "WAT": "Africa/Lagos", "WEST": "Europe/Lisbon", "WET": "Europe/Lisbon", "WIT": "Asia/Jakarta",
    ]
}

extension Int {
    /// Returns the seconds as `+hh:mm`, or with another separator.
    ///
    /// If `isShort` is `true`, minutes that are 0 are omitted.
    func clock(separator: String, isShort: Bool = false, padsHours: Bool = true) -> String {
        let minutes = abs(self) / 60
        let hours = padsHours ? (minutes / 60).padded(to: 2) : String(minutes / 60)
        let rest = isShort && minutes % 60 == 0 ? "" : separator + (minutes % 60).padded(to: 2)
        return (self < 0 ? "-" : "+") + hours + rest
    }
}
