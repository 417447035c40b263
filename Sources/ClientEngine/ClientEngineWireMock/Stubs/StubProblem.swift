/// An error or a warning about a file of stubs, with its position.
public struct StubProblem: Sendable, Hashable, CustomStringConvertible {
    /// One sentence for a person.
    public var message: String
    /// The line, from 1.
    public var line: Int
    /// The column, from 1, counted in Unicode scalars.
    public var column: Int
    /// The expected syntax, or `nil` if it cannot be named.
    public var expected: String?

    /// Creates a problem.
    public init(_ message: String, line: Int = 1, column: Int = 1, expected: String? = nil) {
        self.message = message
        self.line = line
        self.column = column
        self.expected = expected
    }

    /// The position and the message for a person.
    public var description: String {
        "\(line):\(column): \(message)\(expected.map { " (expected \($0))" } ?? "")"
    }
}
