/// A URL taken apart; one parser (libcurl's) serves display and sending, so both see the same host.
public struct RequestURL: Sendable, Hashable, CustomStringConvertible {
    /// The URL as it is sent, without user, password and fragment.
    package var text: String {
        get { parts.value.text }
        set { parts.value.text = newValue }
    }
    /// `http` or `https`.
    public var scheme: String {
        get { parts.value.scheme }
        set { parts.value.scheme = newValue }
    }
    /// The user of the user information, decoded.
    package var user: String? {
        get { parts.value.user }
        set { parts.value.user = newValue }
    }
    /// The password of the user information, decoded.
    package var password: String? {
        get { parts.value.password }
        set { parts.value.password = newValue }
    }
    /// The host as it is resolved: IDN in punycode, IPv6 in brackets.
    public var host: String {
        get { parts.value.host }
        set { parts.value.host = newValue }
    }
    /// The port, the scheme's default where none is written.
    public var port: Int {
        get { parts.value.port }
        set { parts.value.port = newValue }
    }
    /// The path as it is sent, from its slash.
    public var path: String {
        get { parts.value.path }
        set { parts.value.path = newValue }
    }
    /// The query as it is sent, without the question mark.
    public var query: String? {
        get { parts.value.query }
        set { parts.value.query = newValue }
    }
    /// The fragment, which is never sent.
    package var fragment: String? {
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
        text: String, scheme: String, host: String, port: Int, path: String, query: String? = nil
    ) {
        parts = CopyOnWriteBox(
            Parts(text: text, scheme: scheme, host: host, port: port, path: path, query: query))
    }

    /// The scheme, host and port that credentials are bound to.
    package var origin: String { "\(scheme)://\(host.lowercased()):\(port)" }

    /// The host and, where it is written, the port.
    package var authority: Substring {
        text.dropFirst(scheme.count + 3).prefix(before: "/", "?", "#")
    }

    /// The URL as it is sent.
    public var description: String { text }
}
