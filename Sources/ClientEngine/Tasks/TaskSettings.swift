/// The settings of a task: its options with nothing left open, and what follows from the request alone.
struct TaskSettings: Sendable {
    let options: ResolvedOptions
    /// Whether somebody is to be asked about further attempts who may take his time.
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

    /// The maximum number of attempts; nil without a bound.
    var attemptsAllowed: Int? { options.retry.maximumRetries.map { $0 + 1 } }
}
