/// A kept response on its way to being the answer of an exchange.
struct CachedAnswer: Sendable, Equatable {
    var response: CachedResponse
    var use: CacheUse
}

extension ExchangeRequest {
    /// Returns the request as it looks for an answer in a client's cache.
    func lookup(from configuration: ClientConfiguration) -> CacheLookup {
        CacheLookup(
            method: self.method, url: self.url, headers: self.headers, policy: self.cachePolicy,
            asker: Asker(
                self.headers, proof: self.proof, self.credentials?.connectionLogin,
                configuration.connections.tls.clientCertificate))
    }

    /// The same, without regard to what is kept.
    var reloading: ExchangeRequest {
        var exchangeRequest = self
        exchangeRequest.cachePolicy = .reload
        return exchangeRequest
    }

    /// Returns the same with fields behind its own.
    func adding(_ fields: Headers) -> ExchangeRequest {
        var exchangeRequest = self
        for field in fields { exchangeRequest.headers.add(field) }
        return exchangeRequest
    }
}
