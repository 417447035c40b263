import InspectorCanvas
import InspectorValues

/// The panes of the home screen, in the order Tab visits them.
enum Pane: CaseIterable, Sendable {
    case saved, tasks, detail
}

/// What lies over the home screen and has the keys; one at a time.
enum Overlay: Equatable, Sendable {
    case none
    case help(ScrollState)
    case palette(Palette)
    case finder(Finder)
    case filter(TextField)
    case search(TextField)
    case mocks(ScrollState)
    case environments(ScrollState)
    case report(Report)
    /// A value that a request asks for before it is sent.
    case prompt(SendQuestion)
    case mockDraft(MockDraft)
    case confirm(Confirmation)
}

/// What is asked before it is done.
enum Confirmation: Equatable, Sendable {
    case quit
    /// Whether a draft that was closed is meant.
    case takeUpDraft(label: String)
    /// Whether a request is to be sent, which asks for that.
    case sending(SendQuestion)
    /// Whether a request may do what its folder has not been allowed yet.
    case trusting(SendQuestion)
    /// Whether what was pasted is to be written into files.
    case importing(ImportOffer)
    /// Whether to go on editing a mock that cannot be used.
    case mockEdit(MockEdit)
    /// Whether mocks are to be made of an archive.
    case archive(MockOffer)
}
