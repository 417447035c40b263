/// A cached response that may become the response of an exchange.
struct CachedAnswer: Sendable, Equatable {
    var response: CachedResponse
    var use: CacheUse
}

extension ExchangeRequest {
    /// Returns the lookup of the request in the cache of a client.
    func lookup(from configuration: ClientConfiguration) -> CacheLookup {
        CacheLookup(
            method: self.method, url: self.url, headers: self.headers, policy: self.cachePolicy,
            asker: Asker(
                self.headers, proof: self.proof, self.credentials?.connectionLogin,
                configuration.connections.tls.clientCertificate))
    }

    /// The request without the use of cached responses.
    var reloading: ExchangeRequest {
        var exchangeRequest = self
        exchangeRequest.cachePolicy = .reload
        return exchangeRequest
    }

    /// Returns the request with header fields added.
    func adding(_ fields: Headers) -> ExchangeRequest {
        var exchangeRequest = self
        for field in fields { exchangeRequest.headers.add(field) }
        return exchangeRequest
    }
}
