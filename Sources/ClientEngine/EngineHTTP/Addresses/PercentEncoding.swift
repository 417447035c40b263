internal import EngineSupport

// Percent encoding (RFC 3986, section 2.1).

extension UInt8 {
    /// The value of a hexadecimal digit, or `nil` for any other byte.
    ///
    /// Inlinable code uses this property, so that users do not see the helpers of another module.
    @usableFromInline var hexadecimalDigit: UInt8? { hexadecimalValue }

    /// The byte as `%` and two upper-case hexadecimal digits.
    public var percentEncoded: [UInt8] {
        func digit(_ value: UInt8) -> UInt8 { value < 10 ? 0x30 + value : 0x41 + value - 10 }
        return [0x25, digit(self >> 4), digit(self & 15)]
    }

    /// Indicates whether the byte is unreserved (RFC 3986, section 2.3).
    @inlinable public var isUnreservedInURL: Bool {
        switch self {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: true
        default: false
        }
    }

    /// Indicates whether the byte is reserved (RFC 3986, section 2.2).
    public var isReservedInURL: Bool {
        switch self {
        case 0x21, 0x23, 0x24, 0x26...0x2C, 0x2F, 0x3A, 0x3B, 0x3D, 0x3F, 0x40, 0x5B, 0x5D: true
        default: false
        }
    }
}

extension Collection<UInt8> {
    /// The byte that the first two bytes encode as hexadecimal digits, or `nil` if they are not two digits.
    @inlinable var escapedByte: UInt8? {
        guard let high = first?.hexadecimalDigit, let low = dropFirst().first?.hexadecimalDigit else {
            return nil
        }
        return high << 4 | low
    }

    /// The bytes with every `%` and two hexadecimal digits replaced by the byte that they encode.
    ///
    /// Any other `%` stays.
    @inlinable public var percentDecoded: [UInt8] {
        var decoded: [UInt8] = []
        decoded.reserveCapacity(count)
        var rest = self[...]
        while let byte = rest.popFirst() {
            if byte == 0x25, let escaped = rest.escapedByte {
                decoded.append(escaped)
                rest = rest.dropFirst(2)
            } else {
                decoded.append(byte)
            }
        }
        return decoded
    }

    /// The bytes decoded as form data, where `+` is a space.
    @inlinable public var formDecoded: [UInt8] { map { $0 == 0x2B ? 0x20 : $0 }.percentDecoded }
}

extension StringProtocol {
    /// The text with all bytes escaped except unreserved ones (RFC 3986, section 2.3).
    public var percentEncoded: String { percentEncoded { !$0.isUnreservedInURL } }

    /// Returns the text with every byte escaped for which `mustEscape` returns `true`.
    ///
    /// If `keepingEscapes` is `true`, the percent sign of a complete escape (`%XX`) is not escaped.
    public func percentEncoded(
        keepingEscapes: Bool = false, where mustEscape: (UInt8) -> Bool
    ) -> String {
        guard utf8.contains(where: mustEscape) else { return String(self) }
        var bytes: [UInt8] = []
        bytes.reserveCapacity(2 * utf8.count)
        var rest = Substring(self).utf8
        while let byte = rest.popFirst() {
            let isEscape = keepingEscapes && byte == 0x25 && rest.escapedByte != nil
            if !isEscape, mustEscape(byte) { bytes += byte.percentEncoded } else { bytes.append(byte) }
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The text with every `%XX` decoded, or `nil` if a `%` begins no escape or the result is not UTF-8.
    public var percentDecoded: String? {
        var rest = utf8[...]
        while let percent = rest.firstIndex(of: 0x25) {
            rest = rest[percent...].dropFirst()
            guard rest.escapedByte != nil else { return nil }
        }
        return String(validating: utf8.percentDecoded, as: UTF8.self)
    }

    /// The text decoded as a form value: `+` is a space.
    ///
    /// Incomplete escapes stay.
    public var queryDecoded: String { String(decoding: utf8.formDecoded, as: UTF8.self) }
}
