/// The result of a task, for code that would rather look at it than catch it.
public enum TaskResult<Value: Sendable>: Sendable {
    /// It brought a value.
    case success(Value, Response)
    /// It brought none: the error says why, and the response is there if one arrived whole.
    case failure(any Error, Response?)
    /// It was cancelled, which is not an error.
    case cancelled

    /// The value.
    public var value: Value? {
        if case .success(let value, _) = self { value } else { nil }
    }

    /// The reason why it brought nothing; nil where it was cancelled.
    public var error: (any Error)? {
        if case .failure(let error, _) = self { error } else { nil }
    }

    /// The response, if one arrived whole.
    public var response: Response? {
        switch self {
        case .success(_, let response): response
        case .failure(_, let response): response
        case .cancelled: nil
        }
    }

    /// The value.
    ///
    /// - Throws: Why it brought nothing; `CancellationError` where it was cancelled.
    public func get() throws -> Value {
        switch self {
        case .success(let value, _): return value
        case .failure(let error, _): throw error
        case .cancelled: throw CancellationError()
        }
    }

    /// The result with its value turned into another; an error of the closure makes it a failure.
    public func map<Other>(_ transform: (Value) throws -> Other) -> TaskResult<Other> {
        flatMap { value, response in .success(try transform(value), response) }
    }

    /// The result that the closure makes of a success; an error of the closure makes it a failure.
    public func flatMap<Other>(
        _ transform: (Value, Response) throws -> TaskResult<Other>
    ) -> TaskResult<Other> {
        switch self {
        case .success(let value, let response):
            do { return try transform(value, response) } catch { return .failure(error, response) }
        case .failure(let error, let response): return .failure(error, response)
        case .cancelled: return .cancelled
        }
    }

    /// The value, or another one where there is none.
    public static func ?? (result: TaskResult, other: @autoclosure () throws -> Value) rethrows -> Value {
        try result.value ?? other()
    }

    /// The result, or another one where it is no success.
    static func ?? (
        result: TaskResult, other: @autoclosure () throws -> TaskResult
    ) rethrows -> TaskResult {
        result.value == nil ? try other() : result
    }
}

/// Returns a value as the type that the caller knows it to have.
func typedValue<Value>(_ value: any Sendable) -> Value {
    guard let typed = value as? Value else {
        preconditionFailure("a task for \(Value.self) has made a \(type(of: value))")
    }
    return typed
}

extension TaskResult where Value == any Sendable {
    /// The result with its value as the type that it has.
    func typed<Typed>() -> TaskResult<Typed> {
        switch self {
        case .success(let value, let response): .success(typedValue(value), response)
        case .failure(let error, let response): .failure(error, response)
        case .cancelled: .cancelled
        }
    }
}
