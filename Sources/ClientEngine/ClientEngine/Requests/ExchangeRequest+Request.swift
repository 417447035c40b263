extension ExchangeRequest {
    init(_ request: Request, _ headers: Headers, to url: RequestURL, _ settings: TaskSettings) {
        var content = Content(
            method: request.method, url: url, headers: headers, body: request.body,
            timeouts: settings.options.timeouts, credentials: settings.authorization.credentials(for: url))
        content.terms.version = settings.options.version
        content.terms.unixSocket = settings.options.unixSocket
        content.terms.idempotence = request.isIdempotent
        content.terms.usesCookies = settings.options.usesCookies
        content.terms.cachePolicy = settings.options.cachePolicy
        content.terms.storagePolicy = settings.options.storagePolicy
        content.terms.unmatchedRequests = settings.options.unmatchedRequests
        self.init(content)
    }

    /// The request with the cookies of a client for its URL, up to the size limit.
    ///
    /// The first cookies are used, so that consecutive requests omit the same ones.
    func carryingCookies(of client: ClientSettings) -> ExchangeRequest {
        guard self.usesCookies, let cookies = client.configuration.cookies(at: self.url) else { return self }
        let all = cookies.cookies(for: self.url, at: client.time.date())
        if all.isEmpty { return self }
        var exchangeRequest = self
        var room = client.configuration.limits.cookies
        let some = all.prefix {
            room -= $0.pair.count + 2
            return room >= 0
        }
        exchangeRequest.leavesCookiesOut = some.count < all.count
        exchangeRequest.headers.add(Array(some))
        return exchangeRequest
    }
}
