import CEnginePsl

/// Knows below which names anybody may register one (publicsuffix.org), from the list that libpsl was built with.
enum PublicSuffix {
    /// Returns whether a host name in lower case is such a name, as `com`, `co.uk` and names that no list knows are.
    static func contains(_ host: String) -> Bool {
        !host.isEmpty && !host.isIPAddress && cpsl_is_public_suffix(host) != 0
    }

    /// Returns the part of a host name in lower case that one owner registered; the host itself where there is none.
    static func site(of host: String) -> String {
        guard !host.isIPAddress else { return host }
        let offset = cpsl_registrable_offset(host)
        return offset < 0 ? host : String(decoding: host.utf8.dropFirst(offset), as: UTF8.self)
    }
}

extension String {
    /// Indicates whether a URL's host is an address and no name.
    var isIPAddress: Bool {
        if hasPrefix("[") || contains(":") { return true }
        let labels = split(separator: ".", omittingEmptySubsequences: false)
        return labels.count == 4 && labels.allSatisfy { UInt8($0) != nil && !$0.hasPrefix("+") }
    }
}
