extension ClientConfiguration {
    /// The base URL of the client, or `nil` if there is none or it is invalid.
    var ownBase: BaseURL? { baseURL.flatMap { try? BaseURL($0) } }

    /// Returns the base of relative URLs: that of the named environment, otherwise ``baseURL``, otherwise that of the
    /// first environment.
    func base(named name: String?) throws(ClientError) -> BaseURL? {
        if let name { return try environments.named(name).baseURL }
        if let baseURL { return try BaseURL(baseURL) }
        return environments.first?.baseURL
    }

    /// Returns the cookie storage for a URL: that of the environment that contains it, even after a redirect.
    func cookies(at url: RequestURL) -> (any CookieStorage)? {
        environments.isEmpty ? cookies : environments.governing(url)?.cookies ?? cookies
    }
}

extension RequestURL {
    /// Parses the URL of a request.
    ///
    /// - Throws: `invalidRequest/queue` with the URL, also if it is relative and there is no base.
    init(target text: String, below base: BaseURL?) throws(ClientError) {
        guard text.hasScheme || base != nil else {
            throw ClientError(
                .invalidRequest, .queue,
                "the URL “\(text)” cannot be used: it is relative, and there is no base URL",
                hint: "write it like http://host:port/path?query, or give the client a base URL")
        }
        self = try RequestURL(parsing: text, relativeTo: base?.url)
    }
}
