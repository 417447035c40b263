/// Appends the text of values to a buffer of UTF-8.
struct JSONWriter {
    enum Style { case compact, pretty }

    /// Which characters of strings are written as escapes.
    enum Escapes {
        /// Those that JSON demands (RFC 8259, section 7).
        case required
        /// Those as well that a terminal obeys, hides or reorders text by.
        case invisible
    }

    private(set) var output: [UInt8] = []
    private let style: Style
    private let escapes: Escapes
    private var depth = 0

    init(style: Style, escapes: Escapes = .required) {
        self.style = style
        self.escapes = escapes
    }

    mutating func write(_ value: JSONValue) {
        switch value {
        case .null: append("null")
        case .bool(let bool): append(bool ? "true" : "false")
        case .number(let number): append(number.text)
        case .string(let string): write(string)
        case .array(let elements): write(elements)
        case .object(let object): write(object)
        }
    }

    private mutating func write(_ elements: [JSONValue]) {
        guard !elements.isEmpty else { return append("[]") }
        append("[")
        depth += 1
        for (index, element) in elements.enumerated() {
            if index > 0 { append(",") }
            breakLine()
            write(element)
        }
        depth -= 1
        breakLine()
        append("]")
    }

    private mutating func write(_ object: JSONObject) {
        guard !object.isEmpty else { return append("{}") }
        append("{")
        depth += 1
        for (index, member) in object.members.enumerated() {
            if index > 0 { append(",") }
            breakLine()
            write(member.name)
            append(style == .pretty ? ": " : ":")
            write(member.value)
        }
        depth -= 1
        breakLine()
        append("}")
    }

    private mutating func write(_ string: String) {
        append("\"")
        if escapes == .required || string.utf8.allSatisfy({ $0 < 0x7F }) {
            write(string.utf8)
        } else {
            for scalar in string.unicodeScalars {
                if scalar.isInvisible { escape(scalar) } else { write(String(scalar).utf8) }
            }
        }
        append("\"")
    }

    private mutating func write(_ text: String.UTF8View) {
        for byte in text {
            switch byte {
            case UInt8(ascii: "\""): append("\\\"")
            case UInt8(ascii: "\\"): append("\\\\")
            case 0x08: append("\\b")
            case 0x09: append("\\t")
            case 0x0A: append("\\n")
            case 0x0C: append("\\f")
            case 0x0D: append("\\r")
            case ..<0x10: append("\\u000" + String(byte, radix: 16))
            case ..<0x20: append("\\u00" + String(byte, radix: 16))
            default: output.append(byte)
            }
        }
    }

    private mutating func escape(_ scalar: Unicode.Scalar) {
        for unit in String(scalar).utf16 {
            let digits = String(unit, radix: 16)
            append("\\u" + String(repeating: "0", count: 4 - digits.count) + digits)
        }
    }

    private mutating func breakLine() {
        guard style == .pretty else { return }
        append("\n")
        output.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * depth))
    }

    private mutating func append(_ text: String) {
        output.append(contentsOf: text.utf8)
    }
}

extension Unicode.Scalar {
    /// Whether nothing of it is seen, or something else moves: C1 controls, direction marks, separators, tags.
    fileprivate var isInvisible: Bool {
        guard value >= 0x7F else { return false }
        return switch properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator, .privateUse, .unassigned: true
        default: false
        }
    }
}
