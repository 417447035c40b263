/// A proxy for requests, or the decision to use none.
///
/// ```swift
/// client.reconfigure { $0.connections.proxy = "socks5h://127.0.0.1:1080" }
/// ```
///
/// Two proxies are equal if their ``text`` is.
public struct Proxy: Sendable, Hashable {
    /// The proxy as written, including credentials, or an empty text for ``direct``.
    public let text: String
    /// The scheme in lower case, or `http` if none is written.
    let scheme: String
    /// The proxy as `SCHEME://HOST:PORT`, without credentials.
    let address: String

    /// No proxy, regardless of the environment.
    public static let direct = Proxy(unchecked: "")

    private static let schemes = ["http", "https", "socks4", "socks4a", "socks5", "socks5h"]

    /// Parses `[SCHEME://][USER:PASSWORD@]HOST[:PORT]`.
    ///
    /// The scheme is `http`, `https`, `socks4`, `socks4a`, `socks5` or `socks5h`; the default is `http`. The default
    /// port is 443 for `https`, and 1080 for other schemes.
    ///
    /// - Throws: `invalidRequest/queue` for a text without a host, with another scheme, or with an invalid port.
    public init(_ text: String) throws(ClientError) {
        self.init(unchecked: text)
        guard Self.schemes.contains(scheme), Self.namesPlace(Self.place(in: text).host) else {
            throw ClientError(
                .invalidRequest, .queue, "“\(address)” is no proxy",
                hint: "write it as [http://]HOST[:PORT]; https and socks5 are other schemes")
        }
    }

    /// Creates a proxy from an unchecked text, such as that of an environment variable, with the defaults of libcurl.
    init(unchecked text: String) {
        let (scheme, host) = Self.place(in: text)
        let end = host.unicodeScalars.lastIndex(of: "]") ?? host.startIndex
        let hasPort = host[end...].unicodeScalars.contains(":")
        let port = hasPort ? "" : scheme == "https" ? ":443" : ":1080"
        (self.text, self.scheme, address) = (text, scheme, "\(scheme)://\(host.lowercased())\(port)")
    }

    /// Indicates whether the text contains a user name and a password.
    public var hasCredentials: Bool { Self.authority(in: text).unicodeScalars.contains("@") }

    /// Indicates whether no proxy is used.
    var isDirect: Bool { text.isEmpty }

    /// Indicates whether the connection to the proxy uses TLS.
    var speaksTLS: Bool { scheme == "https" }

    /// Indicates whether the proxy receives the whole URL of a request without TLS.
    ///
    /// A SOCKS proxy only forwards bytes.
    var readsRequests: Bool { scheme == "http" || scheme == "https" }

    // MARK: - Reading

    private static func mark(in text: String) -> Range<String.Index>? {
        text.unicodeScalars.firstRange(of: "://".unicodeScalars)
    }

    private static func authority(in text: String) -> Substring {
        text[(mark(in: text)?.upperBound ?? text.startIndex)...].prefix(before: "/")
    }

    /// Returns the scheme, and the host with its port.
    private static func place(in text: String) -> (scheme: String, host: Substring) {
        let scheme = mark(in: text).map { text[..<$0.lowerBound].lowercased() } ?? "http"
        let authority = authority(in: text)
        guard let at = authority.unicodeScalars.lastIndex(of: "@") else { return (scheme, authority) }
        return (scheme, authority[authority.unicodeScalars.index(after: at)...])
    }

    /// Returns whether a text is a host with an optional port.
    ///
    /// An IPv6 address is in brackets.
    private static func namesPlace(_ text: Substring) -> Bool {
        let parts = text.splitAtColons(maximum: .max)
        guard let name = parts.first, !name.isEmpty,
            !text.unicodeScalars.contains(where: { $0.value <= 0x20 || $0.value == 0x7F })
        else { return false }
        return parts.count == 1 || parts.count == 2 && parts[1].port != nil
    }
}

extension Proxy: ExpressibleByStringLiteral {
    /// Creates a proxy from a literal; see ``init(_:)``.
    ///
    /// An invalid literal is a programming error and stops the program.
    public init(stringLiteral text: String) {
        do throws(ClientError) { try self.init(text) } catch { preconditionFailure(error.message) }
    }
}

extension Proxy: CustomStringConvertible {
    /// The proxy as `SCHEME://HOST:PORT` without credentials, or `direct` for none.
    public var description: String { isDirect ? "direct" : address }
}
