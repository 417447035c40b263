import ClientEngine

/// Mocks that are stored together.
package struct MockBatch: Equatable, Sendable {
    /// What their file is called after.
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
