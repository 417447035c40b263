import ClientEngine

/// Mocks that could be made of an archive: asked about before anything is stored.
package struct MockOffer: Equatable, Sendable {
    package var batch: MockBatch
    /// How many requests the archive holds.
    var count: Int
    /// What is left out, each as a sentence.
    package var losses: [String]

    package init(batch: MockBatch, count: Int, losses: [String]) {
        self.batch = batch
        self.count = count
        self.losses = losses
    }

    /// What is asked, in one line.
    package var question: String {
        let end = losses.isEmpty ? "?" : ", all but \(losses.count.of("detail"))?"
        return "Make \(batch.mocks.count.of("mock")) of \(count.of("request")) in \(batch.name)\(end)"
    }
}
