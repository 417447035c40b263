extension ExchangeOrder {
    /// The order for another server.
    func sent(to upstream: Mock.Upstream) throws(ClientError) -> ExchangeOrder {
        var order = self
        order.url = try upstream.url(for: url)
        order.headers = upstream.headers(headers, from: url, to: order.url)
        order.credentials = order.url.origin == url.origin ? credentials : nil
        order.kept = nil
        return order
    }
}
