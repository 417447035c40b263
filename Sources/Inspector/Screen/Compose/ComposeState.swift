import ClientEngine
import InspectorValues

/// The draft of this run, whether it is on the screen, and one that an earlier run has left.
struct ComposeState: Equatable, Sendable {
    /// The draft; one that was closed is kept here and offered again.
    var draft: DraftState?
    var isOpen = false
    /// The text of a draft that an earlier run has left, or that a copy took the place of.
    var earlier: String?
    /// The text in the file that survives a crash.
    var kept: String?

    /// The drafts that tasks were made of: their form, variables and files, which a request that was filled in has lost.
    private(set) var sent: [TaskID: DraftState] = [:]

    /// The draft that was closed with something in it that is neither saved nor sent.
    var left: DraftState? { draft.flatMap { $0.isChanged && $0.draft.block != sentBlock ? $0 : nil } }

    /// The text of the draft that was sent last; `e` on its task has it.
    private var sentBlock: String?

    /// Closes the draft, which is on its way.
    mutating func closeSent() {
        isOpen = false
        sentBlock = draft?.draft.block
    }

    /// Keeps the draft that a task was made of.
    mutating func keep(_ outgoing: OutgoingDraft, as task: TaskID) {
        // With a slow disk something else may have been typed meanwhile.
        let isStillThere = draft?.text == outgoing.text
        sent[task] = isStillThere ? draft : Draft(reading: outgoing.text).map { DraftState($0) }
    }

    mutating func forget(_ task: TaskID) { sent[task] = nil }

    /// The draft while it is on the screen.
    var shown: DraftState? { isOpen ? draft : nil }
}
