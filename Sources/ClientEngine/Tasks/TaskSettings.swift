/// What a request leaves open, filled in from its server's environment and the client's configuration.
struct TaskSettings: Sendable {
    var retry: RetryPolicy
    var deadlines: Deadlines
    /// How long one attempt may take; nil for ever.
    var attemptTimeout: Duration?
    /// How long the whole task may take; nil for ever.
    var totalTimeout: Duration?
    var followsRedirects: Bool
    var maximumRedirects: Int
    var isIdempotent: Bool
    var requiresContentLength: Bool
    var usesCookies: Bool
    var authorization: TaskAuthorization
    var cachePolicy: CachePolicy
    var countsAsActivity: Bool
    var acceptedStatuses: StatusRule
    var assumesJSONErrors: Bool
    /// Where the task's own Swift tasks run; nil leaves it to Swift.
    var taskExecutor: (any TaskExecutor)?

    init(
        _ request: Request, _ url: RequestURL?, _ environment: ServerEnvironment?,
        _ configuration: Client.Configuration, hiding hidden: Set<Credentials>
    ) {
        retry = request.retry ?? configuration.retry
        deadlines = request.deadlines ?? configuration.deadlines
        attemptTimeout = request.timeout ?? configuration.attemptTimeout
        totalTimeout = request.deadline ?? configuration.totalTimeout
        followsRedirects = request.followsRedirects ?? configuration.followsRedirects
        maximumRedirects = configuration.limits.redirects
        isIdempotent = request.isIdempotent ?? request.method.isIdempotent
        requiresContentLength =
            request.requiresContentLength ?? environment?.requiresContentLength
            ?? configuration.requiresContentLength
        usesCookies = request.usesCookies && environment?.usesCookies != false
        authorization = TaskAuthorization(request, url, environment, configuration, hiding: hidden)
        cachePolicy = request.cachePolicy ?? configuration.cachePolicy
        countsAsActivity = request.countsAsActivity ?? configuration.countsAsActivity
        acceptedStatuses = environment?.acceptedStatuses ?? configuration.acceptedStatuses
        assumesJSONErrors = configuration.assumesJSONErrors
        taskExecutor = request.taskExecutor ?? configuration.taskExecutor
        retry.retryAfterLimit = min(retry.retryAfterLimit, configuration.limits.retryAfter)
    }

    /// How many attempts there can be; nil without a bound.
    var attemptsAllowed: Int? { retry.maximumRetries.map { $0 + 1 } }
}

extension ResponseRules {
    /// The rules with what they leave open taken from a task's settings.
    func completed(by settings: TaskSettings) -> ResponseRules {
        var rules = self
        rules.statuses = statuses ?? settings.acceptedStatuses
        return rules
    }
}
