import Glibc

/// The hosts for which no proxy is used: the list in `no_proxy`, as libcurl interprets it (CURLOPT_NOPROXY).
///
/// A name matches itself and all names below it, an address itself, `ADDRESS/BITS` a block of addresses, and a single
/// `*` every host.
struct ProxyExceptions {
    private let entries: [Substring]

    init(_ list: String) {
        entries = list.split { $0 == "," || $0 == " " || $0 == "\t" }
    }

    /// Returns whether the list contains a host.
    ///
    /// IPv6 addresses may be in brackets.
    func contain(_ host: String) -> Bool {
        if entries == ["*"] { return true }
        let host = host.lowercased().filter { $0 != "[" && $0 != "]" }.prefix(before: "%")
        if let address = Address(host) { return entries.contains { address.isIn($0) } }
        let name = Self.withoutFinalDot(host)
        return entries.contains { entry in
            var entry = Self.withoutFinalDot(entry.lowercased()[...])
            if entry.first == "." { entry.removeFirst() }
            return !entry.isEmpty && (name == entry || name.hasSuffix("." + entry))
        }
    }

    private static func withoutFinalDot(_ name: Substring) -> Substring {
        name.last == "." ? name.dropLast() : name
    }

    /// The bytes of an IP address.
    private struct Address: Equatable {
        let bytes: [UInt8]

        init?(_ text: Substring) {
            for (family, count) in [(AF_INET, 4), (AF_INET6, 16)] {
                var bytes = [UInt8](repeating: 0, count: count)
                if inet_pton(family, String(text), &bytes) == 1 {
                    self.bytes = bytes
                    return
                }
            }
            return nil
        }

        /// Returns whether an entry of the list is the address, or a block that contains it.
        func isIn(_ entry: Substring) -> Bool {
            let (network, length) = entry.cut(at: "/") ?? (entry, "")
            guard let network = Address(network), network.bytes.count == bytes.count else { return false }
            let bits = Int(length) ?? 0
            guard bits > 0 else { return network == self }
            guard bits < bytes.count * 8 else { return bits == bytes.count * 8 && network == self }
            let whole = bits / 8
            guard bytes.prefix(whole) == network.bytes.prefix(whole) else { return false }
            return bits % 8 == 0 || (bytes[whole] ^ network.bytes[whole]) >> UInt8(8 - bits % 8) == 0
        }
    }
}
