import HTTPValues

extension Mock {
    package struct Upstream: Sendable, Hashable {
        package var base: String
        package var prefixToRemove: String?
        package var addedHeaders: Headers
        package var removedHeaders: [String]

        package init(
            _ base: String, removingPrefix prefixToRemove: String? = nil, adding addedHeaders: Headers = [:],
            removing removedHeaders: [String] = []
        ) {
            self.base = base
            self.prefixToRemove = prefixToRemove
            self.addedHeaders = addedHeaders
            self.removedHeaders = removedHeaders
        }

        /// The origin of ``base``, or ``base`` itself if it is not a URL.
        package var origin: String { (try? RequestURL(parsing: base))?.origin ?? base }

        package func url(for url: RequestURL) throws(ClientError) -> RequestURL {
            let base = try RequestURL(parsing: self.base)
            var path = url.path[...]
            if let prefix = prefixToRemove, path.hasPrefix(prefix) { path = path.dropFirst(prefix.count) }
            let query = url.query.map { "?" + $0 } ?? ""
            let front = base.path.hasSuffix("/") ? base.path.dropLast() : base.path[...]
            let behind = path.isEmpty || path.hasPrefix("/") ? path : "/" + path
            return try RequestURL(parsing: "\(base.scheme)://\(base.authority)\(front)\(behind)\(query)")
        }

        /// Returns the fields of a request that go along.
        ///
        /// A credential for one server stays away from others, unless it is added here.
        package func headers(_ headers: Headers, from origin: RequestURL, to url: RequestURL) -> Headers {
            var sent = url.origin == origin.origin ? headers : headers.withoutCredentials
            for name in removedHeaders + addedHeaders.map(\.name) { sent.remove(name) }
            for field in addedHeaders { sent.append(field) }
            return sent
        }
    }
}
