import ClientEngine

/// A demand of the screen on the rest of the program: plain data, so that tests can compare it.
package enum Effect: Equatable, Sendable {
    case task(TaskEffect)
    case saved(SavedEffect)
    case draft(DraftEffect)
    case mock(MockEffect)
    case hold(HoldEffect)
    case body(BodyEffect)
    case history(HistoryEffect)
    /// Opens an editor and does with the text what the job says.
    case edit(EditorJob)
    case copy(CopyEffect)
    /// Compares two calls with large bodies without holding up the screen.
    case compare(ComparisonJob)
    /// Makes an archive of tasks without holding up the screen, instead of the one before.
    case archive(ArchiveJob)
    case program(ProgramEffect)
    case terminal(TerminalEffect)
    case quit
}

/// A demand on the terminal.
package enum TerminalEffect: Equatable, Sendable {
    /// Takes clicks, or leaves them to the terminal.
    case useMouse(Bool)
    case redraw
    case suspend
}

/// The subject that an editor is opened for.
package enum EditorJob: Equatable, Sendable {
    /// A draft, which returns to the form when the editor closes.
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
