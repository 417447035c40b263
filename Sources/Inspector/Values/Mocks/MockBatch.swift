import ClientEngine

/// Mocks that are stored together.
struct MockBatch: Equatable, Sendable {
    /// What their file is called after.
    var name: String
    /// The mocks, without identifiers; the last one is asked first.
    var mocks: [Mock]
    /// The requests that they were made of, as they were sent: what those proved themselves by comes into no file.
    var madeOf: [Request] = []
}
