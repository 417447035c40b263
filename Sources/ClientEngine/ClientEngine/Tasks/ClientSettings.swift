/// A configuration that changes no more, and what is worked out of it once; every task made with it shares it.
final class ClientSettings: Sendable {
    let configuration: ClientConfiguration
    let time: ClientTime
    let urls: ParsedURLs
    /// The requests completed last, each with the one that was given: an identity is no other's while its request lives.
    private let prepared = RecentValues<ObjectIdentifier, (given: Request, completed: PreparedRequest)>()
    /// The options of requests that leave them to the client.
    private let options: ResolvedOptions

    init(_ configuration: ClientConfiguration) {
        self.configuration = configuration
        time = ClientTime(configuration.time)
        urls = ParsedURLs(configuration)
        options = ResolvedOptions(
            configuration.options, retryAfterLimit: configuration.limits.retryAfter)
    }

    /// Completes a request as the client does, or finds it completed: programs send the same values again and again.
    ///
    /// It finds the very same value, not one that is equal, which would cost as much to find out.
    func prepare(_ request: Request) -> PreparedRequest {
        let hidden = Credentials.allSuppressed
        if hidden.isEmpty, let known = prepared[request.id] { return known.completed }
        let new = PreparedRequest(request, self, hiding: hidden)
        if hidden.isEmpty, request.mayBeKept { prepared.insert((request, new), for: request.id) }
        return new
    }

    /// Returns the options of a request that takes the defaults of a server.
    func options(of request: Request, at environment: ServerEnvironment?) -> ResolvedOptions {
        guard request.hasOptions || environment?.hasOptions == true else { return options }
        var merged = request.options
        if let environment { merged = merged.merged(over: environment.options) }
        return ResolvedOptions(
            merged.merged(over: configuration.options), retryAfterLimit: configuration.limits.retryAfter)
    }
}

extension RequestOptions {
    /// Indicates whether they name nothing that may be somebody's object.
    fileprivate var arePlain: Bool {
        completionExecutor == nil && taskExecutor == nil && retry?.mustAsk != true && placement == nil
            && parameterEncoding == nil && acceptedStatuses == nil
    }
}

extension Request {
    /// Indicates whether keeping it for a while keeps nothing large, and nobody's objects, alive.
    fileprivate var mayBeKept: Bool {
        body.isSmall && (!hasOptions || options.arePlain) && userInfo.isEmpty
            && (authentication == nil || authentication?.scheme == .anonymous) && interceptors.own.isEmpty
    }
}
