/// The output of `printf 'format'`, as far as a format says it without arguments.
enum PrintfFormat {
    /// The bytes that open and close words which hold more than quotes can.
    static let opening = Array("$(printf '".utf8)
    static let closing = Array("')".utf8)

    /// Reads `$(printf '…')` at the front of some bytes; nil when anything else stands there.
    ///
    /// Like a shell, it takes line feeds off the end.
    static func substitution(in text: ArraySlice<UInt8>) -> (printed: ArraySlice<UInt8>, length: Int)? {
        guard text.starts(with: opening) else { return nil }
        let format = text.dropFirst(opening.count).prefix { $0 != UInt8(ascii: "'") }
        guard text[format.endIndex...].starts(with: closing), format.first != UInt8(ascii: "-"),
            let printed = printed(format)
        else { return nil }
        let lineFeeds = printed.reversed().prefix { $0 == 0x0A }.count
        return (printed.dropLast(lineFeeds), opening.count + format.count + closing.count)
    }

    /// Nil where the format asks for arguments or has an escape that shells read differently.
    private static func printed(_ format: ArraySlice<UInt8>) -> [UInt8]? {
        var output: [UInt8] = []
        var rest = format
        while let byte = rest.popFirst() {
            switch byte {
            case UInt8(ascii: "%"):
                guard rest.popFirst() == byte else { return nil }
                output.append(byte)
            case UInt8(ascii: "\\"):
                guard let escaped = escape(&rest) else { return nil }
                output.append(escaped)
            default: output.append(byte)
            }
        }
        return output
    }

    /// Reads an escape behind its backslash (POSIX, “File Format Notation”).
    private static func escape(_ rest: inout ArraySlice<UInt8>) -> UInt8? {
        let digits = rest.prefix(3).prefix { (0x30...0x37).contains($0) }
        if !digits.isEmpty {
            rest = rest.dropFirst(digits.count)
            // Shells leave a NUL out.
            return UInt8(String(decoding: digits, as: UTF8.self), radix: 8).flatMap { $0 == 0 ? nil : $0 }
        }
        return switch rest.popFirst() {
        case UInt8(ascii: "\\"): UInt8(ascii: "\\")
        case UInt8(ascii: "a"): 0x07
        case UInt8(ascii: "b"): 0x08
        case UInt8(ascii: "f"): 0x0C
        case UInt8(ascii: "n"): 0x0A
        case UInt8(ascii: "r"): 0x0D
        case UInt8(ascii: "t"): 0x09
        case UInt8(ascii: "v"): 0x0B
        default: nil
        }
    }
}
