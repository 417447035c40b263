import ClientEngine

/// Mocks made from an archive, to be confirmed before anything is stored.
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
    /// The name of the mock file.
    package var name: String
    /// The mocks, without identifiers.
    ///
    /// The last one is matched first.
    package var mocks: [Mock]
    /// The original requests of the mocks.
    ///
    /// Their credentials are not written to the file.
    package var madeOf: [Request]

    package init(name: String, mocks: [Mock], madeOf: [Request] = []) {
        self.name = name
        self.mocks = mocks
        self.madeOf = madeOf
    }
}
