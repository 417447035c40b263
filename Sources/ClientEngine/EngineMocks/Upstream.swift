import EngineHTTP

extension Mock {
    /// Another server, to which a mock forwards requests.
    public struct Upstream: Sendable, Hashable {
        /// The URL that replaces the scheme and the server.
        ///
        /// Its path is prepended to the path of the request.
        public var base: String
        /// The prefix that is removed from the path, or `nil`.
        public var prefixToRemove: String?
        /// Header fields that are set in the request, replacing those with the same names.
        public var addedHeaders: Headers
        /// The names of header fields that are not forwarded.
        public var removedHeaders: [String]

        /// Creates a server to which requests are forwarded.
        public init(
            _ base: String, removingPrefix prefixToRemove: String? = nil, adding addedHeaders: Headers = [:],
            removing removedHeaders: [String] = []
        ) {
            self.base = base
            self.prefixToRemove = prefixToRemove
            self.addedHeaders = addedHeaders
            self.removedHeaders = removedHeaders
        }

        /// The origin of ``base``, or ``base`` itself if it is not a URL.
        public var origin: String { (try? RequestURL(parsing: base))?.origin ?? base }

        package func url(for url: RequestURL) throws(ClientError) -> RequestURL {
            let base = try RequestURL(parsing: self.base)
            var path = url.path[...]
            if let prefix = prefixToRemove, path.hasPrefix(prefix) { path = path.dropFirst(prefix.count) }
            let query = url.query.map { "?" + $0 } ?? ""
            let front = base.path.hasSuffix("/") ? base.path.dropLast() : base.path[...]
            let behind = path.isEmpty || path.hasPrefix("/") ? path : "/" + path
            return try RequestURL(parsing: "\(base.scheme)://\(base.authority)\(front)\(behind)\(query)")
        }

        /// Returns the header fields that the other server receives.
        ///
        /// A server of another origin receives no credentials except those in ``addedHeaders``. `Transfer-Encoding` is
        /// added only if the request has a body.
        package func headers(
            _ headers: Headers, from origin: RequestURL, to url: RequestURL, hasBody: Bool
        ) -> Headers {
            var sent = url.origin == origin.origin ? headers : headers.withoutCredentials
            let added = addedHeaders.filter { hasBody || !$0.isNamed("Transfer-Encoding") }
            for name in removedHeaders + added.map(\.name) { sent.remove(name) }
            for field in added { sent.append(field) }
            return sent
        }
    }
}
