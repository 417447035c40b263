import EngineMocks

/// The reason why a stub is rejected.
public struct StubError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The reason, in one sentence.
    public var message: String
    /// The name of the member that caused the error, or `nil` for the whole stub.
    public var key: String?

    /// The message.
    public var description: String { message }

    /// Creates an error.
    public init(message: String, key: String? = nil) {
        (self.message, self.key) = (message, key)
    }

    static func unsupported(_ key: String) -> StubError {
        StubError(message: "“\(key)” is not supported.", key: key)
    }

    static func wrong(_ key: String, _ expected: String) -> StubError {
        StubError(message: "“\(key)” is not \(expected).", key: key)
    }

    /// Returns the error for a part of a mock that a store rejects.
    package static func rejected(_ rejection: MockError, key: String? = nil) -> StubError {
        StubError(message: rejection.message, key: key)
    }
}
