/// The value of a response that may have no content (204).
public enum OptionalContent<Value: Sendable>: Sendable {
    /// The response has content, converted to a value.
    case value(Value, Response)
    /// The response has no content.
    case none(Response)

    /// The value of the content, or `nil` if there is none.
    public var value: Value? {
        switch self {
        case .value(let value, _): value
        case .none: nil
        }
    }
}
