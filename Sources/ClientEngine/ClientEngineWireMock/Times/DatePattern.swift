/// A date format: a pattern of Unicode letters (UTS 35, part 4) such as `yyyy-MM-dd HH:mm`, in English.
///
/// Names of zones are written as offsets, except those of the United States. Of the parts of a day, only `AM` and `PM`
/// are supported.
struct DatePattern: Sendable, Hashable {
    enum Part: Sendable, Hashable {
        case text(String)
        case field(Unicode.Scalar, Int)

        var isNumber: Bool {
            guard case .field(let letter, let count) = self else { return false }
            return switch letter {
            case "M", "L", "Q", "q", "e", "c": count < 3
            default: "yYudDhHkKmsSwA".unicodeScalars.contains(letter)
            }
        }
    }

    let parts: [Part]

    /// Parses a pattern.
    ///
    /// Returns `nil` if it contains an unsupported letter.
    init?(_ pattern: String) {
        var parts: [Part] = []
        var text = ""
        var rest = pattern.unicodeScalars[...]
        func flushed() -> [Part] {
            defer { text = "" }
            return text.isEmpty ? [] : [.text(text)]
        }
        while let scalar = rest.first {
            if scalar == "'" {
                text += Self.quoted(&rest)
            } else if Self.isLetter(scalar) {
                guard Self.letters.contains(scalar) else { return nil }
                let run = rest.prefix { $0 == scalar }
                rest = rest[run.endIndex...]
                parts += flushed() + [.field(scalar, run.count)]
            } else {
                text.unicodeScalars.append(scalar)
                rest.removeFirst()
            }
        }
        self.parts = parts + flushed()
    }

    var namesZone: Bool {
        parts.contains { part in
            guard case .field(let letter, _) = part else { return false }
            return "zZXxVO".unicodeScalars.contains(letter)
        }
    }

    private static let letters = Set("GyYuQqMLwdDEecahHkKmsSAzZOXxVv".unicodeScalars)

    private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
        ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
    }

    /// Consumes the text between quotes.
    ///
    /// Two quotes are one quote, and a text that is not closed extends to the end.
    private static func quoted(_ rest: inout Substring.UnicodeScalarView) -> String {
        rest.removeFirst()
        if rest.first == "'" {
            rest.removeFirst()
            return "'"
        }
        var text = ""
        while let scalar = rest.popFirst() {
            if scalar == "'" {
                guard rest.first == "'" else { break }
                rest.removeFirst()
            }
            text.unicodeScalars.append(scalar)
        }
        return text
    }
}

enum DateNames {
    static let months = [
        "January", "February", "March", "April", "May", "June", "July", "August", "September", "October",
        "November", "December",
    ]
    static let weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"]
    static let eras = ["BC", "AD"]
    static let longEras = ["Before Christ", "Anno Domini"]
    static let halves = ["AM", "PM"]
    static let quarters = ["1st quarter", "2nd quarter", "3rd quarter", "4th quarter"]
}
