/// A URL taken apart; one parser (libcurl's) serves display and sending, so both see the same host.
public struct RequestURL: Sendable, Hashable, CustomStringConvertible {
    /// The URL as it is sent, without user, password and fragment.
    package var text: String
    /// `http` or `https`.
    public var scheme: String
    /// The user of the user information, decoded.
    package var user: String?
    /// The password of the user information, decoded.
    package var password: String?
    /// The host as it is resolved: IDN in punycode, IPv6 in brackets.
    public var host: String
    /// The port, the scheme's default where none is written.
    public var port: Int
    /// The path as it is sent, from its slash.
    public var path: String
    /// The query as it is sent, without the question mark.
    public var query: String?
    /// The fragment, which is never sent.
    package var fragment: String?

    /// Creates a URL of parts that nobody has checked.
    package init(
        text: String, scheme: String, host: String, port: Int, path: String, query: String? = nil
    ) {
        self.text = text
        self.scheme = scheme
        self.host = host
        self.port = port
        self.path = path
        self.query = query
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
