/// The settings of a task: its options with nothing left open, and what follows from the request alone.
struct TaskSettings: Sendable {
    let options: ResolvedOptions
    let isIdempotent: Bool
    let maximumRedirects: Int
    let authorization: TaskAuthorization

    /// The maximum number of attempts; nil without a bound.
    var attemptsAllowed: Int? { options.retry.maximumRetries.map { $0 + 1 } }
}
