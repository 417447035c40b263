import Foundation
import JSON

/// What a template can call.
enum TemplateHelper: String, Sendable, CaseIterable {
    case jsonPath, now, randomValue, randomInt, base64, urlEncode, upper, lower, eq

    private var argumentCount: Int {
        switch self {
        case .now, .randomValue, .randomInt: 0
        case .base64, .urlEncode, .upper, .lower: 1
        case .jsonPath, .eq: 2
        }
    }

    private var optionNames: Set<String> {
        switch self {
        case .now: ["offset", "format", "timezone"]
        case .randomValue: ["type", "length", "uppercase"]
        case .randomInt: ["lower", "upper"]
        case .base64: ["decode", "padding"]
        case .urlEncode: ["decode"]
        case .jsonPath: ["default"]
        case .upper, .lower, .eq: []
        }
    }

    /// Refuses what would not be understood when a request comes.
    func check(
        _ arguments: [TemplateExpression], _ options: [String: TemplateExpression]
    ) throws(MockRejection) {
        guard arguments.count == argumentCount else {
            throw MockRejection("the template's helper “\(rawValue)” wants \(argumentCount) arguments.")
        }
        if let name = options.keys.sorted().first(where: { !optionNames.contains($0) }) {
            throw MockRejection("the template's helper “\(rawValue)” has no option “\(name)” here.")
        }
        if self == .jsonPath, case .literal(let path) = arguments[1] {
            _ = try SpelledJSONPath(path.renderedText)
        }
        if self == .randomValue, case .literal(let length)? = options["length"] {
            _ = try Self.length(length)
        }
        if self == .now, case .literal(let offset)? = options["offset"], TimeShift(offset.renderedText) == nil
        {
            throw MockRejection(
                "the template's offset “\(offset.renderedText)” is none: write it like '3 days'.")
        }
    }

    /// What a call costs, in bytes that could be copied meanwhile.
    func cost(of value: JSONValue?) -> Int {
        switch self {
        // A formatter is made for each.
        case .now: 16_384
        case .randomValue: TemplateScope.bytesPerStep + 8 * value.byteCount
        default: TemplateScope.bytesPerStep + value.byteCount
        }
    }

    func value(
        _ arguments: [JSONValue], _ options: [String: JSONValue], in scope: inout TemplateScope
    ) throws(MockRejection) -> JSONValue? {
        let text = arguments.first?.renderedText ?? ""
        switch self {
        case .upper: return .string(text.uppercased())
        case .lower: return .string(text.lowercased())
        case .eq: return .bool(arguments[0].renderedText == arguments[1].renderedText)
        case .jsonPath:
            return try Self.found(arguments[0], arguments[1].renderedText, &scope) ?? options["default"]
        case .now: return .string(Self.time(scope.now, options))
        case .randomInt: return Self.number(options, scope.random)
        case .randomValue: return .string(try Self.randomText(options, scope.random))
        case .base64: return .string(Self.base64(text, options))
        case .urlEncode: return .string(Self.encoded(text, options))
        }
    }

    private static func found(
        _ source: JSONValue, _ path: String, _ scope: inout TemplateScope
    ) throws(MockRejection) -> JSONValue? {
        let spelled = try SpelledJSONPath(path)
        guard let root = source.string.map({ try? JSONValue(parsing: $0) }) ?? source else { return nil }
        let values = try scope.values(at: spelled, in: root)
        guard !values.isEmpty else { return nil }
        return spelled.isDefinite ? values[0] : .array(values)
    }

    private static func time(_ now: Date, _ options: [String: JSONValue]) -> String {
        let date = options["offset"].flatMap { TimeShift($0.renderedText)?.moved(now) } ?? now
        let zone = options["timezone"].flatMap { TimeZone(identifier: $0.renderedText) } ?? .gmt
        switch options["format"]?.renderedText {
        case "epoch": return String(Int(date.timeIntervalSince1970 * 1000))
        case "unix": return String(Int(date.timeIntervalSince1970))
        case let format?: return TimeFormat(format, zone: zone).text(date)
        case nil: return TimeFormat("yyyy-MM-dd'T'HH:mm:ssXXXXX", zone: zone).text(date)
        }
    }

    private static func number(_ options: [String: JSONValue], _ random: () -> Double) -> JSONValue {
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

    private static func length(_ option: JSONValue?) throws(MockRejection) -> Int {
        guard let option else { return 36 }
        guard let length = option.number?.double ?? Double(option.renderedText),
            (0...Double(longestRandomText)).contains(length)
        else {
            throw MockRejection(
                "the template's length “\(option.renderedText)” is not from 0 to \(longestRandomText).")
        }
        return Int(length)
    }

    private static func randomText(
        _ options: [String: JSONValue], _ random: () -> Double
    ) throws(MockRejection) -> String {
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

    private static func base64(_ text: String, _ options: [String: JSONValue]) -> String {
        if options["decode"]?.isTruthy == true {
            return Data(base64Encoded: text).map { String(decoding: $0, as: UTF8.self) } ?? ""
        }
        let encoded = Data(text.utf8).base64EncodedString()
        return options["padding"].map(\.isTruthy) == false ? encoded.replacing("=", with: "") : encoded
    }

    private static func encoded(_ text: String, _ options: [String: JSONValue]) -> String {
        if options["decode"]?.isTruthy == true {
            return Mock.Parameter.parameters(ofQuery: "a=" + text.replacing("&", with: "%26")).first?.value
                ?? ""
        }
        let plain = CharacterSet(
            charactersIn: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-_.*")
        return text.split(separator: " ", omittingEmptySubsequences: false)
            .map { $0.addingPercentEncoding(withAllowedCharacters: plain) ?? "" }.joined(separator: "+")
    }
}

extension String {
    /// Hexadecimal digits in the groups of a UUID, with the marks of a random one (RFC 9562, section 5.4).
    fileprivate var markedAsRandomUUID: String {
        var digits = Array(self)
        digits[14] = "4"
        digits[19] = "a"
        return String(digits)
    }
}
