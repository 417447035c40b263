/// The reason why an HTTP archive cannot be read.
public struct HARError: Error, Sendable, Hashable, CustomStringConvertible {
    /// The problem, as a sentence.
    public var message: String
    /// What there should be instead; nil where nothing would help.
    public var expected: String?

    /// Creates a failure.
    public init(_ message: String, expected: String? = nil) {
        (self.message, self.expected) = (message, expected)
    }

    /// `message (expected …)`.
    public var description: String { message + (expected.map { " (expected \($0))" } ?? "") }

    static let archive = "an HTTP archive (HAR 1.2)"
}
