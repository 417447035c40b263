import ClientEngine

/// What the screen asks the rest of the program to do: plain data, so that tests can compare it.
enum Effect: Equatable, Sendable {
    case sendSaved(SavedEntry.Reference)
    /// Sends exactly what a task sent.
    case resend(Request, of: TaskID)
    case cancel(TaskID)
    case retryNow(TaskID)
    case giveUp(TaskID)
    case mock(MockChange)
    /// Opens an editor and does with the text what the job says.
    case edit(EditorJob)
    case useEnvironment(String?)
    /// Puts text into the clipboard of the terminal.
    case copy([UInt8])
    /// Lays a large body out without holding up the screen.
    case layOutBody(BodySource)
    case redraw
    case suspend
    case quit
}

/// What becomes of the mocks, and of their files.
enum MockChange: Equatable, Sendable {
    /// Stores a mock, which gets its identifier then.
    case add(Mock)
    case remove(Mock)
    /// Puts a mock that was removed back.
    case restore(Mock)
    case setEnabled(Bool, id: Mock.ID)
    case setAllOn(Bool)
    /// Sets hits and sequences back to their start.
    case reset
}

/// What an editor is opened for.
enum EditorJob: Equatable, Sendable {
    /// A new request; it is sent when the editor closes.
    case newRequest
    /// A copy of what a task sent; it is sent when the editor closes.
    case copy(of: TaskID, Request)
    /// A copy of a saved request; it is sent when the editor closes.
    case copyOfSaved(SavedEntry.Reference)
    /// A file of requests itself; it is read again when the editor closes.
    case file(path: String, line: Int)
    /// A body, to look at.
    case body([UInt8], isJSON: Bool)
}
