/// The result of a task, for code that inspects it instead of catching an error.
public enum TaskResult<Value: Sendable>: Sendable {
    /// The task has a value.
    case success(Value, Response)
    /// The task has no value.
    ///
    /// The response is present if it is complete.
    case failure(any Error, Response?)
    /// The task was cancelled, which is not an error.
    case cancelled

    /// The value, or `nil` if there is none.
    public var value: Value? {
        if case .success(let value, _) = self { value } else { nil }
    }

    /// The reason why there is no value, or `nil` if there is one or the task was cancelled.
    public var error: (any Error)? {
        if case .failure(let error, _) = self { error } else { nil }
    }

    /// The response if it is complete, otherwise `nil`.
    public var response: Response? {
        switch self {
        case .success(_, let response): response
        case .failure(_, let response): response
        case .cancelled: nil
        }
    }

    /// Returns the value.
    ///
    /// - Throws: The reason why there is no value, or `CancellationError` if the task was cancelled.
    public func get() throws -> Value {
        switch self {
        case .success(let value, _): return value
        case .failure(let error, _): throw error
        case .cancelled: throw CancellationError()
        }
    }

    /// Returns the result with its value converted.
    ///
    /// An error of the closure makes it a failure.
    public func map<Other>(_ transform: (Value) throws -> Other) -> TaskResult<Other> {
        flatMap { value, response in .success(try transform(value), response) }
    }

    /// Returns the result that the closure makes from a success.
    ///
    /// An error of the closure makes it a failure.
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

    /// Returns the value, or `other` if there is none.
    public static func ?? (result: TaskResult, other: @autoclosure () throws -> Value) rethrows -> Value {
        try result.value ?? other()
    }

    /// Returns the result, or `other` if it is not a success.
    static func ?? (
        result: TaskResult, other: @autoclosure () throws -> TaskResult
    ) rethrows -> TaskResult {
        result.value == nil ? try other() : result
    }
}

/// Returns a value as the type that the caller expects.
func typedValue<Value>(_ value: any Sendable) -> Value {
    guard let typed = value as? Value else {
        preconditionFailure("a task for \(Value.self) has made a \(type(of: value))")
    }
    return typed
}

extension TaskResult where Value == any Sendable {
    /// Returns the result with its value as the expected type.
    func typed<Typed>() -> TaskResult<Typed> {
        switch self {
        case .success(let value, let response): .success(typedValue(value), response)
        case .failure(let error, let response): .failure(error, response)
        case .cancelled: .cancelled
        }
    }
}
