/// Knows whether an exchange goes through a proxy, which libcurl says only in its log.
struct ProxyUse {
    /// The address of a proxy.
    private struct Address: Equatable {
        var scheme: String
        var host: String
        var port: String

        /// Reads `[SCHEME://][USER:PASSWORD@]HOST[:PORT][/…]`, with libcurl's defaults.
        init?(_ text: Substring) {
            var rest = text
            scheme = "http"
            if let mark = rest.unicodeScalars.firstRange(of: "://".unicodeScalars) {
                scheme = rest[..<mark.lowerBound].lowercased()
                rest = rest[mark.upperBound...]
            }
            rest = rest.prefix(before: "/")
            if let at = rest.unicodeScalars.lastIndex(of: "@") {
                rest = rest[rest.unicodeScalars.index(after: at)...]
            }
            port = scheme == "https" ? "443" : "1080"
            let end = rest.unicodeScalars.lastIndex(of: "]") ?? rest.startIndex
            if let colon = rest[end...].unicodeScalars.lastIndex(of: ":") {
                port = String(rest[rest.unicodeScalars.index(after: colon)...])
                rest = rest[..<colon]
            }
            host = rest.filter { $0 != "[" && $0 != "]" }.lowercased()
            if host.isEmpty { return nil }
        }
    }

    private var candidate: Address?
    /// Indicates whether the connection leads to the proxy.
    private(set) var isUsed = false

    /// Indicates whether there is a proxy to be used.
    var isPossible: Bool { candidate != nil }

    /// Begins with the proxy that was asked for.
    init(configured: String?) {
        candidate = configured.flatMap { Address($0[...]) }
    }

    /// The proxy in between, as `SCHEME://HOST:PORT`, without the credentials.
    var address: String? {
        guard isUsed, let candidate else { return nil }
        let host = candidate.host.unicodeScalars.contains(":") ? "[\(candidate.host)]" : candidate.host
        return "\(candidate.scheme)://\(host):\(candidate.port)"
    }

    /// Indicates whether TLS is spoken with the proxy itself.
    var speaksTLS: Bool { isUsed && candidate?.scheme == "https" }

    mutating func note(_ line: String) {
        if line.hasPrefix("Uses proxy env variable ") {
            // Uses proxy env variable http_proxy == 'http://proxy:3128'
            let parts = line.split(at: "'")
            guard parts.count > 1, !parts[0].lowercased().contains("no_proxy ") else { return }
            candidate = Address(parts[1]) ?? candidate
        } else if line.hasPrefix("Connected to ") {
            isUsed = names(line, behind: "Connected to ")
        } else if line.hasPrefix("Re-using existing connection") {
            isUsed = candidate != nil && line.contains(" with proxy ")
        }
    }

    /// Returns whether an error of libcurl's says that the proxy could not be connected to.
    func isUnreachable(_ text: String) -> Bool {
        names(text, behind: "Failed to connect to ")
    }

    /// Returns whether `HOST [(ADDRESS)] port PORT` behind the prefix is the proxy.
    private func names(_ text: String, behind prefix: String) -> Bool {
        guard let candidate, text.hasPrefix(prefix) else { return false }
        let words = text.dropFirst(prefix.count).split(at: " ")
        guard let mark = words.firstIndex(of: "port"), mark + 1 < words.count, let host = words.first else {
            return false
        }
        return host.lowercased().filter { $0 != "[" && $0 != "]" } == candidate.host
            && words[mark + 1] == candidate.port
    }
}
