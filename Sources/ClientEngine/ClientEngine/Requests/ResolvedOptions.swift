/// Options with nothing left open: what a request, its server and its client say, and what holds where none of them does.
///
/// An object, for it is made once for all requests that leave everything to their client.
final class ResolvedOptions: Sendable {
    let version: HTTPVersion?
    /// `nil` connects to the host of the URL.
    let unixSocket: UnixSocket?
    let placement: ParameterPlacement
    let parameterEncoding: ParameterEncoding
    let sendsContentLength: Bool
    let timeouts: Timeouts
    let attemptTimeout: Duration?
    let totalTimeout: Duration?
    let retry: RetryPolicy
    let followsRedirects: Bool
    let usesCookies: Bool
    let cachePolicy: CachePolicy
    let storagePolicy: ResponseStoragePolicy
    let discardsBody: Bool
    let acceptedStatuses: StatusRule
    let assumesJSONErrors: Bool
    /// Nil leaves it to the client's mocks.
    let unmatchedRequests: MockStore.UnmatchedRequests?
    let priority: Request.Priority
    let countsAsActivity: Bool
    let completionExecutor: CallbackExecutor
    /// The executor of the task's own Swift tasks; nil leaves it to Swift.
    let taskExecutor: (any TaskExecutor)?

    init(_ options: RequestOptions, retryAfterLimit: Duration) {
        version = options.version
        unixSocket = options.unixSocket.flatMap { $0.isEmpty ? nil : UnixSocket(path: $0) }
        placement = options.placement ?? .automatic
        parameterEncoding = options.parameterEncoding ?? ParameterEncoding()
        sendsContentLength = options.sendsContentLength ?? false
        timeouts = options.timeouts.merged(over: .standard)
        attemptTimeout = options.attemptTimeout.flatMap { $0 == .unlimited ? nil : $0 }
        totalTimeout = options.totalTimeout.flatMap { $0 == .unlimited ? nil : $0 }
        var retry = options.retry ?? .never
        retry.retryAfterLimit = min(retry.retryAfterLimit, retryAfterLimit)
        self.retry = retry
        followsRedirects = options.followsRedirects ?? true
        usesCookies = options.usesCookies ?? true
        // The cache knows responses by their URLs alone.
        cachePolicy = unixSocket == nil ? options.cachePolicy ?? .standard : .bypass
        storagePolicy = options.storagePolicy ?? .allowed
        discardsBody = options.discardsBody ?? false
        acceptedStatuses = options.acceptedStatuses ?? .successful
        assumesJSONErrors = options.assumesJSONErrors ?? false
        unmatchedRequests = options.unmatchedRequests
        priority = options.priority ?? .normal
        countsAsActivity = options.countsAsActivity ?? true
        completionExecutor = options.completionExecutor ?? .anywhere
        taskExecutor = options.taskExecutor
    }
}
