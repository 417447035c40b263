import ClientEngine

/// A fact about a task's response: the result of an assertion, a captured value, or a note.
///
/// The engine itself reports no test results. A program that checks responses adds them to a record as an `Annotation`.
public struct TestResult: Sendable, Hashable {
    /// The outcome of a test.
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
    /// The line of the file that contains the assertion, from 1, or `nil` if it is not in a file.
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

extension Annotation {
    static let testResult = "testResult"

    /// Creates the annotation that adds a test result to `TaskRecord.testResults`.
    public init(_ result: TestResult) {
        var value: JSONObject = ["text": .string(result.text)]
        value["line"] = result.line.map { JSONValue($0) }
        if result.isAboutStatus { value["status"] = true }
        switch result.outcome {
        case .passed: value["passed"] = true
        case .failed(let actual): value["failed"] = .string(actual)
        case .notRun(let reason): value["notRun"] = .string(reason)
        case .noted(let text): value["noted"] = .string(text)
        }
        self.init(Self.testResult, .object(value))
    }
}

extension TestResult {
    /// Creates a result from an annotation with the name `testResult`, or returns `nil` for any other annotation.
    public init?(_ annotation: Annotation) {
        guard annotation.name == Annotation.testResult else { return nil }
        self.init(annotation.value)
    }

    fileprivate init?(_ value: JSONValue) {
        let outcome: Outcome
        if value["passed"] != nil {
            outcome = .passed
        } else if let actual = value["failed"]?.string {
            outcome = .failed(actual: actual)
        } else if let reason = value["notRun"]?.string {
            outcome = .notRun(reason: reason)
        } else if let text = value["noted"]?.string {
            outcome = .noted(text)
        } else {
            return nil
        }
        self.init(
            value["text"]?.string ?? "", line: value["line"]?.int, isAboutStatus: value["status"] != nil,
            outcome)
    }
}

extension TaskRecord {
    /// The test results about its response, in the order in which they were reported.
    public var testResults: [TestResult] {
        get { annotations(named: Annotation.testResult).compactMap { TestResult($0) } }
        set { replaceAnnotations(named: Annotation.testResult, by: newValue.map { Annotation($0) }) }
    }

    /// Indicates whether at least one test result is a failure.
    public var hasFailedTests: Bool { testResults.contains(where: \.isFailure) }
}
