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
