internal import EngineSupport

/// A parsed URL.
///
/// Its text has a form that every parser reads in the same way. The displayed host is the host that libcurl connects
/// to.
public struct RequestURL: Sendable, Hashable, CustomStringConvertible {
    /// The URL as it is sent: without user, password and fragment.
    public internal(set) var text: String {
        get { parts.value.text }
        set { parts.value.text = newValue }
    }
    /// `http` or `https`.
    public var scheme: String { parts.value.scheme }
    /// The decoded user, or `nil` if the URL has none.
    public var user: String? { parts.value.user }
    /// The decoded password, or `nil` if the URL has none.
    public var password: String? { parts.value.password }
    /// The host as it is resolved: international names in punycode, IPv6 addresses in brackets.
    public var host: String { parts.value.host }
    /// The port, or the default of the scheme if the URL has none.
    public var port: Int { parts.value.port }
    /// The path as it is sent, with its leading slash.
    public internal(set) var path: String {
        get { parts.value.path }
        set { parts.value.path = newValue }
    }
    /// The query as it is sent, without the question mark, or `nil` if the URL has none.
    public internal(set) var query: String? {
        get { parts.value.query }
        set { parts.value.query = newValue }
    }
    /// The fragment, which is never sent, or `nil` if the URL has none.
    public internal(set) var fragment: String? {
        get { parts.value.fragment }
        set { parts.value.fragment = newValue }
    }

    /// In copy-on-write storage, because URLs are often copied and seldom changed.
    private var parts: CopyOnWriteBox<Parts>

    private struct Parts: Sendable, Hashable {
        var text: String
        var scheme: String
        var user: String?
        var password: String?
        var host: String
        var port: Int
        var path: String
        var query: String?
        var fragment: String?
    }

    /// Creates a URL from parts without checking them.
    package init(
        text: String, scheme: String, host: String, port: Int, path: String, query: String? = nil,
        user: String? = nil, password: String? = nil, fragment: String? = nil
    ) {
        parts = CopyOnWriteBox(
            Parts(
                text: text, scheme: scheme, user: user, password: password, host: host, port: port,
                path: path,
                query: query, fragment: fragment))
    }

    /// The scheme, host and port, to which credentials are bound.
    public var origin: String { "\(scheme)://\(host.lowercased()):\(port)" }

    /// The host, with the port if the URL has one.
    public var authority: Substring {
        text.dropFirst(scheme.count + 3).prefix(before: "/", "?", "#")
    }

    /// Returns whether both URLs have the same scheme, host, port, user and password.
    package func hasSameServer(as other: RequestURL) -> Bool {
        parts.value.port == other.parts.value.port && parts.value.host == other.parts.value.host
            && parts.value.scheme == other.parts.value.scheme && parts.value.user == other.parts.value.user
            && parts.value.password == other.parts.value.password
    }

    /// The URL as it is sent.
    public var description: String { text }
}
