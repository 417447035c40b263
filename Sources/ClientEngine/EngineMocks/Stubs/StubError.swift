/// Says why a stub is refused.
package struct StubError: Error {
    package var message: String
    /// The member that is to blame.
    package var key: String?

    package init(message: String, key: String? = nil) {
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
