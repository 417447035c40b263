/// A saved request as text, to be edited.
struct SavedBlock: Equatable, Sendable {
    var text: String
    var origin: DraftOrigin
    /// The definitions of the file that stand outside of the block, as text.
    var definitions: String
}
