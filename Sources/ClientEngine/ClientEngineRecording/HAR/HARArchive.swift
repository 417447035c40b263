import ClientEngine

/// Tasks as an archive, and what was replaced in it.
public struct HARArchive: Sendable, Equatable {
    /// The file: JSON in UTF-8.
    public let bytes: [UInt8]
    /// The numbers of secrets that were replaced.
    public let secrets: SecretTally
}

/// The number of secrets that were replaced, and their places.
public struct SecretTally: Sendable, Equatable {
    /// In URLs.
    public var urls = 0
    /// In header fields.
    public var heads = 0
    /// In bodies and messages.
    public var bodies = 0
    /// In the texts of errors and reasons.
    public var others = 0

    /// Creates a tally of nothing.
    public init() {}

    /// All of them.
    public var total: Int { urls + heads + bodies + others }

    /// Adds what is replaced while something is written.
    mutating func count<Result>(
        in place: WritableKeyPath<SecretTally, Int>, _ redaction: inout Redaction,
        _ write: (inout Redaction) -> Result
    ) -> Result {
        let before = redaction.count
        let result = write(&redaction)
        self[keyPath: place] += redaction.count - before
        return result
    }
}
