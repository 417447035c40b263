/// A fact that somebody found out about a task's response once it was there: an assertion, a capture, a note.
///
/// The engine itself says none: whoever looks at responses adds ``Event/Kind/checked(_:)`` to the task's story.
public struct TestResult: Sendable, Hashable {
    /// The kinds of results.
    package enum Outcome: Sendable, Hashable {
        /// An assertion that holds.
        case passed
        /// One that does not, or something else that should be there and is not; and what is there instead.
        case failed(actual: String)
        /// Something that was not looked at, and why; it has neither passed nor failed.
        case notRun(reason: String)
        /// Something worth knowing that can neither pass nor fail.
        case noted(String)
    }

    /// The text of what was looked for.
    package var text: String
    /// The line of the file where that is written, from 1.
    package var line: Int?
    /// Indicates whether it is an assertion that speaks of the response's status: that one then decides about a 5xx.
    package var isAboutStatus: Bool
    package var outcome: Outcome

    package init(_ text: String, line: Int? = nil, isAboutStatus: Bool = false, _ outcome: Outcome) {
        self.text = text
        self.line = line
        self.isAboutStatus = isAboutStatus
        self.outcome = outcome
    }

    package var isFailure: Bool {
        if case .failed = outcome { true } else { false }
    }
}
