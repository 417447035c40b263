import EngineMocks

/// Says why a stub is refused.
public struct StubError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The reason, in one sentence.
    public var message: String
    /// The name of the member that is to blame; nil where it is the whole stub.
    public var key: String?

    /// The message itself.
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

    /// The error of a part of the mock that no store would take.
    package static func rejected(_ rejection: MockError, key: String? = nil) -> StubError {
        StubError(message: rejection.message, key: key)
    }
}
