internal import EngineSupport

/// A URL taken apart.
///
/// Its text is in a form that every parser reads alike, so that the host on display is the host that libcurl connects to.
public struct RequestURL: Sendable, Hashable, CustomStringConvertible {
    /// The URL as it is sent, without user, password and fragment.
    public internal(set) var text: String {
        get { parts.value.text }
        set { parts.value.text = newValue }
    }
    /// `http` or `https`.
    public var scheme: String { parts.value.scheme }
    /// The user of the user information, decoded.
    public var user: String? { parts.value.user }
    /// The password of the user information, decoded.
    public var password: String? { parts.value.password }
    /// The host as it is resolved: IDN in punycode, IPv6 in brackets.
    public var host: String { parts.value.host }
    /// The port, the scheme's default where none is written.
    public var port: Int { parts.value.port }
    /// The path as it is sent, from its slash.
    public internal(set) var path: String {
        get { parts.value.path }
        set { parts.value.path = newValue }
    }
    /// The query as it is sent, without the question mark.
    public internal(set) var query: String? {
        get { parts.value.query }
        set { parts.value.query = newValue }
    }
    /// The fragment, which is never sent.
    public internal(set) var fragment: String? {
        get { parts.value.fragment }
        set { parts.value.fragment = newValue }
    }

    /// Behind one reference: URLs are copied often and changed seldom.
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

    /// Creates a URL of parts that nobody has checked.
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

    /// The scheme, host and port that credentials are bound to.
    public var origin: String { "\(scheme)://\(host.lowercased()):\(port)" }

    /// The host and, where it is written, the port.
    public var authority: Substring {
        text.dropFirst(scheme.count + 3).prefix(before: "/", "?", "#")
    }

    /// Indicates whether both lead to the same server, with the same user information.
    package func hasSameServer(as other: RequestURL) -> Bool {
        parts.value.port == other.parts.value.port && parts.value.host == other.parts.value.host
            && parts.value.scheme == other.parts.value.scheme && parts.value.user == other.parts.value.user
            && parts.value.password == other.parts.value.password
    }

    /// The URL as it is sent.
    public var description: String { text }
}
