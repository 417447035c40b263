/// The value of an answer that may come without content (204).
public enum ResponseContent<Value: Sendable>: Sendable {
    /// There was some.
    case value(Value, Response)
    /// There was none.
    case none(Response)

    package var response: Response {
        switch self {
        case .value(_, let response), .none(let response): response
        }
    }

    /// The value made of the content; nil where there was none.
    public var value: Value? {
        switch self {
        case .value(let value, _): value
        case .none: nil
        }
    }

    /// Returns the value made of the content.
    ///
    /// - Throws: ``ResponseError`` with the reason ``ResponseError/Reason/noContent`` where there was none.
    package func get() throws -> Value {
        switch self {
        case .value(let value, _): return value
        case .none(let response): throw ResponseError(.noContent, response)
        }
    }
}
