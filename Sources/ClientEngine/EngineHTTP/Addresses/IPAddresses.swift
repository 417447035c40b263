import Glibc

/// IPv4 addresses in the notations that `inet_aton` reads: one to four numbers, each decimal, octal after `0`, or
/// hexadecimal after `0x`.
///
/// The last number fills the remaining bytes: `127.1` and `2130706433` are both `127.0.0.1`.
enum IPv4Number {
    /// Returns the address as four decimal numbers, or `nil` if the host is a name.
    ///
    /// A final dot is dropped, because resolvers would treat such an address as a name.
    static func address(_ host: String) -> String? {
        guard let first = host.utf8.first, first.isASCIIDigit else { return nil }
        var parts = host.utf8.split(
            separator: UInt8(ascii: "."), maxSplits: 4, omittingEmptySubsequences: false)
        if parts.last?.isEmpty == true { parts.removeLast() }
        guard parts.count <= 4, let last = parts.popLast(), let low = number(last) else { return nil }
        guard low < 1 << (8 * (4 - parts.count)) else { return nil }
        var address = low
        for (index, part) in parts.enumerated() {
            guard let byte = number(part), byte <= 255 else { return nil }
            address |= byte << (8 * (3 - index))
        }
        return [24, 16, 8, 0].map { String(address >> $0 & 255) }.joined(separator: ".")
    }

    /// Returns the number, or `nil` if the text is not a number below 2³².
    private static func number(_ text: Substring.UTF8View) -> UInt64? {
        var (digits, base) = (text, 10 as UInt64)
        if text.first == UInt8(ascii: "0") {
            let isHexadecimal = text.dropFirst().first?.asciiLowercased == UInt8(ascii: "x")
            (digits, base) = isHexadecimal ? (text.dropFirst(2), 16) : (text, 8)
        }
        guard !digits.isEmpty else { return nil }
        var number: UInt64 = 0
        for digit in digits {
            guard let value = digit.hexadecimalValue, value < base else { return nil }
            number = base * number + UInt64(value)
            guard number < 1 << 32 else { return nil }
        }
        return number
    }
}

enum IPv6Address {
    /// Returns the shorter of the address as written and the address as the system formats it, or `nil` if the text is
    /// not an IPv6 address.
    static func shortest(_ text: Substring) -> String? {
        var address = in6_addr()
        guard text.utf8.count < INET6_ADDRSTRLEN, inet_pton(AF_INET6, String(text), &address) == 1 else {
            return nil
        }
        let system = withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(INET6_ADDRSTRLEN)) { bytes in
            inet_ntop(AF_INET6, &address, bytes.baseAddress, socklen_t(bytes.count)).map {
                String(cString: $0)
            }
        }
        guard let system else { return nil }
        return system.utf8.count <= text.utf8.count ? system : String(text)
    }
}
