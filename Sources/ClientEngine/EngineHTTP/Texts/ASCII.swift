extension UInt8 {
    /// The lower-case letter for an ASCII capital, else the byte itself.
    @inlinable package var asciiLowercased: UInt8 {
        (0x41...0x5A).contains(self) ? self | 0x20 : self
    }

    @inlinable package var isBlank: Bool { self == 0x20 || self == 0x09 }

    @inlinable package var isASCIIDigit: Bool { (0x30...0x39).contains(self) }

    @inlinable package var isASCIILetter: Bool { (0x61...0x7A).contains(asciiLowercased) }

    @inlinable package var isASCIIAlphanumeric: Bool { isASCIIDigit || isASCIILetter }

    /// The value of a hexadecimal digit in either case.
    @inlinable package var hexadecimalValue: UInt8? {
        switch self {
        case 0x30...0x39: self - 0x30
        case 0x41...0x46: self - 0x41 + 10
        case 0x61...0x66: self - 0x61 + 10
        default: nil
        }
    }

    /// The lower-case hexadecimal digit of a number below 16.
    @inlinable package var hexadecimalDigit: UInt8 { self < 10 ? 0x30 + self : 0x61 + self - 10 }
}

extension Collection<UInt8> {
    /// Two lower-case hexadecimal digits for each byte.
    @inlinable package var hexadecimal: String {
        var digits: [UInt8] = []
        digits.reserveCapacity(2 * count)
        for byte in self {
            digits.append((byte >> 4).hexadecimalDigit)
            digits.append((byte & 0xF).hexadecimalDigit)
        }
        return String(decoding: digits, as: UTF8.self)
    }
}

extension BinaryInteger {
    /// Returns the number in lower-case hexadecimal digits, at least so many.
    package func hexadecimal(digits: Int) -> String {
        let text = String(self, radix: 16)
        return String(repeating: "0", count: Swift.max(0, digits - text.count)) + text
    }
}
