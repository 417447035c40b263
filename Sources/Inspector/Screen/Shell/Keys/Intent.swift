import ClientEngine

/// The meaning of a key, apart from which key it is.
enum Intent: Hashable, Sendable {
    case move(Motion)
    case pane(PaneVerb)
    case task(TaskVerb)
    case mock(MockVerb)
    case hold(HoldVerb)
    case find(FindVerb)
    case body(BodyVerb)
    /// Copies a part of the selected task; nil shows which parts there are.
    case copy(ClipboardItem.Part?)
    case app(AppVerb)
    case draft(DraftVerb)
    case ofOverlay(AnyOverlayVerb)

    static func overlay(_ verb: some OverlayVerb) -> Intent { .ofOverlay(AnyOverlayVerb(verb)) }
}

/// The actions that an overlay defines and does itself.
protocol OverlayVerb: Hashable, Sendable {
    /// The first word of their names in the configuration file.
    static var subject: String { get }
    /// Indicates whether it only shows the keys that can follow.
    var beginsSequence: Bool { get }
}

extension Never: OverlayVerb {
    static var subject: String { "" }
}

extension OverlayVerb {
    var beginsSequence: Bool { false }
}

/// An action of any overlay.
struct AnyOverlayVerb: Hashable, Sendable {
    let verb: any OverlayVerb

    init(_ verb: some OverlayVerb) { self.verb = verb }

    static func == (left: AnyOverlayVerb, right: AnyOverlayVerb) -> Bool {
        AnyHashable(left.verb) == AnyHashable(right.verb)
    }

    func hash(into hasher: inout Hasher) { AnyHashable(verb).hash(into: &hasher) }
}

enum Motion: Hashable, Sendable {
    case up, down, pageUp, pageDown, first, last, left, right
}

enum PaneVerb: Hashable, Sendable {
    case next, previous, zoom, back
    /// Shows or hides what the watched program prints.
    case output
    /// Does what Enter means here: send, open, store, agree.
    case accept
    case page(DetailPage)
    case follow
    /// Shows another task without leaving the detail pane.
    case nextTask, previousTask
    /// Shows the secrets of what was sent, or hides them.
    case secrets
    /// Begins the bar of each task at the left, or at the time when it ran.
    case barsFromZero
}

/// The actions on the body of a response.
enum BodyVerb: Hashable, Sendable {
    /// Lays it out in another way, reads it in another encoding, lets long lines go on in the next.
    case nextView, nextEncoding, wrap
    case fold, foldAll, unfoldAll
    case save
    /// Picks parts of it by an expression.
    case query
}

enum TaskVerb: Hashable, Sendable {
    case resend, editCopy, save, archive, openEditor, compose, cancel, cancelAll, retryNow, giveUp, delete,
        mark
}

enum MockVerb: Hashable, Sendable {
    /// Shows the choices, as typing `m` does.
    case choose
    case response
    case status(StatusCode)
    case empty
    case fault(MockFault)
    case delay(milliseconds: Int)
    case times(Int)
    /// Makes one sequence of the marked tasks.
    case sequence
    /// Begins or ends recording what the filter shows.
    case record
    /// Edits the mock that answered the task, or one made of it.
    case editOfTask
    /// Shows the mocks that come close to answering a task, though another one has answered.
    case compare
    /// Edits the selected mock.
    case edit
    /// Has a mock asked earlier or later; goes through the states of a scenario.
    case raise, lower
    case open, allOnOff, toggle, delete, reset, tighten, loosen
}

/// The actions on messages of other programs that are held, and on the routes where they are.
enum HoldVerb: Hashable, Sendable {
    /// Shows the choices, as typing `H` does.
    case choose
    /// Holds the requests or the answers of a route, or no longer.
    case requests, answers
    /// Edits what is held, lets it go as it is, or answers a request by hand.
    case edit, release, answer
    /// Lets all go, and holds nothing more.
    case releaseAll
}

/// The failures a key can mock.
enum MockFault: Hashable, Sendable {
    case reset, emptyReply, truncated, garbage, dns, refused, tls, never
}

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

enum FindVerb: Hashable, Sendable {
    case savedRequest, filter, filterOnOff, next, previous
    /// Sorts the list; nil shows by what it can be sorted.
    case sort(TaskOrder.Key?)
    /// Lists the words of the filter, or the values of one.
    case offer
    /// Shows which saved views there are; shows what one finds; saves the filter as one.
    case views
    case view(Int), saveView(Int)
    /// Goes to another task that has failed.
    case nextFailure, previousFailure
    /// Goes to another problem in the saved files.
    case nextProblem
}

enum AppVerb: Hashable, Sendable {
    case help, palette, environments, quit, interrupt, redraw, suspend
    /// Ends the watched program.
    case endProgram
    /// Brings back what was deleted last.
    case undo
    /// Leaves the mouse to the terminal, or takes it back.
    case mouse
    /// Answers to what a folder wants beyond itself.
    case allow, allowOnce
}
