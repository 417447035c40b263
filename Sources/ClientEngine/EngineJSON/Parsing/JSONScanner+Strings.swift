extension JSONScanner {
    /// Returns the position of the closing quotation mark, from the position after the opening one.
    @inline(__always)
    func endOfString(from start: Int, _ marks: inout JSONNode.Marks) throws(UnlocatedJSONError) -> Int {
        let end = special(from: start)
        if at(end, is: "\"") { return end }
        return try endOfString(after: end, &marks)
    }

    /// Returns the next position of a byte that is not plain text, testing eight bytes at a time.
    @inline(__always)
    private func special(from start: Int) -> Int {
        let (ones, tops) = (0x0101_0101_0101_0101 as UInt64, 0x8080_8080_8080_8080 as UInt64)
        let raw = UnsafeRawBufferPointer(bytes)
        var index = start
        while index &+ 8 <= raw.count {
            let word = raw.loadUnaligned(fromByteOffset: index, as: UInt64.self).littleEndian
            let (quotes, slashes) = (word ^ (ones &* 0x22), word ^ (ones &* 0x5C))
            // The lowest hit is right. Higher ones may be bytes that a borrow has changed.
            let hits =
                ((quotes &- ones) & ~quotes | (slashes &- ones) & ~slashes | (word &- ones &* 0x20) & ~word
                    | word) & tops
            if hits != 0 { return index &+ hits.trailingZeroBitCount &>> 3 }
            index &+= 8
        }
        while index < raw.count, Self.isPlain(raw[index]) { index += 1 }
        return index
    }

    private static func isPlain(_ byte: UInt8) -> Bool {
        byte >= 0x20 && byte < 0x80 && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
    }

    /// Continues at a byte that is not plain text.
    @inline(never)
    private func endOfString(
        after start: Int, _ marks: inout JSONNode.Marks
    ) throws(UnlocatedJSONError) -> Int {
        var end = start
        while end < bytes.count {
            switch bytes[end] {
            case UInt8(ascii: "\""): return end
            case UInt8(ascii: "\\"):
                marks.insert(.escaped)
                end = try endOfEscape(from: end + 1)
            case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
                throw failure(at: end, expecting: "a closing quotation mark")
            case ..<0x20: throw failure(at: end, expecting: "control characters to be escaped")
            case 0x80...:
                marks.insert(.beyondASCII)
                end = try endOfScalar(from: end)
            default: end = special(from: end)
            }
        }
        throw failure(at: end, expecting: "a closing quotation mark")
    }

    /// Returns the end of a scalar of two to four bytes.
    ///
    /// The ranges are table 3-7 of the Unicode Standard.
    private func endOfScalar(from start: Int) throws(UnlocatedJSONError) -> Int {
        let second: ClosedRange<UInt8>
        let length: Int
        switch bytes[start] {
        case 0xC2...0xDF: (second, length) = (0x80...0xBF, 2)
        case 0xE0: (second, length) = (0xA0...0xBF, 3)
        case 0xED: (second, length) = (0x80...0x9F, 3)
        case 0xE1...0xEF: (second, length) = (0x80...0xBF, 3)
        case 0xF0: (second, length) = (0x90...0xBF, 4)
        case 0xF1...0xF3: (second, length) = (0x80...0xBF, 4)
        case 0xF4: (second, length) = (0x80...0x8F, 4)
        default: throw failure(at: start, expecting: "UTF-8")
        }
        for index in start + 1..<start + length {
            let range = index == start + 1 ? second : 0x80...0xBF
            guard index < bytes.count, range.contains(bytes[index]) else {
                throw failure(at: index, expecting: "UTF-8")
            }
        }
        return start + length
    }

    /// Returns the end of an escape, from the position after its backslash.
    private func endOfEscape(from start: Int) throws(UnlocatedJSONError) -> Int {
        switch start < bytes.count ? bytes[start] : 0 {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"), UInt8(ascii: "b"), UInt8(ascii: "f"),
            UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"):
            return start + 1
        case UInt8(ascii: "u"):
            for index in start + 1...start + 4 {
                guard index < bytes.count, JSONEscapes.hexDigit(bytes[index]) != nil else {
                    throw failure(at: index, expecting: "four hexadecimal digits after “\\u”")
                }
            }
            return start + 5
        default: throw failure(at: start, expecting: "one of \" \\ / b f n r t u after the backslash")
        }
    }
}
