import EngineHTTP

/// A pattern for URLs.
///
/// Parts that it does not contain match anything.
///
/// ```
///  users/:id?page=2            relative to the base URL, and on its server
///  /users/:id                  a path of the base URL's server
///  //api.test:8080/users       any scheme
///  https://me@api.test/users   everything
/// ```
///
/// Without a base URL, the first two match the path on any server. A server without a port has the default port of the
/// scheme. The query must contain the parameters of the pattern, and may have others. Fragments do not matter.
struct URLPattern: Sendable {
    /// The part of a URL before the path.
    private struct Server {
        var scheme: String?
        var user: String?
        var password: String?
        var host: String
        /// The port, or `nil` for the default port of the request's scheme.
        var port: Int?

        init(of url: RequestURL) {
            self.init(ofBase: url)
            (user, password) = (url.user, url.password)
        }

        /// Creates a server that accepts any user.
        init(ofBase url: RequestURL) {
            (scheme, host, port) = (url.scheme, url.host.lowercased(), url.port)
        }

        func agrees(with url: RequestURL) -> Bool {
            (scheme.map { $0 == url.scheme } ?? true) && host == url.host.lowercased()
                && url.port == port ?? url.usualPort
                && (user.map { $0 == url.user } ?? true) && (password.map { $0 == url.password } ?? true)
        }
    }

    private let server: Server?
    let path: PathTemplate
    private let query: [Mock.Parameter]

    init(_ text: String, base: RequestURL?) throws(MockError) {
        if text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) {
            throw MockError("the URL “\(text)” cannot be used: it holds a control character")
        }
        guard let url = try Self.absolute(text) else {
            let parts = text.prefix(before: "#")
                .split(at: "?", maxSplits: 1, omittingEmptySubsequences: false)
            server = base.map { Server(ofBase: $0) }
            path = PathTemplate(parts[0], base: base?.path ?? "/")
            query = parts.count > 1 ? Mock.Parameter.parameters(ofQuery: parts[1]) : []
            return
        }
        server = url.server
        path = PathTemplate(url.parsed.path[...], base: "/")
        query = Mock.Parameter.parameters(of: url.parsed)
    }

    private static func absolute(
        _ text: String
    ) throws(MockError) -> (server: Server, parsed: RequestURL)? {
        if text.hasPrefix("//") {
            let (plain, secure) = (try parse("http:" + text), try parse("https:" + text))
            var server = Server(of: plain)
            server.scheme = nil
            // The port is in the pattern if both schemes result in the same one.
            if plain.port != secure.port { server.port = nil }
            return (server, plain)
        }
        guard text.namesScheme else { return nil }
        let url = try parse(text)
        return (Server(of: url), url)
    }

    func matches(_ request: inout MockedRequest) -> Bool {
        guard server.map({ $0.agrees(with: request.url) }) ?? true, path.matches(request.path.withoutEmpty)
        else { return false }
        return query.isEmpty || query.allSatisfy(request.parameters.contains)
    }

    private static func parse(_ text: String) throws(MockError) -> RequestURL {
        try Result { () throws(ClientError) in try RequestURL(parsing: text) }
            .mapError { MockError($0.message) }.get()
    }
}

extension RequestURL {
    fileprivate var usualPort: Int { scheme == "https" ? 443 : 80 }
}

extension String {
    /// Indicates whether the first delimiter in the text is `://` after a scheme.
    fileprivate var namesScheme: Bool {
        guard let end = unicodeScalars.firstIndex(where: { ":/?#".unicodeScalars.contains($0) }) else {
            return false
        }
        return end != startIndex && self[end...].hasPrefix("://")
    }
}
