import EngineJSON
import EngineMocks
import FoundationEssentials

extension TemplateHelper {
    static func number(_ options: [String: JSONValue], _ random: () -> Double) -> JSONValue {
        func bound(_ name: String, _ usual: Int) -> Int {
            options[name].flatMap { Int($0.renderedText) }.map {
                min(max($0, Int(Int32.min)), Int(Int32.max))
            } ?? usual
        }
        let (lower, upper) = (bound("lower", Int(Int32.min)), bound("upper", Int(Int32.max)))
        guard lower < upper else { return .number(JSONNumber(lower)) }
        return .number(JSONNumber(lower + Int(random() * Double(upper - lower))))
    }

    private static let longestRandomText = 65_536

    static func length(_ option: JSONValue?) throws(MockError) -> Int {
        guard let option else { return 36 }
        guard let length = option.number?.double ?? Double(option.renderedText),
            (0...Double(longestRandomText)).contains(length)
        else {
            throw MockError(
                "the template's length “\(option.renderedText)” is not from 0 to \(longestRandomText).")
        }
        return Int(length)
    }

    static func randomText(
        _ options: [String: JSONValue], _ random: () -> Double
    ) throws(MockError) -> String {
        let length = try length(options["length"])
        let isUpper = options["uppercase"]?.isTruthy ?? false
        func text(of alphabet: String, _ length: Int) -> String {
            let characters = Array(alphabet)
            return String((0..<length).map { _ in characters[Int(random() * Double(characters.count))] })
        }
        let (letters, digits) = ("abcdefghijklmnopqrstuvwxyz", "0123456789")
        let made =
            switch options["type"]?.renderedText {
            case "UUID":
                [8, 4, 4, 4, 12].map { text(of: "0123456789abcdef", $0) }.joined(separator: "-")
                    .markedAsRandomUUID
            case "ALPHABETIC": text(of: letters, length)
            case "NUMERIC": text(of: digits, length)
            case "HEXADECIMAL": text(of: "abcdef" + digits, length)
            case "ALPHANUMERIC_AND_SYMBOLS":
                text(of: letters + digits + "!#$%&()*+,-./:;<=>?@[]^_{|}~", length)
            default: text(of: letters + digits, length)
            }
        return isUpper ? made.uppercased() : made
    }
}

extension String {
    /// Hexadecimal digits in the groups of a UUID, with the version and the variant of a random one (RFC 9562, section
    /// 5.4).
    fileprivate var markedAsRandomUUID: String {
        var digits = Array(self)
        digits[14] = "4"
        digits[19] = "a"
        return String(digits)
    }
}
