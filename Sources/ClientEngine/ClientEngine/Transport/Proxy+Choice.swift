import Glibc

extension Proxy {
    /// Returns the proxy for the server of a URL, or `nil` for none: the configured one, or the one in the environment,
    /// unless the environment excludes the host.
    ///
    /// The engine chooses the proxy by the rules of libcurl, and libcurl gets one proxy or none. libcurl names its
    /// choice only in its log, in texts that differ between versions, and the request target depends on it (RFC 9112,
    /// section 3.2.2).
    static func choose(
        for url: RequestURL, configured: Proxy?, variable: (String) -> String? = environment
    ) -> Proxy? {
        func first(_ names: String...) -> String? {
            names.lazy.compactMap(variable).first { !$0.isEmpty }
        }
        func surrounding() -> Proxy? {
            // `HTTP_PROXY` is not read: in a CGI program, clients set it with the header field `Proxy`.
            let text =
                url.scheme == "https"
                ? first("https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY")
                : first("http_proxy", "all_proxy", "ALL_PROXY")
            return text.map { Proxy(unchecked: $0) }
        }
        guard let proxy = configured ?? surrounding(), !proxy.isDirect else { return nil }
        if let names = first("no_proxy", "NO_PROXY"), ProxyExceptions(names).contain(url.host) { return nil }
        return proxy
    }

    private static func environment(_ name: String) -> String? {
        getenv(name).map { String(cString: $0) }
    }
}
