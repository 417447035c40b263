import FoundationEssentials

/// A stored cookie: a name and a value, with the URLs to which it is sent and its expiry (RFC 6265bis, section 5.7).
///
/// Names and values are stored as received bytes. They are neither decoded nor unquoted.
public struct Cookie: Sendable, Hashable {
    /// The requests from other sites with which a cookie may be sent.
    ///
    /// The engine stores the value, but does not act on it.
    public enum SameSite: String, Sendable, Hashable, Codable, CaseIterable {
        /// Only with requests from the same site.
        case strict = "Strict"
        /// With requests from the same site, and when a user follows a link from another site.
        case lax = "Lax"
        /// With all requests.
        case none = "None"
    }

    /// The bytes of the name, which are empty if the server sent no `=`.
    public var rawName: [UInt8]
    /// The bytes of the value.
    public var rawValue: [UInt8]
    /// The host of the cookie in lower case, without a leading dot.
    public var domain: String
    /// Indicates whether the cookie is sent only to this host, and not to hosts below it.
    public var isHostOnly: Bool
    /// The path of the cookie, which includes everything below it.
    public var path: String
    /// Indicates whether the cookie is sent only over TLS.
    public var isSecure: Bool
    /// Indicates whether the server wants the cookie hidden from scripts.
    public var isHTTPOnly: Bool
    /// The value of `SameSite`, or `nil` if the server sent none.
    public var sameSite: SameSite?
    /// The expiry, or `nil` for a cookie that lasts as long as the session.
    public var expires: Date?
    /// The time when the cookie was first set.
    public var created: Date
    /// The time when the cookie was last sent or set.
    public var lastUsed: Date

    /// Creates a cookie for a host.
    ///
    /// Unless it is host-only, it is also sent to hosts below.
    public init(
        _ name: String, _ value: String, domain: String, path: String = "/", created: Date = Date(),
        _ configure: (inout Cookie) -> Void = { _ in }
    ) {
        rawName = Array(name.utf8)
        rawValue = Array(value.utf8)
        self.domain = domain.lowercased()
        isHostOnly = true
        self.path = path
        isSecure = false
        isHTTPOnly = false
        self.created = created
        lastUsed = created
        configure(&self)
    }

    /// The name as text.
    public var name: String { String(headerBytes: rawName) }

    /// The value as text: decoded as UTF-8 if it is valid, otherwise as ISO-8859-1.
    public var value: String { String(headerBytes: rawValue) }

    /// Returns whether the cookie has expired at `date`.
    ///
    /// A cookie without ``expires`` never expires.
    public func isExpired(at date: Date) -> Bool {
        expires.map { $0 <= date } ?? false
    }

    /// Returns whether a request to the URL contains the cookie (RFC 6265bis, section 5.8.3).
    public func isSent(to url: RequestURL) -> Bool {
        let host = url.host.lowercased()
        return (isHostOnly ? host == domain : host.isDomain(within: domain))
            && url.cookiePath.isPath(within: path) && (!isSecure || url.isTrustworthy)
    }

    /// The pair as in a `Cookie` field.
    var pair: [UInt8] {
        rawName.isEmpty ? rawValue : rawName + [UInt8(ascii: "=")] + rawValue
    }

    /// Indicates whether the pair is valid in a header field.
    var isSendable: Bool {
        !pair.contains { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F || $0 == UInt8(ascii: ";") }
    }

    /// The key that determines which cookie a new one replaces.
    struct Identity: Hashable {
        var name: [UInt8]
        var domain: String
        var isHostOnly: Bool
        var path: String
    }

    var identity: Identity {
        Identity(name: rawName, domain: domain, isHostOnly: isHostOnly, path: path)
    }
}

extension RequestURL {
    var cookiePath: String { path.hasPrefix("/") ? path : "/" }

    /// The path of a cookie without a path attribute: the directory of the URL's path (RFC 6265bis, section 5.1.4).
    var defaultCookiePath: String {
        guard let slash = cookiePath.unicodeScalars.lastIndex(of: "/"), slash != cookiePath.startIndex else {
            return "/"
        }
        return String(cookiePath[..<slash])
    }
}

extension String {
    /// Returns whether the host is the domain or below it (RFC 6265bis, section 5.1.3).
    ///
    /// No host is below an IP address.
    func isDomain(within domain: String) -> Bool {
        if self == domain { return true }
        return !domain.isEmpty && hasSuffix("." + domain) && !isIPAddress
    }

    /// Returns whether the path is the cookie's path or below it (RFC 6265bis, section 5.1.4).
    func isPath(within path: String) -> Bool {
        guard utf8.starts(with: path.utf8) else { return false }
        return path.utf8.last == UInt8(ascii: "/") || utf8.count == path.utf8.count
            || utf8.dropFirst(path.utf8.count).first == UInt8(ascii: "/")
    }
}
