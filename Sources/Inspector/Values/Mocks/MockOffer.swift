import ClientEngine

/// Mocks that could be made of an archive: asked about before anything is stored.
package struct MockOffer: Equatable, Sendable {
    package var batch: MockBatch
    var count: Int
    /// The warnings, one sentence each.
    package var warnings: [String]

    package init(batch: MockBatch, count: Int, warnings: [String]) {
        self.batch = batch
        self.count = count
        self.warnings = warnings
    }

    /// The question, in one line.
    package var question: String {
        let end = warnings.isEmpty ? "?" : ", all but \(warnings.count.of("detail"))?"
        return "Make \(batch.mocks.count.of("mock")) of \(count.of("request")) in \(batch.name)\(end)"
    }
}

package struct MockBatch: Equatable, Sendable {
    /// The name that their file is called after.
    package var name: String
    /// The mocks, without identifiers; the last one is asked first.
    package var mocks: [Mock]
    /// The requests that they were made of, as they were sent: what those proved themselves by comes into no file.
    package var madeOf: [Request]

    package init(name: String, mocks: [Mock], madeOf: [Request] = []) {
        self.name = name
        self.mocks = mocks
        self.madeOf = madeOf
    }
}
