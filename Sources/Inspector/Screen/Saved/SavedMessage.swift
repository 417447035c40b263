import ClientEngine
import InspectorValues

/// A message about the saved requests and the environments.
package enum SavedMessage: Equatable, Sendable {
    /// The files of saved requests, read already or not yet, and the environments.
    case workspace([SavedFile], EnvironmentChoice)
    /// Some of the files as they were read.
    case files([SavedFile])
    /// The environments, after their files were read.
    case environments(EnvironmentChoice)
    /// A saved request as it would be sent.
    case preview(DraftState?, of: SavedEntry.Reference)
    /// The offer to import a pasted text.
    case offer(ImportOffer)
    case imported(ImportOffer.Result)
}

/// A demand about saved requests.
package enum SavedEffect: Equatable, Sendable {
    case send(SavedEntry.Reference, SendAnswers = SendAnswers())
    /// Reads a saved request to show what would be sent.
    case preview(SavedEntry.Reference)
    case useEnvironment(String?)
    /// Finds out what a text holds that could be imported.
    case readPaste(String)
    /// Writes what was offered into files.
    case write(ImportOffer)
}
