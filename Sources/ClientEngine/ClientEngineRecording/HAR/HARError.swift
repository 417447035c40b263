/// The reason why an HTTP archive cannot be read.
public struct HARError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The problem, as a sentence.
    public var message: String
    /// The expected input, or `nil` if none can be named.
    public var expected: String?

    /// Creates an error.
    public init(_ message: String, expected: String? = nil) {
        (self.message, self.expected) = (message, expected)
    }

    /// `message (expected …)`.
    public var description: String { message + (expected.map { " (expected \($0))" } ?? "") }

    static let archive = "an HTTP archive (HAR 1.2)"
}
