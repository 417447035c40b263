/// A fact about a task's response: the result of an assertion, a captured value, or a note.
///
/// The engine itself reports no test results. A program that checks responses adds them to a record with
/// ``Event/Kind/checked(_:)``.
public struct TestResult: Sendable, Hashable {
    /// The outcomes of a test.
    public enum Outcome: Sendable, Hashable {
        /// The assertion holds.
        case passed
        /// The assertion does not hold, or an expected value is missing; `actual` describes the value that is there instead.
        case failed(actual: String)
        /// The test did not run, for this reason; it has neither passed nor failed.
        case notRun(reason: String)
        /// A note, which can neither pass nor fail.
        case noted(String)
    }

    /// The text of the assertion, or the subject of the note.
    public var text: String
    /// The line of the file that holds the assertion, from 1; nil if it is in no file.
    public var line: Int?
    /// Indicates whether it is an assertion about the response's status, which then decides whether a 5xx is a failure.
    public var isAboutStatus: Bool
    /// The outcome.
    public var outcome: Outcome

    /// Creates a result.
    public init(_ text: String, line: Int? = nil, isAboutStatus: Bool = false, _ outcome: Outcome) {
        self.text = text
        self.line = line
        self.isAboutStatus = isAboutStatus
        self.outcome = outcome
    }

    /// Indicates whether the assertion does not hold.
    public var isFailure: Bool {
        if case .failed = outcome { true } else { false }
    }
}
