import CEnginePsl

/// The public suffixes (publicsuffix.org), below which anyone can register a domain, from the list in libpsl.
enum PublicSuffix {
    /// Returns whether a host name in lower case is a public suffix, such as `com`, `co.uk` and names that no list
    /// contains.
    static func contains(_ host: String) -> Bool {
        !host.isEmpty && !host.isIPAddress && cpsl_is_public_suffix(host) != 0
    }

    /// Returns the registrable domain of a host name in lower case, or the host itself if there is none.
    static func site(of host: String) -> String {
        guard !host.isIPAddress else { return host }
        let offset = cpsl_registrable_offset(host)
        return offset < 0 ? host : String(decoding: host.utf8.dropFirst(offset), as: UTF8.self)
    }
}

extension String {
    /// Indicates whether the host of a URL is an IP address.
    var isIPAddress: Bool {
        if hasPrefix("[") || contains(":") { return true }
        let labels = split(separator: ".", omittingEmptySubsequences: false)
        return labels.count == 4 && labels.allSatisfy { UInt8($0) != nil && !$0.hasPrefix("+") }
    }
}
