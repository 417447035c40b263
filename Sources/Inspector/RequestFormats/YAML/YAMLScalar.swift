import EngineJSON

/// Scalars by the core schema of YAML 1.2 (section 10.3.2): `yes` and `2026-11-21` are text.
enum YAMLScalar {
    private static let tagPrefix = "tag:yaml.org,2002:"

    static func value(_ text: String, isPlain: Bool, tag: String?) -> JSONValue {
        guard let tag, tag != "!" || isPlain else { return isPlain ? plain(text) : .string(text) }
        guard tag.hasPrefix(tagPrefix) else { return .string(text) }
        switch tag.dropFirst(tagPrefix.count) {
        case "null", "bool", "int": return plain(text)
        case "float":
            // What is an integer by its looks stays one: JSON knows only numbers.
            return plain(text)
        default: return .string(text)
        }
    }

    private static func plain(_ text: String) -> JSONValue {
        switch text {
        case "", "~", "null", "Null", "NULL": return .null
        case "true", "True", "TRUE": return .bool(true)
        case "false", "False", "FALSE": return .bool(false)
        default: break
        }
        guard let first = text.utf8.first, first.isDigit || "+-.".utf8.contains(first) else {
            return .string(text)
        }
        return (based(text) ?? decimal(text)).map(JSONValue.number) ?? .string(text)
    }

    /// `0o17` and `0x1F`.
    private static func based(_ text: String) -> JSONNumber? {
        let radix: Int
        if text.hasPrefix("0o") { radix = 8 } else if text.hasPrefix("0x") { radix = 16 } else { return nil }
        let digits = text.dropFirst(2)
        guard digits.utf8.first != UInt8(ascii: "+"), digits.utf8.first != UInt8(ascii: "-") else {
            return nil
        }
        return UInt64(digits, radix: radix).map { JSONNumber($0) }
    }

    /// Decimal numbers in the spelling of JSON: `+.5` is `0.5`, `007` is `7`, `1.` is `1.0`; `.inf` is none.
    private static func decimal(_ text: String) -> JSONNumber? {
        var rest = text.utf8[...]
        var sign = ""
        if let first = rest.first, first == UInt8(ascii: "+") || first == UInt8(ascii: "-") {
            if first == UInt8(ascii: "-") { sign = "-" }
            rest = rest.dropFirst()
        }
        let whole = rest.prefix(while: \.isDigit)
        rest = rest[whole.endIndex...]
        var fraction: Substring.UTF8View?
        if rest.first == UInt8(ascii: ".") {
            let digits = rest.dropFirst().prefix(while: \.isDigit)
            rest = rest[digits.endIndex...]
            fraction = digits
        }
        guard !whole.isEmpty || !(fraction?.isEmpty ?? true) else { return nil }
        let exponent = rest
        guard exponent.isEmpty || isExponent(exponent) else { return nil }
        let significant = whole.drop { $0 == UInt8(ascii: "0") }
        var number = sign + (significant.isEmpty ? "0" : String(Substring(significant)))
        if let fraction { number += "." + (fraction.isEmpty ? "0" : String(Substring(fraction))) }
        return JSONNumber(text: number + String(Substring(exponent)))
    }

    private static func isExponent(_ text: Substring.UTF8View) -> Bool {
        guard text.first == UInt8(ascii: "e") || text.first == UInt8(ascii: "E") else { return false }
        var digits = text.dropFirst()
        if digits.first == UInt8(ascii: "+") || digits.first == UInt8(ascii: "-") {
            digits = digits.dropFirst()
        }
        return !digits.isEmpty && digits.allSatisfy(\.isDigit)
    }
}

extension UInt8 {
    fileprivate var isDigit: Bool { self >= 0x30 && self <= 0x39 }
}
