import FoundationEssentials

extension HTTPDate {
    /// Parses the date in `Expires` of a cookie: any text that contains a time, a day, a month and a year (RFC 6265bis,
    /// section 5.1.1).
    init?(cookie text: [UInt8]) {
        var found = CookieDateParts()
        for token in text.split(whereSeparator: \.isCookieDateDelimiter) { found.apply(token) }
        guard let (hour, minute, second) = found.time, let day = found.day, let month = found.month,
            let year = found.year, year >= 1601
        else { return nil }
        self.init(year: year, month: month, day: day, hour: hour, minute: minute, second: second)
    }
}

/// The parts of a date found so far.
///
/// The first token of each kind counts.
private struct CookieDateParts {
    var time: (hour: Int, minute: Int, second: Int)?
    var day: Int?
    var month: Int?
    private var shortYear: Int?

    private static let months = HTTPDate.months.map { Array($0.lowercased().utf8) }

    /// The year.
    ///
    /// One or two digits represent 1970 through 2069.
    var year: Int? {
        shortYear.map { year in
            switch year {
            case 0..<70: year + 2000
            case 70..<100: year + 1900
            default: year
            }
        }
    }

    mutating func apply(_ token: ArraySlice<UInt8>) {
        if time == nil, let found = Self.time(token) {
            time = found
        } else if day == nil, let found = token.leadingNumber(1...2), found.rest.first?.isASCIIDigit != true {
            day = found.number
        } else if month == nil,
            let found = Self.months.firstIndex(of: token.prefix(3).map(\.asciiLowercased))
        {
            month = found + 1
        } else if shortYear == nil, let found = token.leadingNumber(2...4),
            found.rest.first?.isASCIIDigit != true
        {
            shortYear = found.number
        }
    }

    private static func time(_ token: ArraySlice<UInt8>) -> (Int, Int, Int)? {
        var rest = token
        var numbers: [Int] = []
        for index in 0..<3 {
            guard let found = rest.leadingNumber(1...2) else { return nil }
            numbers.append(found.number)
            rest = found.rest
            guard index < 2 else { break }
            guard rest.popFirst() == UInt8(ascii: ":") else { return nil }
        }
        return rest.first?.isASCIIDigit == true ? nil : (numbers[0], numbers[1], numbers[2])
    }
}

extension ArraySlice<UInt8> {
    /// Returns the number in the leading digits, at most as many as the range allows, or `nil` if there are too few.
    fileprivate func leadingNumber(_ digits: ClosedRange<Int>) -> (number: Int, rest: ArraySlice<UInt8>)? {
        let found = prefix(digits.upperBound).prefix(while: \.isASCIIDigit)
        guard found.count >= digits.lowerBound else { return nil }
        return (found.reduce(0) { $0 * 10 + Int($1 - 0x30) }, self[found.endIndex...])
    }
}

extension UInt8 {
    fileprivate var isCookieDateDelimiter: Bool {
        switch self {
        case 0x09, 0x20...0x2F, 0x3B...0x40, 0x5B...0x60, 0x7B...0x7E: true
        default: false
        }
    }
}
