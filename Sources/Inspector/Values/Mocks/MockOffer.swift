import ClientEngine

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
