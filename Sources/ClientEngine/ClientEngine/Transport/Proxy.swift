import Glibc

/// The proxy that the requests to a server go through.
///
/// It is chosen here, by libcurl's rules, and libcurl gets one proxy or none. Its log alone would name the proxy, in words
/// that differ between versions, and the request target depends on it (RFC 9112, section 3.2.2).
struct Proxy: Equatable {
    /// The proxy as it was written, for libcurl.
    let text: String
    /// The scheme, in small letters; `http` where none is written.
    let scheme: String
    /// The proxy as `SCHEME://HOST:PORT`, without the credentials.
    let address: String

    /// Reads `[SCHEME://][USER:PASSWORD@]HOST[:PORT][/…]`, with libcurl's defaults.
    init(_ text: String) {
        var (scheme, rest) = ("http", text[...])
        if let mark = rest.unicodeScalars.firstRange(of: "://".unicodeScalars) {
            scheme = rest[..<mark.lowerBound].lowercased()
            rest = rest[mark.upperBound...]
        }
        rest = rest.prefix(before: "/")
        if let at = rest.unicodeScalars.lastIndex(of: "@") {
            rest = rest[rest.unicodeScalars.index(after: at)...]
        }
        let end = rest.unicodeScalars.lastIndex(of: "]") ?? rest.startIndex
        let hasPort = rest[end...].unicodeScalars.contains(":")
        let port = hasPort ? "" : scheme == "https" ? ":443" : ":1080"
        (self.text, self.scheme, address) = (text, scheme, "\(scheme)://\(rest.lowercased())\(port)")
    }

    /// Indicates whether TLS is spoken with the proxy itself.
    var speaksTLS: Bool { scheme == "https" }

    /// Indicates whether the proxy gets the whole URL of a request without TLS; SOCKS passes bytes on.
    var readsRequests: Bool { scheme == "http" || scheme == "https" }

    /// Returns the proxy for the server of a URL: the configured one or the one of the environment, if the environment does not
    /// exclude the host; `nil` for none.
    static func choose(
        for url: RequestURL, configured: String?, variable: (String) -> String? = environment
    ) -> Proxy? {
        func first(_ names: String...) -> String? {
            names.lazy.compactMap(variable).first { !$0.isEmpty }
        }
        // `HTTP_PROXY` is not read: in a CGI program, clients set it with the header field `Proxy`.
        let text =
            configured
            ?? (url.scheme == "https"
                ? first("https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY")
                : first("http_proxy", "all_proxy", "ALL_PROXY"))
        guard let text, !text.isEmpty else { return nil }
        if let names = first("no_proxy", "NO_PROXY"), ProxyExceptions(names).contain(url.host) { return nil }
        return Proxy(text)
    }

    private static func environment(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }
}
