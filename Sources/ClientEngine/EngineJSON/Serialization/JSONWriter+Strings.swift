internal import EngineSupport

// Writing of strings (RFC 8259, section 7). Ranges without escapes are written as a whole.
extension JSONWriter {
    mutating func write(_ string: String) {
        var string = string
        output.append(UInt8(ascii: "\""))
        string.withUTF8 { text in
            // Makes room for a large string once.
            if text.count > 1 << 20 { output.reserveCapacity(output.count + text.count + text.count >> 3) }
            write(UnsafeRawBufferPointer(text))
        }
        output.append(UInt8(ascii: "\""))
    }

    /// Returns whether a text may contain a byte that JSON requires to be escaped.
    package static func mayNeedEscapes(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        special(in: UnsafeRawBufferPointer(text), from: 0, escapes: .required) < text.count
    }

    private mutating func write(_ text: UnsafeRawBufferPointer) {
        var (start, index) = (0, 0)
        while true {
            index = Self.special(in: text, from: index, escapes: escapes)
            guard index < text.count else { break }
            let end: Int
            if text[index] < 0x7F {
                append(text[start..<index])
                escape(text[index])
                end = index + 1
            } else {
                let (scalar, count) = Self.scalar(in: text, at: index)
                guard escapes == .beyondASCII || scalar.isInvisible else {
                    index += count
                    continue
                }
                append(text[start..<index])
                escape(scalar)
                end = index + count
            }
            (start, index) = (end, end)
        }
        append(text[start...])
    }

    /// Returns the next position that may need an escape, testing eight bytes at a time.
    private static func special(
        in text: UnsafeRawBufferPointer, from start: Int, escapes: Escapes
    ) -> Int {
        let (ones, tops) = (0x0101_0101_0101_0101 as UInt64, 0x8080_8080_8080_8080 as UInt64)
        let beyond = escapes == .required ? 0 : tops
        var index = start
        while index + 8 <= text.count {
            let word = text.loadUnaligned(fromByteOffset: index, as: UInt64.self).littleEndian
            let (quotes, slashes, deletes) = (
                word ^ (ones &* 0x22), word ^ (ones &* 0x5C), word ^ (ones &* 0x7F)
            )
            var hits = (quotes &- ones) & ~quotes | (slashes &- ones) & ~slashes
            hits |= (word &- ones &* 0x20) & ~word
            hits = hits & tops | word & beyond
            if beyond != 0 { hits |= (deletes &- ones) & ~deletes & tops }
            if hits != 0 { return index + hits.trailingZeroBitCount >> 3 }
            index += 8
        }
        while index < text.count, !isSpecial(text[index], escapes) { index += 1 }
        return index
    }

    private static func isSpecial(_ byte: UInt8, _ escapes: Escapes) -> Bool {
        byte < 0x20 || byte == 0x22 || byte == 0x5C || byte >= 0x7F && escapes != .required
    }

    private mutating func escape(_ byte: UInt8) {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"): append(escaped: byte)
        case 0x08: append(escaped: UInt8(ascii: "b"))
        case 0x09: append(escaped: UInt8(ascii: "t"))
        case 0x0A: append(escaped: UInt8(ascii: "n"))
        case 0x0C: append(escaped: UInt8(ascii: "f"))
        case 0x0D: append(escaped: UInt8(ascii: "r"))
        case ..<0x20: append((byte < 0x10 ? "\\u000" : "\\u00") + String(byte, radix: 16))
        default: output.append(byte)
        }
    }

    private mutating func append(escaped byte: UInt8) {
        output.append(UInt8(ascii: "\\"))
        output.append(byte)
    }

    /// Appends a range.
    ///
    /// A slice would be copied byte by byte.
    private mutating func append(_ text: Slice<UnsafeRawBufferPointer>) {
        output.append(contentsOf: UnsafeRawBufferPointer(rebasing: text))
    }

    private mutating func escape(_ scalar: Unicode.Scalar) {
        for unit in String(scalar).utf16 {
            let digits = String(unit, radix: 16)
            append("\\u" + String(repeating: "0", count: 4 - digits.count) + digits)
        }
    }

    private static func scalar(in text: UnsafeRawBufferPointer, at index: Int) -> (Unicode.Scalar, Int) {
        let first = UInt32(text[index])
        let count = first < 0x80 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
        var value = count == 1 ? first : first & (0xFF >> UInt32(count + 1))
        for offset in 1..<max(1, count) { value = value << 6 | UInt32(text[index + offset] & 0x3F) }
        return (Unicode.Scalar(value) ?? "\u{FFFD}", count)
    }
}
