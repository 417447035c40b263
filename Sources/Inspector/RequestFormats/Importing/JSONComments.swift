/// Comments in JSON, which other programs take out before they send it.
enum JSONComments {
    /// Returns a text without `// …` and `/* … */`, except within strings.
    static func removed(from text: String) -> String {
        guard text.utf8.contains(UInt8(ascii: "/")) else { return text }
        var output: [UInt8] = []
        var rest = text.utf8[...]
        while let byte = rest.first {
            if byte == UInt8(ascii: "\"") {
                let string = string(at: rest)
                output += string
                rest = rest[string.endIndex...]
            } else if let comment = comment(at: rest) {
                rest = rest[comment.endIndex...]
            } else {
                output.append(byte)
                rest.removeFirst()
            }
        }
        return String(decoding: output, as: UTF8.self)
    }

    /// Returns a string with its quotation marks; the end of the text ends it, too.
    private static func string(at text: Substring.UTF8View) -> Substring.UTF8View {
        var isEscaped = false
        for (index, byte) in zip(text.indices, text).dropFirst() {
            if isEscaped {
                isEscaped = false
            } else if byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else if byte == UInt8(ascii: "\"") {
                return text[...index]
            }
        }
        return text
    }

    /// Returns the comment that begins a text, without its line end; nil where none begins there.
    private static func comment(at text: Substring.UTF8View) -> Substring.UTF8View? {
        if text.starts(with: "//".utf8) {
            return text.prefix { $0 != 0x0A && $0 != 0x0D }
        }
        guard text.starts(with: "/*".utf8) else { return nil }
        var last: UInt8 = 0
        for (index, byte) in zip(text.indices, text).dropFirst(2) {
            if last == UInt8(ascii: "*"), byte == UInt8(ascii: "/") { return text[...index] }
            last = byte
        }
        return text
    }
}
