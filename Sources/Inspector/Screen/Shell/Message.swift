import ClientEngine
import InspectorCanvas
import InspectorValues

/// Everything that can change the screen.
package enum Message: Equatable, Sendable {
    case key(Key)
    case resized(Size)
    case engine([Event])
    /// Time has passed.
    case tick(Instant)
    case task(TaskMessage)
    case saved(SavedMessage)
    case draft(DraftMessage)
    case mock(MockMessage)
    case hold(HoldMessage)
    case body(BodyMessage)
    case history(HistoryMessage)
    /// A request wants to know something before it is sent.
    case ask(SendQuestion)
    /// There is a file already where one was to be written.
    case fileExists(FileCopy)
    /// Two calls were compared in the background, by the number of the job.
    case compared(CallComparison, Int)
    /// An archive was made in the background, by the number of the job.
    case archived(TaskArchive, Int)
    /// News of the watched program.
    case program(ProgramNews)
    /// Something that must not be missed.
    case notice(Notice)
    /// The notices about the configuration file, in the place of those before.
    case configuration([Notice])
    /// The work that the disk takes long for; nil when it has answered.
    case waiting(String?)
    /// The terminal shows images in another way, or in other cells.
    case images(ImageSettings)
}
