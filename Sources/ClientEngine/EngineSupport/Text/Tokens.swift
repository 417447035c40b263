extension String {
    /// Indicates whether the text is an HTTP token (RFC 9110, section 5.6.2).
    public var isToken: Bool { !isEmpty && utf8.allSatisfy(\.isOfToken) }
}

extension UInt8 {
    /// Indicates whether an HTTP token may contain the byte (RFC 9110, section 5.6.2).
    @inlinable public var isOfToken: Bool {
        switch self {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
        case 0x21, 0x23...0x27, 0x2A, 0x2B, 0x2D, 0x2E, 0x5E...0x60, 0x7C, 0x7E: true
        default: false
        }
    }
}
