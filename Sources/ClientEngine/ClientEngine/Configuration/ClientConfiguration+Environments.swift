extension ClientConfiguration {
    /// The client's own base; nil where there is none, or it cannot be one.
    var ownBase: BaseURL? { baseURL.flatMap { try? BaseURL($0) } }

    /// Returns the base of relative URLs: the environment that is named, else ``baseURL``, else the first
    /// environment.
    func base(named name: String?) throws(ClientError) -> BaseURL? {
        if let name { return try environments.named(name).baseURL }
        if let baseURL { return try BaseURL(baseURL) }
        return environments.first?.baseURL
    }

    /// Returns the storage of the cookies of a URL: that of the environment it lies in, also behind a redirect.
    func cookies(at url: RequestURL) -> (any CookieStorage)? {
        environments.isEmpty ? cookies : environments.governing(url)?.cookies ?? cookies
    }
}

extension RequestURL {
    /// Takes apart what a request names as its URL.
    ///
    /// - Throws: `invalidRequest/queue` that names the URL, and tells where there is no base for a relative one.
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
