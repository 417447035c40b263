import ClientEngine

/// A mock that is edited as JSON outside, until it can be used or is left as it was.
struct MockEdit: Equatable, Sendable {
    /// What the text becomes.
    enum Subject: Equatable, Sendable {
        /// In the place of a mock of the list.
        case stored(Mock)
        /// A mock that is not there yet.
        case new(Mock)
    }

    /// Why a text cannot be used.
    struct Problem: Error, Equatable {
        var line: Int
        var message: String
    }

    let subject: Subject
    /// The text that the editor left; nil at the beginning.
    var text: String?
    var problem: Problem?
    /// Whether it was asked for on the mocks screen, which comes back then.
    var isOfList = false

    init(_ subject: Subject) { self.subject = subject }

    var mock: Mock {
        switch subject {
        case .stored(let mock), .new(let mock): mock
        }
    }

    /// What is asked after a text that cannot be used, in one line.
    var question: String {
        guard let problem else { return "" }
        let outcome =
            if case .stored = subject { "The mock stays as it was." } else { "Nothing is stored." }
        return "Line \(problem.line): \(problem.message) \(outcome) Go on editing?"
    }
}

/// Mocks that are stored together.
struct MockBatch: Equatable, Sendable {
    /// What their file is called after.
    var name: String
    /// The mocks, without identifiers; the last one is asked first.
    var mocks: [Mock]
    /// The requests that they were made of, as they were sent: what those proved themselves by comes into no file.
    var madeOf: [Request] = []
}

/// Mocks that could be made of an archive: asked about before anything is stored.
struct MockOffer: Equatable, Sendable {
    var batch: MockBatch
    /// How many requests the archive holds.
    var count: Int
    /// What is left out, each as a sentence.
    var losses: [String]

    /// What is asked, in one line.
    var question: String {
        let end = losses.isEmpty ? "?" : ", all but \(losses.count.of("detail"))?"
        return "Make \(batch.mocks.count.of("mock")) of \(count.of("request")) in \(batch.name)\(end)"
    }
}
