import FoundationEssentials

/// A cookie as it is kept: a name and a value, and where and for how long they are sent (RFC 6265bis, section 5.7).
///
/// Names and values are kept as bytes, as they came: nothing is decoded, unquoted or cut at an `=`.
public struct Cookie: Sendable, Hashable {
    /// The requests of other sites with which a cookie may be sent.
    ///
    /// The engine keeps the value, and does not act on it.
    public enum SameSite: String, Sendable, Hashable, Codable, CaseIterable {
        /// With those of its own site only.
        case strict = "Strict"
        /// With those of its own site, and when a link of another site is followed.
        case lax = "Lax"
        /// With all of them.
        case none = "None"
    }

    /// The bytes of the name; empty if the server wrote no `=`.
    public var rawName: [UInt8]
    /// The bytes of the value.
    public var rawValue: [UInt8]
    /// The host the cookie is for, in lower case, without a dot before it.
    public var domain: String
    /// Indicates whether it is sent to that host only, and to no host below it.
    public var isHostOnly: Bool
    /// The path it is for, and everything below.
    public var path: String
    /// Indicates whether it is sent over TLS only.
    public var isSecure: Bool
    /// Indicates whether the server wants it hidden from scripts.
    public var isHTTPOnly: Bool
    /// The value that the server wrote as `SameSite`.
    public var sameSite: SameSite?
    /// The expiry; nil lasts as long as the session.
    public var expires: Date?
    /// The time at which it was set first.
    public var created: Date
    /// The time at which it was last sent, or set.
    public var lastUsed: Date

    /// Creates a cookie for a host, and everything below it unless it is host-only.
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

    /// The value as text: UTF-8 where it is valid, ISO-8859-1 elsewhere.
    public var value: String { String(headerBytes: rawValue) }

    /// Returns whether the cookie has expired at `date`; a cookie without ``expires`` has not.
    public func isExpired(at date: Date) -> Bool {
        expires.map { $0 <= date } ?? false
    }

    /// Returns whether a request to the URL carries it (RFC 6265bis, section 5.8.3).
    public func isSent(to url: RequestURL) -> Bool {
        let host = url.host.lowercased()
        return (isHostOnly ? host == domain : host.isDomain(within: domain))
            && url.cookiePath.isPath(within: path) && (!isSecure || url.isTrustworthy)
    }

    /// The pair as it stands in a `Cookie` field.
    var pair: [UInt8] {
        rawName.isEmpty ? rawValue : rawName + [UInt8(ascii: "=")] + rawValue
    }

    /// Indicates whether the pair fits into a header field without becoming something else.
    var isSendable: Bool {
        !pair.contains { $0 < 0x20 && $0 != 0x09 || $0 == 0x7F || $0 == UInt8(ascii: ";") }
    }

    /// The key by which one cookie replaces another.
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

    /// The path of a cookie that names none: the folder of the URL's path (RFC 6265bis, section 5.1.4).
    var defaultCookiePath: String {
        guard let slash = cookiePath.unicodeScalars.lastIndex(of: "/"), slash != cookiePath.startIndex else {
            return "/"
        }
        return String(cookiePath[..<slash])
    }
}

extension String {
    /// Returns whether the host is the domain or below it (RFC 6265bis, section 5.1.3); nothing is below an address.
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
