/// The reason why the history cannot be written or read.
package struct HistoryError: Error, Equatable, CustomStringConvertible {
    package enum Kind: Sendable, Equatable {
        case full, locked, readOnly, corrupt
        /// A newer version of the program wrote the history, with an unknown schema.
        case newer
        case other
    }

    package var kind: Kind
    /// One sentence for the user.
    package var description: String

    init(_ kind: Kind, _ description: String) {
        self.kind = kind
        self.description = description
    }
}
