extension RequestURL {
    /// Indicates whether no other party can read or change the traffic: it uses TLS or does not leave this machine (W3C
    /// Secure Contexts, section 3.1).
    package var isTrustworthy: Bool { scheme == "https" || isLoopback }

    /// The host as certificates name it: without brackets, zone and final dot.
    public var tlsName: String {
        if host.hasPrefix("[") { return String(host.dropFirst().prefix(before: "]", "%")) }
        return host.hasSuffix(".") ? String(host.dropLast()) : host
    }

    /// Indicates whether the name or address of the host is this machine, independent of any resolver (RFC 6761,
    /// section 6.3).
    private var isLoopback: Bool {
        let host = tlsName.lowercased()
        if host == "localhost" || host.hasSuffix(".localhost") || host == "::1" { return true }
        let numbers = host.split(at: ".", omittingEmptySubsequences: false).map { UInt8($0) }
        return numbers.count == 4 && numbers[0] == 127 && !numbers.contains(nil)
    }
}
