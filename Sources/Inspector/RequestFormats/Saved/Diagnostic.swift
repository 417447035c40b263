import EngineJSON

/// Something worth saying about a text: what, where, and how bad it is.
public struct Diagnostic: Sendable, Hashable, CustomStringConvertible {
    /// The severity.
    public enum Severity: String, Sendable, Hashable, CaseIterable, Comparable {
        /// Nothing is wrong, but other programs read it differently or something is not run.
        case note
        /// It works, and is probably not what was meant.
        case warning
        /// It cannot be used.
        case error

        /// Returns whether one is less grave than the other.
        public static func < (left: Severity, right: Severity) -> Bool { left.rank < right.rank }

        private var rank: Int { Self.allCases.firstIndex(of: self) ?? 0 }
    }

    /// The severity.
    public var severity: Severity
    /// The line, from 1.
    public var line: Int
    /// The column, from 1, counted in Unicode scalars.
    public var column: Int
    /// One sentence for a person.
    public var message: String
    /// The expected alternative.
    public var expected: String?

    /// Creates a diagnostic.
    public init(
        _ severity: Severity, line: Int, column: Int = 1, _ message: String, expected: String? = nil
    ) {
        self.severity = severity
        self.line = line
        self.column = column
        self.message = message
        self.expected = expected
    }

    init(_ error: JSONError) {
        self.init(
            .error, line: error.line, column: error.column, "The file is not JSON.", expected: error.expected)
    }

    /// The text for people.
    public var description: String {
        let hint = expected.map { " (expected \($0))" } ?? ""
        return "\(line):\(column): \(severity.rawValue): \(message)\(hint)"
    }
}

extension [Diagnostic] {
    mutating func add(
        _ severity: Diagnostic.Severity, line: Int, column: Int = 1, _ message: String,
        expected: String? = nil
    ) {
        append(Diagnostic(severity, line: line, column: column, message, expected: expected))
    }
}
