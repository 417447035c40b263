/// An attempt that has just ended, with all it brought, as a policy of your own is asked about it.
public struct RetryContext: Sendable {
    /// Which attempt, and how it ended; a response that could not be parsed ends it with an error of phase `process`.
    public var attempt: EndedAttempt
    /// The request as the task was given it.
    public var request: Request
    /// The answer, where there was one.
    public var response: Response?
    /// The error that parsing the answer threw.
    public var failure: (any Error)?

    /// Creates a context.
    package init(attempt: EndedAttempt, request: Request) {
        self.attempt = attempt
        self.request = request
    }
}
