/// An immutable configuration with values derived from it once.
///
/// All tasks that are created with it share it.
final class ClientSettings: Sendable {
    let configuration: ClientConfiguration
    let time: ClientTime
    let urls: ParsedURLs
    /// The last completed requests, each with the original one.
    ///
    /// Retaining a request keeps its identity unique.
    private let prepared = RecentValues<ObjectIdentifier, (given: Request, completed: PreparedRequest)>()
    /// The options of requests that use the defaults of the client.
    private let options: ResolvedOptions

    init(_ configuration: ClientConfiguration) {
        self.configuration = configuration
        time = ClientTime(configuration.time)
        urls = ParsedURLs(configuration)
        options = ResolvedOptions(
            configuration.options, retryAfterLimit: configuration.limits.retryAfter)
    }

    /// Completes a request with the settings of the client, or returns the completed request of an earlier call.
    ///
    /// Programs often send the same value again. Only the same value is found, not an equal one, because a comparison
    /// would cost as much.
    func prepare(_ request: Request) -> PreparedRequest {
        let hidden = Credentials.allSuppressed
        if hidden.isEmpty, let known = prepared[request.id] { return known.completed }
        let new = PreparedRequest(request, self, hiding: hidden)
        if hidden.isEmpty, request.mayBeKept { prepared.insert((request, new), for: request.id) }
        return new
    }

    /// Returns the options of a request, including the defaults of a server.
    func options(of request: Request, at environment: ServerEnvironment?) -> ResolvedOptions {
        guard request.hasOptions || environment?.hasOptions == true else { return options }
        var merged = request.options
        if let environment { merged = merged.merged(over: environment.options) }
        return ResolvedOptions(
            merged.merged(over: configuration.options), retryAfterLimit: configuration.limits.retryAfter)
    }
}

extension RequestOptions {
    /// Indicates whether the options contain no objects of users.
    fileprivate var arePlain: Bool {
        completionExecutor == nil && taskExecutor == nil && retry?.mustAsk != true && placement == nil
            && parameterEncoding == nil && acceptedStatuses == nil
    }
}

extension Request {
    /// Indicates whether retaining the request for a while retains neither large data nor objects of users.
    fileprivate var mayBeKept: Bool {
        body.isSmall && (!hasOptions || options.arePlain) && userInfo.isEmpty
            && (authentication == nil || authentication?.scheme == .anonymous) && interceptors.own.isEmpty
    }
}
