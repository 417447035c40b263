extension JSONParser {
    /// Reads a string from its opening quotation mark to behind its closing one.
    ///
    /// - Returns: where its text stands; nil where it had escapes, and then `unescaped` is its text.
    mutating func scanString() throws(UnlocatedJSONError) -> Range<Int>? {
        position += 1
        let start = position
        try skipPlainText()
        if peek() == UInt8(ascii: "\"") {
            defer { position += 1 }
            return start..<position
        }
        unescaped.removeAll(keepingCapacity: true)
        unescaped.append(contentsOf: bytes[start..<position])
        while !consume("\"") {
            if consume("\\") { try parseEscape() }
            let plain = position
            try skipPlainText()
            unescaped.append(contentsOf: bytes[plain..<position])
        }
        return nil
    }

    /// Goes to the next quotation mark or backslash; anything else that may not stand there is an error.
    private mutating func skipPlainText() throws(UnlocatedJSONError) {
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): return
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
                throw failure(expecting: "a closing quotation mark")
            case ..<0x20: throw failure(expecting: "control characters to be escaped")
            case 0x80...: try skipMultibyteScalar()
            default: position += 1
            }
        }
        throw failure(expecting: "a closing quotation mark")
    }

    /// Goes behind one scalar of two to four bytes; the ranges are table 3-7 of the Unicode Standard.
    private mutating func skipMultibyteScalar() throws(UnlocatedJSONError) {
        let second: ClosedRange<UInt8>
        let length: Int
        switch bytes[position] {
        case 0xC2...0xDF: (second, length) = (0x80...0xBF, 2)
        case 0xE0: (second, length) = (0xA0...0xBF, 3)
        case 0xED: (second, length) = (0x80...0x9F, 3)
        case 0xE1...0xEF: (second, length) = (0x80...0xBF, 3)
        case 0xF0: (second, length) = (0x90...0xBF, 4)
        case 0xF1...0xF3: (second, length) = (0x80...0xBF, 4)
        case 0xF4: (second, length) = (0x80...0x8F, 4)
        default: throw failure(expecting: "UTF-8")
        }
        position += 1
        try skip(byteIn: second)
        for _ in 2..<length { try skip(byteIn: 0x80...0xBF) }
    }

    private mutating func skip(byteIn range: ClosedRange<UInt8>) throws(UnlocatedJSONError) {
        guard let byte = peek(), range.contains(byte) else { throw failure(expecting: "UTF-8") }
        position += 1
    }

    /// Reads an escape from behind its backslash on.
    private mutating func parseEscape() throws(UnlocatedJSONError) {
        if consume("u") { return try parseUnicodeEscape() }
        switch peek() {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): unescaped.append(bytes[position])
        case UInt8(ascii: "b"): unescaped.append(0x08)
        case UInt8(ascii: "f"): unescaped.append(0x0C)
        case UInt8(ascii: "n"): unescaped.append(0x0A)
        case UInt8(ascii: "r"): unescaped.append(0x0D)
        case UInt8(ascii: "t"): unescaped.append(0x09)
        default: throw failure(expecting: "one of \" \\ / b f n r t u after the backslash")
        }
        position += 1
    }

    /// Reads `00e9`, or `d83d\ude00`: two escapes that together name one scalar.
    private mutating func parseUnicodeEscape() throws(UnlocatedJSONError) {
        let unit = try parseHexUnit()
        guard UTF16.isLeadSurrogate(unit) else {
            appendUnescaped(Unicode.Scalar(unit))
            return
        }
        let behindFirst = position
        if consume("\\"), consume("u") {
            let second = try parseHexUnit()
            if UTF16.isTrailSurrogate(second) {
                let scalar = 0x10000 + (UInt32(unit & 0x3FF) << 10 | UInt32(second & 0x3FF))
                appendUnescaped(Unicode.Scalar(scalar))
                return
            }
        }
        // What follows is no partner: it is read again for its own sake.
        position = behindFirst
        appendUnescaped(nil)
    }

    private mutating func parseHexUnit() throws(UnlocatedJSONError) -> UInt16 {
        var unit: UInt16 = 0
        for _ in 0..<4 {
            guard let byte = peek(), let digit = Self.hexDigit(byte) else {
                throw failure(expecting: "four hexadecimal digits after “\\u”")
            }
            unit = unit << 4 | digit
            position += 1
        }
        return unit
    }

    private static func hexDigit(_ byte: UInt8) -> UInt16? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt16(byte - UInt8(ascii: "0"))
        case UInt8(ascii: "a")...UInt8(ascii: "f"): UInt16(byte - UInt8(ascii: "a") + 10)
        case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt16(byte - UInt8(ascii: "A") + 10)
        default: nil
        }
    }

    private mutating func appendUnescaped(_ scalar: Unicode.Scalar?) {
        unescaped.append(contentsOf: UTF8.encode(scalar ?? "\u{FFFD}") ?? UTF8.encodedReplacementCharacter)
    }
}
