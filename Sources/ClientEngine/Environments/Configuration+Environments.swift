extension Client.Configuration {
    /// The client's own base; nil where there is none, or it cannot be one.
    var ownBase: BaseURL? { baseURL.flatMap { try? BaseURL($0) } }

    /// What the relative URL of a request is resolved against: the environment it names, else ``baseURL``, else the first
    /// environment.
    func base(for request: Request) throws(ClientError) -> BaseURL? {
        if let name = request.environment { return try environments.named(name).baseURL }
        if let baseURL { return try BaseURL(baseURL) }
        return environments.first?.baseURL
    }

    /// Where a request goes.
    ///
    /// - Throws: `invalidRequest/queue` that names the URL, and tells where there is no base for a relative one.
    func target(of request: Request) throws(ClientError) -> RequestURL {
        let base = try base(for: request)
        guard request.url.hasScheme || base != nil else {
            throw ClientError(
                .invalidRequest, .queue,
                "the URL “\(request.url)” cannot be used: it is relative, and there is no base URL",
                hint: "write it like http://host:port/path?query, or give the client a base URL")
        }
        return try RequestURL(parsing: request.url, relativeTo: base?.url)
    }
}
