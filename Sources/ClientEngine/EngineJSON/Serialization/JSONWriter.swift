package struct JSONWriter {
    enum Style { case compact, pretty }

    enum Escapes {
        /// Escapes that JSON requires (RFC 8259, section 7).
        case required
        /// Also escapes characters that a terminal obeys, does not display, or uses to reorder text.
        case invisible
        /// Escapes everything except printable ASCII.
        case beyondASCII
    }

    var output: [UInt8] = []
    private let style: Style
    let escapes: Escapes
    private var depth = 0

    init(style: Style, escapes: Escapes) {
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

    private mutating func breakLine() {
        guard style == .pretty else { return }
        append("\n")
        output.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * depth))
    }

    mutating func append(_ text: String) {
        output.append(contentsOf: text.utf8)
    }
}
