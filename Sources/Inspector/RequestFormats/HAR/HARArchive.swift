import ClientEngine

/// Tasks as an archive, and what was replaced in it.
package struct HARArchive: Sendable, Equatable {
    package let bytes: [UInt8]
    package let secrets: SecretTally
}

/// The number of secrets that were replaced, and their places.
package struct SecretTally: Sendable, Equatable {
    package var urls = 0
    package var heads = 0
    package var bodies = 0
    /// In the texts of errors and reasons.
    package var others = 0

    package init() {}

    package var total: Int { urls + heads + bodies + others }

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
