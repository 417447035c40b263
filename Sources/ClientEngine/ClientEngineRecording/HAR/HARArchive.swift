import ClientEngine

/// Tasks as an HTTP archive, with the numbers of redacted secrets.
public struct HARArchive: Sendable, Equatable {
    /// The file: JSON in UTF-8.
    public let bytes: [UInt8]
    /// The numbers of redacted secrets.
    public let secrets: SecretTally
}

/// The numbers of redacted secrets by place.
public struct SecretTally: Sendable, Equatable {
    /// The number in URLs.
    public var urls = 0
    /// The number in header fields.
    public var heads = 0
    /// The number in bodies and messages.
    public var bodies = 0
    /// The number in the texts of errors and reasons.
    public var others = 0

    /// Creates a tally with zero secrets.
    public init() {}

    /// The total number.
    public var total: Int { urls + heads + bodies + others }

    /// Adds the number of secrets that `write` redacts.
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
