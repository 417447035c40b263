import EngineHTTP

extension Mock {
    /// Another server, to which a mock forwards requests.
    public struct Upstream: Sendable, Hashable {
        /// The URL that takes the place of scheme and server, and stands before the path.
        public var base: String
        /// The beginning of the path that is left out.
        public var prefixToRemove: String?
        /// Fields that are set in the request, in the place of those of their names.
        public var addedHeaders: Headers
        /// The names of fields that the other server does not receive.
        public var removedHeaders: [String]

        /// Creates a server to forward to.
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

        /// Returns the fields that the other server receives with a request.
        ///
        /// Another origin receives no credentials but those in ``addedHeaders``. A `Transfer-Encoding` is added only if the
        /// request has a body.
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
