import ClientEngine

/// A server that a program asks by a URL in one of its variables: `OPENAI_BASE_URL=https://api.openai.com/v1`.
struct WatchedOrigin: Sendable, Equatable {
    let variable: String
    /// The scheme, host and port, which requests are passed on to.
    let upstream: String
    /// The rest of the URL, as it was written.
    let path: String

    /// Reads `NAME=URL`; nil where it is none.
    init?(_ text: String) {
        guard let (name, address) = text.cut(at: "="), Self.isVariable(name) else { return nil }
        self.init(variable: String(name), address: String(address))
    }

    /// Nil for an address that is no URL of a server, or has a user, a query or a fragment.
    init?(variable: String, address: String) {
        guard let url = try? RequestURL(parsing: address), url.scheme == "http" || url.scheme == "https",
            url.user == nil, url.query == nil, url.fragment == nil
        else { return nil }
        self.variable = variable
        upstream = "\(url.scheme)://\(url.authority)"
        path = address.hasSuffix("/") || url.path != "/" ? url.path : ""
    }

    /// The address that was asked for.
    var address: String { upstream + path }

    /// The value of the variable that leads to a server in between.
    func value(through server: String) -> String { server + path }

    private static func isVariable(_ name: Substring) -> Bool {
        guard let first = name.utf8.first, !(0x30...0x39).contains(first) else { return false }
        return name.utf8.allSatisfy { $0 == UInt8(ascii: "_") || isLetterOrDigit($0) }
    }

    private static func isLetterOrDigit(_ byte: UInt8) -> Bool {
        (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    }
}
