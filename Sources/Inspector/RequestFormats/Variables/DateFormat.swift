/// Writes dates in the notation of Day.js, the one that REST Client's files use: `YYYY-MM-DD[T]HH:mm`.
struct DateFormat {
    /// The tokens, the longer ones first.
    private static let tokens = [
        "YYYY", "MMMM", "dddd", "MMM", "ddd", "SSS", "YY", "MM", "DD", "Do", "dd", "HH", "hh", "mm", "ss",
        "ZZ",
        "kk", "M", "D", "d", "H", "h", "k", "m", "s", "Z", "A", "a", "Q", "X", "x",
    ]

    let text: String

    /// Returns the date written; what is no token stands for itself, and so does what is in brackets.
    func string(from date: UTCDate) -> String {
        var output = ""
        var rest = text[...]
        while let first = rest.first {
            if first == "[", let end = rest.unicodeScalars.firstIndex(of: "]") {
                output += rest[rest.unicodeScalars.index(after: rest.startIndex)..<end]
                rest = rest[rest.unicodeScalars.index(after: end)...]
            } else if let token = Self.tokens.first(where: { rest.hasPrefix($0) }) {
                output += date.text(of: token)
                rest = rest.dropFirst(token.count)
            } else {
                output.append(first)
                rest = rest.dropFirst()
            }
        }
        return output
    }
}

extension UTCDate {
    var weekdayName: String {
        ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"][day.weekday]
    }

    var monthName: String {
        [
            "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
            "November", "December",
        ][day.month - 1]
    }

    private var hour: Int { secondOfDay / 3600 }

    fileprivate func text(of token: String) -> String {
        dateText(of: token) ?? timeText(of: token) ?? token
    }

    private func dateText(of token: String) -> String? {
        switch token {
        case "YYYY": day.year.padded(to: 4)
        case "YY": (day.year % 100).padded(to: 2)
        case "Q": String((day.month + 2) / 3)
        case "MMMM": monthName
        case "MMM": String(monthName.prefix(3))
        case "MM": day.month.padded(to: 2)
        case "M": String(day.month)
        case "DD": day.day.padded(to: 2)
        case "Do": String(day.day) + ordinal
        case "D": String(day.day)
        case "dddd": weekdayName
        case "ddd": String(weekdayName.prefix(3))
        case "dd": String(weekdayName.prefix(2))
        case "d": String(day.weekday)
        default: nil
        }
    }

    private func timeText(of token: String) -> String? {
        let minute = secondOfDay / 60 % 60
        let second = secondOfDay % 60
        return switch token {
        case "HH": hour.padded(to: 2)
        case "H": String(hour)
        case "hh": ((hour + 11) % 12 + 1).padded(to: 2)
        case "h": String((hour + 11) % 12 + 1)
        case "kk": ((hour + 23) % 24 + 1).padded(to: 2)
        case "k": String((hour + 23) % 24 + 1)
        case "mm": minute.padded(to: 2)
        case "m": String(minute)
        case "ss": second.padded(to: 2)
        case "s": String(second)
        case "SSS": millisecond.padded(to: 3)
        case "A": hour < 12 ? "AM" : "PM"
        case "a": hour < 12 ? "am" : "pm"
        case "Z": zone(":")
        case "ZZ": zone("")
        case "X": String(timestamp)
        case "x": String(timestamp * 1000 + millisecond)
        default: nil
        }
    }

    private func zone(_ separator: String) -> String {
        let minutes = abs(offset) / 60
        return (offset < 0 ? "-" : "+") + (minutes / 60).padded(to: 2) + separator
            + (minutes % 60).padded(to: 2)
    }

    private var ordinal: String {
        if (11...13).contains(day.day) { return "th" }
        return switch day.day % 10 {
        case 1: "st"
        case 2: "nd"
        case 3: "rd"
        default: "th"
        }
    }
}
