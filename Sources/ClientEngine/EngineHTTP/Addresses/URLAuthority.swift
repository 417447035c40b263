/// The server that a URL names, with optional user information (RFC 3986, section 3.2).
struct URLAuthority {
    /// The decoded user, or `nil` if the URL has none.
    private(set) var user: String?
    /// The decoded password, or `nil` if no colon follows the user.
    private(set) var password: String?
    let host: URLHost
    /// The port as written, or `nil` if there is no port or only its colon.
    private(set) var port: Int?

    /// Parses an authority that is not empty.
    init(_ text: Substring) throws(URLFault) {
        var rest = text
        if let (information, server) = text.cut(at: "@") {
            rest = server
            let (user, password) = information.cut(at: ":") ?? (information, nil)
            self.user = try Self.decoded(user)
            self.password = try password.map(Self.decoded)
        }
        let end = rest.utf8.firstIndex(of: UInt8(ascii: rest.utf8.first == UInt8(ascii: "[") ? "]" : ":"))
        var host = rest
        if rest.utf8.first == UInt8(ascii: "[") {
            guard let end else { throw .badIPv6 }
            host = rest[...end]
        } else if let end {
            host = rest[..<end]
        }
        guard !host.isEmpty else { throw .noHost }
        self.host = try URLHost(host)
        port = try Self.port(rest[host.endIndex...])
    }

    /// The host and the port as they are sent.
    var text: String { port.map { "\(host.text):\($0)" } ?? host.text }

    /// Decodes the user or the password.
    ///
    /// They may contain any escape except those of control characters (RFC 7617, section 2).
    private static func decoded(_ text: Substring) throws(URLFault) -> String {
        let bytes = text.utf8.percentDecoded
        guard !text.utf8.contains(UInt8(ascii: " ")), !bytes.contains(where: \.isControl) else {
            throw .badUser
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Parses the text after a host: nothing, or a colon and decimal digits.
    private static func port(_ text: Substring) throws(URLFault) -> Int? {
        guard let colon = text.utf8.first else { return nil }
        guard colon == UInt8(ascii: ":") else { throw .badPort }
        let digits = text.utf8.dropFirst()
        guard !digits.isEmpty else { return nil }
        var port = 0
        for digit in digits {
            guard digit.isASCIIDigit else { throw .badPort }
            port = 10 * port + Int(digit - UInt8(ascii: "0"))
            guard port <= 65_535 else { throw .badPort }
        }
        return port
    }
}
