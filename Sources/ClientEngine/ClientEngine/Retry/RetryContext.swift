/// An attempt that has just ended, with all it brought, as a policy of your own is asked about it.
public struct RetryContext: Sendable {
    package var attempt: EndedAttempt
    /// The request as the task was given it.
    public var request: Request
    /// The answer, where there was one.
    public var response: Response?
    package var failure: (any Error)?

    /// The number of the attempt, from 1.
    public var number: Int { attempt.number }

    /// The reason why there is no response, or the error of parsing it; nil where only its status speaks for another
    /// attempt.
    public var error: (any Error)? {
        if let failure { return failure }
        if case .error(let error) = attempt.outcome { return error }
        return nil
    }
}
