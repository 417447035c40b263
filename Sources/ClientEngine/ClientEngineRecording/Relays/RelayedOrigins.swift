import ClientEngine
internal import EngineSupport

/// The servers that another program reaches under addresses of this machine, and the changes to responses that keep it
/// there.
///
///     Location: https://api.example.com/v2/users ──▶ Location: http://127.0.0.1:41839/v2/users
///
/// Without the changes, a redirect or the next page of a list would make the program bypass the relay. It would also
/// reject cookies that name the server's domain or require TLS.
public struct RelayedOrigins: Sendable, Hashable {
    /// A field of a response that the program receives with another value.
    public struct Change: Sendable, Hashable {
        /// The index among the fields of the head.
        public let index: Int
        /// The name of the field.
        public let name: String
        /// The value that the program receives.
        public let value: String
    }

    /// The names of the fields that may change.
    public static let fields = ["Location", "Content-Location", "Link", "Set-Cookie", "Alt-Svc"]

    /// The address for each origin, without a final slash, and the other way round.
    private var addresses: [String: String] = [:]
    private var origins: [String: String] = [:]

    /// Indicates whether the program uses an address of this machine in place of the server.
    public var isAskedByAddress = false

    /// Creates a value without origins.
    public init() {}

    /// Adds the address under which the program reaches the origin of a URL.
    public mutating func add(_ url: RequestURL, as address: String) {
        addresses[url.origin] = address
        origins[address] = "\(url.scheme)://\(url.authority)"
    }

    /// Indicates whether there are no origins.
    public var isEmpty: Bool { addresses.isEmpty }

    /// Returns the URL at the origin for a URL at one of the addresses, or `nil` for any other URL.
    public func original(of url: RequestURL) -> String? {
        origins["\(url.scheme)://\(url.authority)"].map {
            $0 + url.path + (url.query.map { "?" + $0 } ?? "")
        }
    }

    /// Returns the changes to the response to a request for `url`: fields that name one of the origins, and cookies.
    public func changes(in headers: Headers, to url: RequestURL) -> [Change] {
        guard !isEmpty else { return [] }
        return headers.enumerated().compactMap { index, field in
            let value: String?
            if field.isNamed("Location") || field.isNamed("Content-Location") {
                value = relayed(field.value[...], scheme: url.scheme)
            } else if field.isNamed("Link") {
                value = relayedTargets(of: field.value, scheme: url.scheme)
            } else if field.isNamed("Set-Cookie") {
                value = isAskedByAddress ? cookie(field, scheme: url.scheme) : nil
            } else {
                value = nil
            }
            return value.map { Change(index: index, name: field.name, value: $0) }
        }
    }

    /// Returns an absolute URL at one of the origins with its address instead, or `nil` for any other URL.
    private func relayed(_ text: Substring, scheme: String) -> String? {
        let absolute = text.hasPrefix("//") ? "\(scheme):\(text)" : String(text)
        guard let url = try? RequestURL(parsing: absolute), url.user == nil,
            let address = addresses[url.origin],
            let start = absolute.unicodeScalars.firstRange(of: "://".unicodeScalars)
        else { return nil }
        let behind = absolute[start.upperBound...]
        return address + behind.dropFirst(behind.prefix(before: "/", "?", "#").count)
    }

    /// Returns a cookie without its domain and, if the address has no TLS, without `Secure`; `nil` if the cookie does
    /// not change.
    private func cookie(_ field: Headers.Field, scheme: String) -> String? {
        // Bytes that are not UTF-8 would change.
        guard field.value.utf8.elementsEqual(field.rawValue) else { return nil }
        let parts = field.value.split(at: ";", omittingEmptySubsequences: false)
        // A program rejects a cookie with such a name without the attribute.
        let keepsSecure = scheme != "https" || field.value.lowercased().hasPrefix("__")
        let kept = parts.dropFirst().filter { part in
            let name = part.prefix(before: "=").lowercased().trimmingOptionalSpace
            return name != "domain" && (name != "secure" || keepsSecure)
        }
        return kept.count + 1 == parts.count ? nil : (parts.prefix(1) + kept).joined(separator: ";")
    }

    /// Returns the links `<URL>; rel=next, …` with URLs at the origins replaced by their addresses, or `nil` if none
    /// changes.
    private func relayedTargets(of links: String, scheme: String) -> String? {
        var result = ""
        var rest = links[...]
        var isChanged = false
        while let start = rest.unicodeScalars.firstIndex(of: "<"),
            let end = rest[start...].unicodeScalars.firstIndex(of: ">")
        {
            let target = rest[rest.unicodeScalars.index(after: start)..<end]
            let address = relayed(target, scheme: scheme)
            isChanged = isChanged || address != nil
            result += rest[..<start] + "<" + (address ?? String(target))
            rest = rest[end...]
        }
        return isChanged ? result + rest : nil
    }
}

extension UserInfo.Key<RelayedOrigins> {
    /// The key for the relayed servers that the sender of a request reaches under addresses of this machine.
    public static let relayedOrigins = UserInfo.Key<RelayedOrigins>("relayed origins")
}
