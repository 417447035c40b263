import EngineJSON

/// Turns an error whose answer says what is wrong into an error of the program's own.
///
/// The body is read as JSON whatever its type says; an answer without a code and a message keeps its error.
public struct ErrorClarifier: Interceptor {
    /// Makes the program's error of a server's description; nil keeps the one there is.
    public typealias Make = @Sendable (ServerProblem, Response) -> (any Error)?

    private let names: ServerProblem.Names
    private let make: Make

    /// Creates an interceptor that looks for the parts of a description under these names.
    public init(names: ServerProblem.Names = ServerProblem.Names(), make: @escaping Make) {
        self.names = names
        self.make = make
    }

    /// Replaces the error of an answer that says what is wrong.
    public func process(_ answer: InterceptedAnswer) -> InterceptedAnswer {
        guard answer.error != nil, let response = answer.response,
            let json = try? JSONValue(parsing: response.body),
            let problem = ServerProblem(json, names: names),
            let error = make(problem, response)
        else { return answer }
        var answer = answer
        answer.error = error
        return answer
    }
}
