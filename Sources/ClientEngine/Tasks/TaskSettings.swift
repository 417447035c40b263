/// What a request leaves open, filled in from the client's configuration.
struct TaskSettings: Sendable {
    var retry: RetryPolicy
    var deadlines: Deadlines
    var followsRedirects: Bool
    var maximumRedirects: Int
    var isIdempotent: Bool
    var requiresContentLength: Bool
    var usesCookies: Bool
    var authorization: TaskAuthorization
    var cachePolicy: CachePolicy

    init(
        _ request: Request, _ url: RequestURL?, _ environment: ServerEnvironment?,
        _ configuration: Client.Configuration, hiding hidden: Set<Credentials>
    ) {
        retry = request.retry ?? configuration.retry
        deadlines = request.deadlines ?? configuration.deadlines
        followsRedirects = request.followsRedirects ?? configuration.followsRedirects
        maximumRedirects = configuration.limits.redirects
        isIdempotent = request.isIdempotent ?? request.method.isIdempotent
        requiresContentLength =
            request.requiresContentLength ?? environment?.requiresContentLength
            ?? configuration.requiresContentLength
        usesCookies = request.usesCookies && environment?.usesCookies != false
        authorization = TaskAuthorization(request, url, environment, configuration, hiding: hidden)
        cachePolicy = request.cachePolicy ?? configuration.cachePolicy
        retry.retryAfterLimit = min(retry.retryAfterLimit, configuration.limits.retryAfter)
    }

    /// How many attempts there can be; nil without a bound.
    var attemptsAllowed: Int? { retry.maximumRetries.map { $0 + 1 } }
}
