extension ExchangeRequest {
    /// The request for another server.
    func sent(to upstream: Mock.Upstream) throws(ClientError) -> ExchangeRequest {
        var exchangeRequest = self
        exchangeRequest.url = try upstream.url(for: self.url)
        exchangeRequest.headers = upstream.headers(self.headers, from: self.url, to: exchangeRequest.url)
        exchangeRequest.credentials = exchangeRequest.url.origin == self.url.origin ? self.credentials : nil
        exchangeRequest.kept = nil
        return exchangeRequest
    }
}
