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
    case comparison(ComparisonVerb)
    case statistics(StatisticsVerb)
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

extension Intent {
    /// The name of the action in the configuration file: `task.resend`, `mock.fault-reset`, `find.sort-total`.
    ///
    /// It is made of the names of the cases, so that a new action has one at once; what they are for, `docs/config.md` lists.
    var name: String {
        let words = String(describing: self).split { !$0.isLetter && !$0.isNumber }
            .filter { word in word.first.map { !$0.isUppercase } ?? false }
            .filter { $0 != "nil" && $0 != "milliseconds" }
            .map { word in
                word.reduce(into: "") { text, letter in
                    if letter.isUppercase { text += "-" }
                    text += letter.lowercased()
                }
            }
        let verbs = words.dropFirst().joined(separator: "-")
        return (words.first ?? "") + (verbs.isEmpty ? "" : "." + verbs)
    }

    /// Indicates whether it only shows the keys that can follow.
    var beginsSequence: Bool {
        switch self {
        case .mock(.choose), .hold(.choose), .copy(nil), .find(.sort(nil)), .find(.views),
            .statistics(.sort(nil)):
            true
        default: false
        }
    }
}
