import EngineJSON

/// Turns an error whose answer says what is wrong into an error of the program's own.
///
/// The body is read as JSON whatever its type says; an answer without a code and a message keeps its error.
public struct ErrorClarifier: Interceptor {
    /// Makes the program's error of a server's description; nil keeps the one there is.
    public typealias Make = @Sendable (Problem, Response) -> (any Error)?

    private let names: Problem.Names
    private let make: Make

    /// Creates an interceptor that looks for the parts of a description under these names.
    public init(names: Problem.Names = Problem.Names(), make: @escaping Make) {
        self.names = names
        self.make = make
    }

    /// Replaces the error of an answer that says what is wrong.
    public func process(_ answer: Answer) -> Answer {
        guard answer.error != nil, let response = answer.response,
            let json = try? JSONValue(parsing: response.body), let problem = Problem(json, names: names),
            let error = make(problem, response)
        else { return answer }
        var answer = answer
        answer.error = error
        return answer
    }
}
