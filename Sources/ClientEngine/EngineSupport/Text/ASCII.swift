extension UInt8 {
    /// The lower-case letter for an ASCII capital, or the byte itself.
    @inlinable public var asciiLowercased: UInt8 {
        (0x41...0x5A).contains(self) ? self | 0x20 : self
    }

    /// Indicates whether the byte is a space or a tab.
    @inlinable public var isBlank: Bool { self == 0x20 || self == 0x09 }

    /// Indicates whether the byte is a digit from 0 to 9.
    @inlinable public var isASCIIDigit: Bool { (0x30...0x39).contains(self) }

    /// Indicates whether the byte is an ASCII letter in either case.
    @inlinable public var isASCIILetter: Bool { (0x61...0x7A).contains(asciiLowercased) }

    /// Indicates whether the byte is an ASCII letter or digit.
    @inlinable public var isASCIIAlphanumeric: Bool { isASCIIDigit || isASCIILetter }

    /// The value of a hexadecimal digit in either case; `nil` for any other byte.
    @inlinable public var hexadecimalValue: UInt8? {
        switch self {
        case 0x30...0x39: self - 0x30
        case 0x41...0x46: self - 0x41 + 10
        case 0x61...0x66: self - 0x61 + 10
        default: nil
        }
    }

    /// The lower-case hexadecimal digit of a number below 16.
    @inlinable public var hexadecimalDigit: UInt8 { self < 10 ? 0x30 + self : 0x61 + self - 10 }
}

extension Collection<UInt8> {
    /// Two lower-case hexadecimal digits for each byte.
    @inlinable public var hexadecimal: String {
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
    /// Returns the number in lower-case hexadecimal digits, with zeros in front up to `digits` digits.
    public func hexadecimal(digits: Int) -> String {
        let text = String(self, radix: 16)
        return String(repeating: "0", count: Swift.max(0, digits - text.count)) + text
    }
}
