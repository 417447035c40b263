import FoundationEssentials

extension Cookie {
    /// Creates the cookie that a response sets, or returns `nil` if the rules for domains, prefixes and TLS reject it
    /// (RFC 6265bis, section 5.7).
    init?(_ asked: SetCookie, from url: RequestURL, at date: Date) {
        let host = url.host.lowercased()
        var domain = asked.domain
        guard domain.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
        if PublicSuffix.contains(domain) {
            guard domain == host else { return nil }
            domain = ""
        }
        guard domain.isEmpty || host.isDomain(within: domain) else { return nil }
        guard !asked.isSecure || url.isTrustworthy else { return nil }
        guard Self.prefixAllows(asked) else { return nil }
        self.init("", "", domain: domain.isEmpty ? host : domain, created: date)
        rawName = asked.name
        rawValue = asked.value
        isHostOnly = domain.isEmpty
        path = asked.path ?? url.defaultCookiePath
        isSecure = asked.isSecure
        isHTTPOnly = asked.isHTTPOnly
        sameSite = asked.sameSite
        expires = asked.expires
    }

    /// Returns whether the attributes are those that the prefix of the name requires (RFC 6265bis, section 4.1.3).
    private static func prefixAllows(_ asked: SetCookie) -> Bool {
        // A cookie without a name is sent as its value, which must not look like a cookie with a prefix.
        let shown = String(headerBytes: asked.name.isEmpty ? asked.value : asked.name).lowercased()
        let isHost = shown.hasPrefix("__host-")
        guard isHost || shown.hasPrefix("__secure-") else { return true }
        guard !asked.name.isEmpty, asked.isSecure else { return false }
        return !isHost || asked.domain.isEmpty && asked.path == "/"
    }

    /// Returns whether a cookie set without TLS would hide this one, which was set over TLS (RFC 6265bis, section 5.7).
    func isOverlaid(by other: Cookie) -> Bool {
        isSecure && rawName == other.rawName
            && (domain.isDomain(within: other.domain) || other.domain.isDomain(within: domain))
            && other.path.isPath(within: path)
    }
}
