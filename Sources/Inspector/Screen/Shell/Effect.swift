import ClientEngine
import InspectorTaskFilter
import InspectorValues

/// A demand of the screen on the rest of the program: plain data, so that tests can compare it.
package enum Effect: Equatable, Sendable {
    case sendSaved(SavedEntry.Reference, SendAnswers = SendAnswers())
    /// Reads a saved request to show what would be sent.
    case preview(SavedEntry.Reference)
    /// Sends exactly what a task sent; one of an earlier session has no number here.
    case resend(Request, of: TaskID?)
    case cancel(TaskID)
    case retryNow(TaskID)
    case giveUp(TaskID)
    case mock(MockChange)
    case hold(HoldChange)
    /// Finds the mocks that come closest to answering a task, without holding up the screen.
    case findNearMisses(NearMissQuestion)
    /// Opens an editor and does with the text what the job says.
    case edit(EditorJob)
    case draft(DraftEffect)
    case history(HistoryEffect)
    /// Looks for texts in tasks without holding up the screen, instead of what was looked for before.
    case search(TextSearch)
    /// Finds out what a text holds that could be imported.
    case readPaste(String)
    /// Finds out which mocks could be made of a pasted archive, or of one whose path was pasted.
    case readArchive(String)
    /// Writes what was offered into files.
    case importOffer(ImportOffer)
    case useEnvironment(String?)
    /// Keeps the saved views for the next run.
    case keepViews([Int: String])
    /// Puts text into the clipboard of the terminal.
    case copy([UInt8])
    /// Writes bytes into a file; asks first where that would replace one.
    case save(FileCopy)
    /// Lays a large body out without holding up the screen.
    case layOutBody(BodySource)
    /// Folds or unfolds a large body without holding up the screen.
    case fold(FoldJob)
    /// Finds what an expression picks of a body, instead of what was asked for before.
    case query(QueryJob)
    case stopQuery
    /// Compares two calls with large bodies without holding up the screen.
    case compare(ComparisonJob)
    /// Makes an archive of tasks without holding up the screen, instead of the one before.
    case archive(ArchiveJob)
    /// Draws an image in cells, instead of the one before.
    case drawPicture(PictureJob)
    /// Takes clicks, or leaves them to the terminal.
    case useMouse(Bool)
    case redraw
    case suspend
    /// Tells the watched program how many columns and lines it has.
    case sizeProgram(columns: Int, lines: Int)
    case endProgram
    case quit
}

/// A demand of drafts; its result is a ``DraftAnswer``.
package enum DraftEffect: Equatable, Sendable {
    /// Reads a saved request to make a draft of it.
    case read(SavedEntry.Reference)
    /// Sends the requests of a draft.
    case send(OutgoingDraft, SendAnswers = SendAnswers())
    case save(String, DraftPlace)
    /// Tells what the references in a text stand for.
    case preview(Set<String>, text: String, folder: String?)
    /// Reads the names in a folder, which counts from another one.
    case list(String, of: String?)
    /// Keeps a text where a crash does not reach it; nil takes it away.
    case keep(String?)
}

/// A change of the mocks, and of their files.
package enum MockChange: Equatable, Sendable {
    /// Stores a mock, which gets its identifier then; what the requests that it was made of proved themselves by
    /// comes into no file.
    case add(Mock, madeOf: [Request] = [])
    /// Stores mocks that belong together, in one file.
    case addAll(MockBatch)
    case remove(Mock)
    /// Puts a mock that was removed back.
    case restore(Mock)
    case setEnabled(Bool, id: Mock.ID)
    case setAllOn(Bool)
    case setPriority(Int, id: Mock.ID)
    /// Puts a scenario into a state.
    case setScenario(String, to: String)
    /// Sets hits and sequences back to their start.
    case reset
    /// Grants the folder of mocks what it has asked for.
    case allow(SendAnswers)
}

/// A change of what is held of other programs.
package enum HoldChange: Equatable, Sendable {
    /// Holds a part of a route, or no longer.
    case toggle(Holds.Part, of: Route)
    /// Lets what is held of a task go on as it is.
    case release(TaskID)
    case releaseAll
}

/// The subject that an editor is opened for.
package enum EditorJob: Equatable, Sendable {
    /// A draft, which goes on in the form when the editor closes.
    case draft(String)
    /// A file of requests itself; it is read again when the editor closes.
    case file(path: String, line: Int)
    /// A body, to look at.
    case body([UInt8], isJSON: Bool)
    /// A mock, which is checked when the editor closes.
    case mock(MockEdit)
    /// An answer for a program that waits for it, which is checked when the editor closes.
    case answer(AnswerEdit)
}
