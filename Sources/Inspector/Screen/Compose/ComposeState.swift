/// The draft of this run, whether it is on the screen, and one that an earlier run has left.
struct ComposeState: Equatable, Sendable {
    /// The draft; one that was closed is kept here and offered again.
    var draft: DraftState?
    var isOpen = false
    /// The text of a draft that an earlier run has left, or that a copy took the place of.
    var earlier: String?
    /// What was written to the file that survives a crash.
    var kept: String?

    /// The draft while it is on the screen.
    var shown: DraftState? { isOpen ? draft : nil }
}
