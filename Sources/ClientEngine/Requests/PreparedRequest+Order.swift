extension PreparedRequest {
    /// Makes the exchange that every attempt begins with.
    ///
    /// - Throws: What keeps the request from being sent.
    func order() throws(ClientError) -> ExchangeOrder {
        guard let url, error == nil else {
            throw error ?? ClientError(.invalidRequest, .queue, "the request has no URL")
        }
        var order = ExchangeOrder.Content(
            method: request.method, url: url, headers: headers, body: request.body,
            timeouts: settings.options.timeouts, credentials: settings.authorization.credentials(for: url))
        order.version = settings.options.version
        order.idempotence = request.isIdempotent
        order.usesCookies = settings.options.usesCookies
        order.cachePolicy = settings.options.cachePolicy
        order.storagePolicy = settings.options.storagePolicy
        order.unmocked = settings.options.unmocked
        return ExchangeOrder(order)
    }
}

extension ExchangeOrder {
    /// The order with the cookies that a client has for its URL, as many as may go out with a request: those that come
    /// first, so that which are left out does not change from one request to the next.
    func carryingCookies(of client: ClientSettings) -> ExchangeOrder {
        guard self.usesCookies, let cookies = client.configuration.cookies(at: self.url) else { return self }
        let all = cookies.cookies(for: self.url, at: client.configuration.time.date())
        if all.isEmpty { return self }
        var order = self
        var room = client.configuration.limits.cookies
        let some = all.prefix {
            room -= $0.pair.count + 2
            return room >= 0
        }
        order.leavesCookiesOut = some.count < all.count
        order.headers.add(Array(some))
        return order
    }
}
