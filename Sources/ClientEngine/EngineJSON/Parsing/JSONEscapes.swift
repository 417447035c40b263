/// Decodes the escapes of strings that the parser has accepted.
enum JSONEscapes {
    /// Writes the text of a string, which is never longer than the string.
    ///
    /// A surrogate without its partner becomes U+FFFD.
    ///
    /// - Returns: The number of bytes written.
    static func resolve(
        _ string: UnsafeBufferPointer<UInt8>, into text: UnsafeMutableBufferPointer<UInt8>
    ) -> Int {
        var (index, end) = (0, 0)
        func append(_ byte: UInt8) {
            text[end] = byte
            end += 1
        }
        while index < string.count {
            guard string[index] == UInt8(ascii: "\\") else {
                append(string[index])
                index += 1
                continue
            }
            index += 2
            switch string[index - 1] {
            case UInt8(ascii: "b"): append(0x08)
            case UInt8(ascii: "f"): append(0x0C)
            case UInt8(ascii: "n"): append(0x0A)
            case UInt8(ascii: "r"): append(0x0D)
            case UInt8(ascii: "t"): append(0x09)
            case UInt8(ascii: "u"):
                let scalar = scalar(in: string, at: &index)
                (UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter).forEach(append)
            case let byte: append(byte)
            }
        }
        return end
    }

    /// Decodes `00e9`, or `d83d\ude00`: two escapes that together encode one scalar.
    private static func scalar(in string: UnsafeBufferPointer<UInt8>, at index: inout Int) -> Unicode.Scalar {
        let first = unit(in: string, at: index)
        index += 4
        guard UTF16.isLeadSurrogate(first) else { return Unicode.Scalar(first) ?? "\u{FFFD}" }
        guard index + 6 <= string.count, string[index] == UInt8(ascii: "\\"),
            string[index + 1] == UInt8(ascii: "u")
        else { return "\u{FFFD}" }
        let second = unit(in: string, at: index + 2)
        // An escape that is not the partner is decoded separately.
        guard UTF16.isTrailSurrogate(second) else { return "\u{FFFD}" }
        index += 6
        return UTF16.decode(UTF16.EncodedScalar([first, second]))
    }

    private static func unit(in string: UnsafeBufferPointer<UInt8>, at index: Int) -> UInt16 {
        string[index..<index + 4].reduce(0) { $0 << 4 | UInt16(hexDigit($1) ?? 0) }
    }

    /// Returns the value of a hexadecimal digit, or `nil` for any other byte.
    static func hexDigit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}
