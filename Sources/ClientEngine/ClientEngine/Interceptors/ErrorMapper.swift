import EngineJSON

/// Turns the error of a refused answer into an error of the program's own.
///
/// It is asked about every ``ResponseError``, whatever its body. The body is read as JSON whatever its type says.
public struct ErrorMapper: Interceptor {
    private let names: ServerProblem.Names
    private let map: @Sendable (ResponseError, ServerProblem?) -> (any Error)?

    /// Creates an interceptor.
    ///
    /// - Parameters:
    ///   - codes: The members that may hold the code, the first that is there counts; nil are the usual ones.
    ///   - messages: The members that may hold the message; nil are the usual ones.
    ///   - map: Makes the program's error of an error and of the server's description, nil where the body has neither a code
    ///     nor a message. Returns nil to keep the error.
    public init(
        codes: [String]? = nil, messages: [String]? = nil,
        map: @escaping @Sendable (ResponseError, ServerProblem?) -> (any Error)?
    ) {
        var names = ServerProblem.Names()
        if let codes { names.code = codes }
        if let messages { names.message = messages }
        self.names = names
        self.map = map
    }

    /// Replaces the error of an answer that was refused.
    public func process(_ answer: InterceptedAnswer) -> InterceptedAnswer {
        guard let error = answer.error as? ResponseError else { return answer }
        let json = try? JSONValue(parsing: error.response.utf8Body)
        guard let mapped = map(error, json.flatMap { ServerProblem($0, names: names) }) else { return answer }
        var answer = answer
        answer.error = mapped
        return answer
    }
}
