/// The place in which a key is pressed: the part of the screen that has the keys.
///
/// Those of an overlay stand in its file. Each is there once, and told from others by its identity: every key asks all bindings.
final class Place: Hashable, Sendable {
    /// A set of keys, which all places of a kind share.
    enum Kind: Sendable {
        /// A pane of the home screen, or another list one moves in.
        case pane, list
        /// A text field, where printable keys type themselves.
        case field
        case question
    }

    let name: String
    let kind: Kind
    /// Its name in the help; empty where its keys say themselves what they are about.
    let title: String

    init(_ name: String, _ kind: Kind, titled title: String) {
        (self.name, self.kind, self.title) = (name, kind, title)
    }

    static func == (left: Place, right: Place) -> Bool { left === right }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }

    static let saved = Place("saved", .pane, titled: "saved requests")
    static let tasks = Place("tasks", .pane, titled: "list")
    static let detail = Place("detail", .pane, titled: "detail pane")
    static let body = Place("body", .pane, titled: "body")
    static let output = Place("output", .pane, titled: "output")

    /// The form of a draft: none of its fields typed into, a line, the body; what is asked before it is saved.
    static let draft = Place("draft", .list, titled: "draft")
    static let draftField = Place("draftField", .field, titled: "draft")
    static let draftBody = Place("draftBody", .field, titled: "draft")
    static let draftPath = Place("draftPath", .field, titled: "draft")
    static let draftConflict = Place("draftConflict", .question, titled: "question")
    static let draftSecrets = Place("draftSecrets", .question, titled: "question")

    /// The panes of the home screen.
    static let home: Set<Place> = [.saved, .tasks, .detail, .body, .output]
}
