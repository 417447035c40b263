/// Appends the text of values to a buffer of UTF-8.
struct JSONWriter {
    enum Style { case compact, pretty }

    private(set) var output: [UInt8] = []
    private let style: Style
    private var depth = 0

    init(style: Style) {
        self.style = style
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
        for byte in string.utf8 {
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
        append("\"")
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
