import EngineJSON

extension PathParser {
    mutating func parseString() throws(JSONPathError) -> String {
        let quote = bytes[position]
        position += 1
        var text: [UInt8] = []
        while position < bytes.count {
            let byte = bytes[position]
            switch byte {
            case quote:
                position += 1
                return String(decoding: text, as: UTF8.self)
            case UInt8(ascii: "\\"):
                position += 1
                try parseEscape(quote: quote, into: &text)
            case ..<0x20:
                throw failure(expecting: "control characters to be escaped")
            default:
                text.append(byte)
                position += 1
            }
        }
        throw failure(expecting: "a closing quotation mark")
    }

    private mutating func parseEscape(quote: UInt8, into text: inout [UInt8]) throws(JSONPathError) {
        switch peek() {
        case "u":
            position += 1
            return text.append(contentsOf: try parseUnicodeEscape())
        case "b": text.append(0x08)
        case "f": text.append(0x0C)
        case "n": text.append(0x0A)
        case "r": text.append(0x0D)
        case "t": text.append(0x09)
        case "/", "\\": text.append(bytes[position])
        case .some(Unicode.Scalar(quote)): text.append(quote)
        default:
            let quote = Unicode.Scalar(quote)
            throw failure(expecting: "one of \(quote) \\ / b f n r t u after the backslash")
        }
        position += 1
    }

    /// Parses `00e9`, or `d83d\ude00`: two escapes that together encode one scalar.
    private mutating func parseUnicodeEscape() throws(JSONPathError) -> UTF8.EncodedScalar {
        let start = position
        let unit = try parseHexUnit()
        var value = UInt32(unit)
        if UTF16.isLeadSurrogate(unit) {
            guard consume("\\u") else { throw failure(expecting: "the second half of a surrogate pair") }
            let second = try parseHexUnit()
            value = 0x10000 + (UInt32(unit & 0x3FF) << 10 | UInt32(second & 0x3FF))
            if !UTF16.isTrailSurrogate(second) { value = UInt32(unit) }
        }
        guard let scalar = Unicode.Scalar(value), let encoded = UTF8.encode(scalar) else {
            throw failure("Half a surrogate pair names no character", .syntax, at: start)
        }
        return encoded
    }

    private mutating func parseHexUnit() throws(JSONPathError) -> UInt16 {
        let end = position + 4
        let digits = bytes[position..<min(end, bytes.count)]
        guard digits.count == 4, digits.allSatisfy({ Unicode.Scalar($0).properties.isASCIIHexDigit }),
            let unit = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
        else { throw failure(expecting: "four hexadecimal digits") }
        position = end
        return unit
    }
}
