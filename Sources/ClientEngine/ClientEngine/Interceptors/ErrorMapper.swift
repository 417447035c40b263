import EngineJSON

/// Converts the error of a rejected response to an error of the program.
///
/// It is called for every ``ResponseError``, with any body. The body is parsed as JSON regardless of its media type.
public struct ErrorMapper: Interceptor {
    private let names: ServerProblem.Names
    private let map: @Sendable (ResponseError, ServerProblem?) -> (any Error)?

    /// Creates an interceptor.
    ///
    /// - Parameters:
    ///   - codes: The members that may contain the code, of which the first one present counts, or `nil` for the usual
    ///     ones.
    ///   - messages: The members that may contain the message, or `nil` for the usual ones.
    ///   - map: Returns the error of the program for an error and the server's description, which is `nil` if the body
    ///     contains neither a code nor a message. Returns `nil` to keep the error.
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

    /// Replaces the error of a rejected response.
    public func process(_ answer: InterceptedAnswer) -> InterceptedAnswer {
        guard let error = answer.error as? ResponseError else { return answer }
        let json = try? JSONValue(parsing: error.response.utf8Body)
        guard let mapped = map(error, json.flatMap { ServerProblem($0, names: names) }) else { return answer }
        var answer = answer
        answer.error = mapped
        return answer
    }
}
