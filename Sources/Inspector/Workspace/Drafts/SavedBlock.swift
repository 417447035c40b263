import InspectorValues

/// A saved request as text, to be edited.
package struct SavedBlock: Equatable, Sendable {
    package var text: String
    package var origin: DraftOrigin
    /// The definitions of the file that stand outside of the block, as text.
    package var definitions: String
}
