import Glibc

extension ConnectionRecord {
    /// The scope of an IP address.
    enum AddressScope {
        /// An address of the Internet.
        case `public`
        /// An address of this machine, its link, or a private network.
        case `private`
    }

    /// The scope of the remote address, or `nil` if it is not an IP address.
    var addressScope: AddressScope? { AddressScope(remoteAddress) }
}

extension ConnectionRecord.AddressScope {
    /// Address blocks that are not part of the Internet (RFC 6890), as bytes and a prefix length in bits.
    private static let privateV4: [(bytes: [UInt8], bits: Int)] = [
        ([0], 8), ([10], 8), ([100, 64], 10), ([127], 8), ([169, 254], 16), ([172, 16], 12),
        ([192, 0, 0], 24),
        ([192, 168], 16), ([198, 18], 15), ([224], 3),
    ]
    private static let privateV6: [(bytes: [UInt8], bits: Int)] = [
        ([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], 120), ([0xFC], 7), ([0xFE, 0x80], 10),
        ([0xFE, 0xC0], 10), ([0xFF], 8),
    ]

    /// Determines the scope of an address in the format of libcurl.
    init?(_ address: String) {
        var four = [UInt8](repeating: 0, count: 4)
        var sixteen = [UInt8](repeating: 0, count: 16)
        // The interface follows a percent sign.
        let plain = String(address.prefix(before: "%"))
        if inet_pton(AF_INET, plain, &four) == 1 {
            self.init(four, within: Self.privateV4)
        } else if inet_pton(AF_INET6, plain, &sixteen) == 1 {
            // An IPv4-mapped address, or one of a translator (RFC 6052).
            let isMapped = sixteen.starts(with: [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xFF, 0xFF])
            let isTranslated = sixteen.starts(with: [0, 0x64, 0xFF, 0x9B, 0, 0, 0, 0, 0, 0, 0, 0])
            if isMapped || isTranslated {
                self.init(Array(sixteen.suffix(4)), within: Self.privateV4)
            } else {
                self.init(sixteen, within: Self.privateV6)
            }
        } else {
            return nil
        }
    }

    private init(_ address: [UInt8], within blocks: [(bytes: [UInt8], bits: Int)]) {
        let isPrivate = blocks.contains { block in
            let whole = block.bits / 8
            guard address.prefix(whole).elementsEqual(block.bytes.prefix(whole)) else { return false }
            let rest = block.bits % 8
            return rest == 0 || (address[whole] ^ block.bytes[whole]) >> UInt8(8 - rest) == 0
        }
        self = isPrivate ? .private : .public
    }
}
