/// The value of an answer that may come without content (204).
public enum OptionalContent<Value: Sendable>: Sendable {
    /// There was some.
    case value(Value, Response)
    /// There was none.
    case none(Response)

    /// The value made of the content; nil where there was none.
    public var value: Value? {
        switch self {
        case .value(let value, _): value
        case .none: nil
        }
    }
}
