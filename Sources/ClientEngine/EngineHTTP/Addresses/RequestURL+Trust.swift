extension RequestURL {
    /// Indicates whether nobody on the way can read or change what is sent: it goes over TLS, or does not leave this
    /// machine (W3C Secure Contexts, section 3.1).
    package var isTrustworthy: Bool { scheme == "https" || isLoopback }

    /// The host as certificates name it: without brackets, a zone and a final dot.
    public var tlsName: String {
        if host.hasPrefix("[") { return String(host.dropFirst().prefix(before: "]", "%")) }
        return host.hasSuffix(".") ? String(host.dropLast()) : host
    }

    /// Indicates whether the host is this machine by its name or address, whatever a resolver says (RFC 6761, section
    /// 6.3).
    private var isLoopback: Bool {
        let host = tlsName.lowercased()
        if host == "localhost" || host.hasSuffix(".localhost") || host == "::1" { return true }
        let numbers = host.split(at: ".", omittingEmptySubsequences: false).map { UInt8($0) }
        return numbers.count == 4 && numbers[0] == 127 && !numbers.contains(nil)
    }
}
