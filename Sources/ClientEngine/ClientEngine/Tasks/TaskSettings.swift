/// The settings of a task: its options with nothing left open, and what follows from the request alone.
struct TaskSettings: Sendable {
    let options: ResolvedOptions
    /// Indicates whether a judge of further attempts may take its time.
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

    /// The maximum number of attempts; `nil` without a bound, which `Int.max` retries mean as well.
    var attemptsAllowed: Int? { options.retry.maximumRetries.flatMap { $0 == .max ? nil : $0 + 1 } }
}
