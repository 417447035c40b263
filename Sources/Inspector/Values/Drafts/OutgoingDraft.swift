import ClientEngine

/// A draft on its way out.
struct OutgoingDraft: Equatable, Sendable {
    /// The requests, as they would stand in a file.
    var text: String
    /// The folder that names of files and variables count from; nil where the draft comes from no file.
    var folder: String?
    /// Where the other requests of its file are, which it may refer to.
    var origin: DraftOrigin?
    /// What answers these requests alone.
    var mock: Mock?
}
