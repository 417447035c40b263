extension RequestURL {
    /// A URL that can be parsed, made of text that may hold what no URL may: every such byte is escaped.
    ///
    /// Whatever has a meaning in a URL stays, escapes that are whole included. Meant for what people paste; requests
    /// are not repaired behind your back, apart from spaces and bytes outside ASCII.
    /// - Returns: nil for empty text.
    public static func repair(_ text: String, adding parameters: Parameters = [:]) -> String? {
        guard !text.isEmpty else { return nil }
        var rest = Array(text.utf8)[...]
        var repaired: [UInt8] = []
        while let byte = rest.popFirst() {
            let isEscape = byte == 0x25 && rest.prefix(2).count { $0.isHexadecimalDigit } == 2
            let stays = isEscape || byte != 0x25 && byte.mayStandInURL
            repaired += stays ? [byte] : byte.percentEncoded
        }
        return String(decoding: repaired, as: UTF8.self).appendingQuery(parameters.encoded())
    }
}

extension UInt8 {
    /// Tells whether the byte is an ASCII digit or a letter from A to F in either case.
    var isHexadecimalDigit: Bool {
        (0x30...0x39).contains(self) || (0x61...0x66).contains(asciiLowercased)
    }

    /// Tells whether the byte is unreserved (RFC 3986, section 2.3).
    var isUnreservedInURL: Bool {
        switch self {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E: true
        default: false
        }
    }

    /// Tells whether the byte is reserved (RFC 3986, section 2.2).
    var isReservedInURL: Bool {
        switch self {
        case 0x21, 0x23, 0x24, 0x26...0x2C, 0x2F, 0x3A, 0x3B, 0x3D, 0x3F, 0x40, 0x5B, 0x5D: true
        default: false
        }
    }

    /// Tells whether the byte may stand in a URL as it is; `%` may not by itself.
    fileprivate var mayStandInURL: Bool { isUnreservedInURL || isReservedInURL }
}
