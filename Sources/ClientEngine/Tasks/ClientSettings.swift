/// A configuration that changes no more, and what is worked out of it once; every task made with it shares it.
final class ClientSettings: Sendable {
    let configuration: ClientConfiguration
    let urls: ParsedURLs
    private let preparedRequests = PreparedRequests()
    /// How requests are handled that leave it to the client.
    private let options: ResolvedOptions

    init(_ configuration: ClientConfiguration) {
        self.configuration = configuration
        urls = ParsedURLs(configuration)
        options = ResolvedOptions(
            configuration.options, retryAfterLimit: configuration.limits.retryAfter)
    }

    /// Completes a request as the client does.
    func prepare(_ request: Request) -> PreparedRequest { preparedRequests.prepared(request, self) }

    /// How a request is handled that takes the defaults of a server.
    func options(of request: Request, at environment: ServerEnvironment?) -> ResolvedOptions {
        guard request.hasOptions || environment?.hasOptions == true else { return options }
        var merged = request.options
        if let environment { merged = merged.merged(over: environment.options) }
        return ResolvedOptions(
            merged.merged(over: configuration.options), retryAfterLimit: configuration.limits.retryAfter)
    }
}
