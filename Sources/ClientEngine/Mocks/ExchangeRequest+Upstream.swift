extension ExchangeRequest {
    /// The order for another server.
    func sent(to upstream: Mock.Upstream) throws(ClientError) -> ExchangeRequest {
        var order = self
        order.url = try upstream.url(for: self.url)
        order.headers = upstream.headers(self.headers, from: self.url, to: order.url)
        order.credentials = order.url.origin == self.url.origin ? self.credentials : nil
        order.kept = nil
        return order
    }
}
