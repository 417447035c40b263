import ClientEngine
import ClientEngineWireMock
import InspectorCanvas
import InspectorValues

/// Everything that can change the screen.
package enum Message: Equatable, Sendable {
    case key(Key)
    case resized(Size)
    case engine([Event])
    /// Time has passed.
    case tick(Instant)
    /// The engine's mocks, after any of them changed or answered.
    case mocks([MocksState.Row], isOn: Bool, scenarios: [MockStore.ScenarioStatus] = [])
    /// The mocks that come closest to answering a task.
    case nearMisses([NearMiss], of: TaskKey)
    /// A mock that was edited cannot be used as it is.
    case mockRefused(MockEdit)
    /// An archive could become mocks.
    case mockOffer(MockOffer)
    /// The files of saved requests, read already or not yet, and the environments.
    case workspace([SavedFile], EnvironmentChoice)
    /// Some of the files as they were read.
    case savedFiles([SavedFile])
    /// The environments, after their files were read.
    case environments(EnvironmentChoice)
    /// A saved request as it would be sent.
    case preview(DraftState?, of: SavedEntry.Reference)
    /// The saved views of the folder.
    case views([Int: String])
    /// News of the watched program.
    case program(ProgramNews)
    /// The messages of other programs that are held.
    case holds(Holds)
    /// An answer that was edited cannot be used as it is.
    case answerRefused(AnswerEdit)
    /// Something that must not be missed.
    case notice(Notice)
    /// The notices about the configuration file, in the place of those before.
    case configuration([Notice])
    /// A request wants to know something before it is sent.
    case ask(SendQuestion)
    /// The offer to import a pasted text.
    case offer(ImportOffer)
    case imported(ImportOffer.Result)
    /// The result of a demand of drafts.
    case draft(DraftAnswer)
    /// Tasks in which the texts of a filter occur, by the number of their search.
    case found([TaskID], of: Int, isLast: Bool)
    /// The result of a demand on the history.
    case history(HistoryAnswer)
    /// The work that the disk takes long for; nil when it has answered.
    case waiting(String?)
    /// There is a file already where one was to be written.
    case fileExists(FileCopy)
    /// A large body was laid out in the background.
    case bodyLaidOut(BodyText)
    /// A large body was folded or unfolded in the background.
    case folded(BodyText)
    /// The outcome of an expression, by its number.
    case queried(QueryOutcome, Int)
    /// Two calls were compared in the background, by the number of the job.
    case compared(CallComparison, Int)
    /// An archive was made in the background, by the number of the job.
    case archived(TaskArchive, Int)
    /// An image was drawn.
    case pictureDrawn(DrawnPicture)
    /// The terminal shows images in another way, or in other cells.
    case images(ImageSettings)
}

/// The result of a demand of drafts.
package enum DraftAnswer: Equatable, Sendable {
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
