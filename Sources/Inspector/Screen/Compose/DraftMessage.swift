import ClientEngine
import InspectorValues

/// The actions in a draft, apart from typing.
enum DraftVerb: Hashable, Sendable {
    case next, previous, edit, toggle, delete, save
    /// Shows secrets, or hides them again.
    case reveal
    /// Answers to what is asked before secrets are saved.
    case saveReferences, saveWithoutSecrets
    /// Answers to what is asked before saving over a changed file.
    case overwrite, append, takeTheirs, difference
    /// Leaves the draft that was closed, for an empty one.
    case discard
}

/// The result of a demand of drafts.
package enum DraftMessage: Equatable, Sendable {
    case read(DraftState)
    /// The text an editor left.
    case edited(String)
    /// A task was made of a draft.
    case started(TaskID, OutgoingDraft)
    case sent
    /// The result of saving a block; nil where it is the draft's as it is.
    case saving(DraftSaving, of: String? = nil)
    case values([String: DraftValue])
    case listing(PathListing)
    /// An earlier run has left a draft.
    case earlier(String)
}

/// A demand of drafts; its result is a ``DraftMessage``.
package enum DraftEffect: Equatable, Sendable {
    /// Reads a saved request to make a draft of it.
    case read(SavedEntry.Reference)
    /// Sends the requests of a draft.
    case send(OutgoingDraft, SendAnswers = SendAnswers())
    case save(String, DraftPlace)
    /// The values of the references in a text.
    case preview(Set<String>, text: String, folder: String?)
    /// Reads the names in a folder, which counts from another one.
    case list(String, of: String?)
    /// Keeps a text where a crash does not reach it; nil takes it away.
    case keep(String?)
}
