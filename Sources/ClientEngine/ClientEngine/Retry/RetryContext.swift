/// An attempt that has just ended, with its result, for the closure of a retry policy.
public struct RetryContext: Sendable {
    var attempt: EndedAttempt
    /// The original request of the task.
    public var request: Request
    /// The response, or `nil` if there is none.
    public var response: Response?
    var failure: (any Error)?

    /// Creates a context, for example to test the closure of a policy.
    ///
    /// An error that is not a ``ClientError`` is an error of parsing the response.
    public init(number: Int = 1, request: Request, response: Response? = nil, error: (any Error)? = nil) {
        let outcome: AttemptOutcome =
            if let error = error as? ClientError, response == nil {
                .error(error)
            } else if let response {
                .response(status: response.status)
            } else {
                .cancelled
            }
        self.init(
            attempt: EndedAttempt(
                number: number, outcome: outcome, retryAfter: response?.head.retryAfter ?? [],
                isIdempotent: request.isIdempotent ?? request.method.isIdempotent),
            request: request, response: response, failure: error)
    }

    init(
        attempt: EndedAttempt, request: Request, response: Response? = nil, failure: (any Error)? = nil
    ) {
        self.attempt = attempt
        self.request = request
        self.response = response
        self.failure = failure
    }

    /// The number of the attempt, starting with 1.
    public var number: Int { attempt.number }

    /// The reason why there is no response, or the error of parsing it.
    ///
    /// It is `nil` if only the status of the response can be a reason for a retry.
    public var error: (any Error)? {
        if let failure { return failure }
        if case .error(let error) = attempt.outcome { return error }
        return nil
    }
}
