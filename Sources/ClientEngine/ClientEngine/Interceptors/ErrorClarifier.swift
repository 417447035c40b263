import EngineJSON

/// Turns an error whose answer says what is wrong into an error of the program's own.
///
/// The body is read as JSON whatever its type says; an answer without a code and a message keeps its error.
public struct ErrorClarifier: Interceptor {
    private let names: ServerProblem.Names
    private let make: @Sendable (ServerProblem, Response) -> (any Error)?

    /// Creates an interceptor.
    ///
    /// - Parameters:
    ///   - codes: The members that may hold the code, the first that is there counts; nil are the usual ones.
    ///   - messages: The members that may hold the message; nil are the usual ones.
    ///   - make: Makes the program's error of a server's description; nil keeps the one there is.
    public init(
        codes: [String]? = nil, messages: [String]? = nil,
        make: @escaping @Sendable (ServerProblem, Response) -> (any Error)?
    ) {
        var names = ServerProblem.Names()
        if let codes { names.code = codes }
        if let messages { names.message = messages }
        self.names = names
        self.make = make
    }

    /// Replaces the error of an answer that says what is wrong.
    public func process(_ answer: InterceptedAnswer) -> InterceptedAnswer {
        guard answer.error != nil, let response = answer.response,
            let json = try? JSONValue(parsing: response.utf8Body),
            let problem = ServerProblem(json, names: names),
            let error = make(problem, response)
        else { return answer }
        var answer = answer
        answer.error = error
        return answer
    }
}
