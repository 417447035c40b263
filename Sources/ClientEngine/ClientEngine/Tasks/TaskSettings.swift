/// The settings of a task: its complete options, and values that follow from the request.
struct TaskSettings: Sendable {
    let options: ResolvedOptions
    /// Indicates whether a retry judge may take time.
    let asksAboutRetry: Bool
    let isIdempotent: Bool
    let maximumRedirects: Int
    let authorization: TaskAuthorization

    init(
        options: ResolvedOptions, isIdempotent: Bool, maximumRedirects: Int, authorization: TaskAuthorization
    ) {
        self.options = options
        asksAboutRetry = options.retry.mustAsk
        self.isIdempotent = isIdempotent
        self.maximumRedirects = maximumRedirects
        self.authorization = authorization
    }

    /// The maximum number of attempts, or `nil` without a limit, which `Int.max` retries also mean.
    var attemptsAllowed: Int? { options.retry.maximumRetries.flatMap { $0 == .max ? nil : $0 + 1 } }
}
