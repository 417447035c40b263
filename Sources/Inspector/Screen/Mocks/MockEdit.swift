import ClientEngine

/// A mock that is edited as JSON outside, until it can be used or is left as it was.
package struct MockEdit: Equatable, Sendable {
    /// The mock that the text becomes.
    package enum Subject: Equatable, Sendable {
        /// In the place of a mock of the list.
        case stored(Mock)
        /// A mock that is not there yet.
        case new(Mock)
    }

    /// Says why a text cannot be used.
    package struct EditError: Error, Equatable {
        package var line: Int
        var message: String

        package init(line: Int, message: String) {
            self.line = line
            self.message = message
        }
    }

    package let subject: Subject
    /// The text that the editor left; nil at the beginning.
    package var text: String?
    package var problem: EditError?

    init(_ subject: Subject) { self.subject = subject }

    package var mock: Mock {
        switch subject {
        case .stored(let mock), .new(let mock): mock
        }
    }

    /// The question after a text that cannot be used, in one line.
    var question: String {
        guard let problem else { return "" }
        let outcome =
            if case .stored = subject { "The mock stays as it was." } else { "Nothing is stored." }
        return "Line \(problem.line): \(problem.message) \(outcome) Go on editing?"
    }
}
