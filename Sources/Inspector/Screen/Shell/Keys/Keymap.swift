import InspectorCanvas

/// A key, or a sequence of keys, and what it does where.
struct Binding: Equatable, Sendable {
    /// The groups of bindings in the help.
    enum Group: String, CaseIterable, Sendable {
        case moving = "Moving", panes = "Panes", sending = "Sending", drafts = "Drafts"
        case attempts = "Live tasks", holds = "Holding", mocks = "Mocks", finding = "Finding"
        case comparing = "Comparing", statistics = "Statistics", bodies = "Bodies"
        case copying = "Copying"
        case program = "Program", questions = "Questions", typing = "Typing"

        /// The order in the footer: actions on live tasks come before those that are possible at any time.
        fileprivate static let footerOrder: [Group?] = [
            nil, .attempts, .holds, .sending, .drafts, .mocks, .finding, .comparing, .statistics, .bodies,
            .copying,
            .panes, .questions,
            .program,
        ]
    }

    var keys: [Key]
    var places: Set<Place>
    let intent: Intent
    let group: Group
    /// The words for the help and the palette.
    let help: String
    /// One or two words for the footer; nil keeps it out of there.
    var footer: String?
    var requirement = Requirement.nothing
    /// The places where the footer shows it.
    var footerPlaces: Set<Place> = []

    /// The keys as they are written; an action without any is found in the palette.
    var keyText: String { keys.isEmpty ? ":" : keys.text }

    /// The group in the footer; nil for Enter, which stands before all groups.
    fileprivate var footerGroup: Group? { intent == .pane(.accept) ? nil : group }
}

/// The table of keys: dispatch, the footer, the help and the palette all read it.
struct Keymap: Equatable, Sendable {
    enum Match {
        case binding(Binding)
        /// The keys begin a longer sequence.
        case prefix
        case none
    }

    let bindings: [Binding]

    /// The bindings that can be reached in a place.
    func bindings(in place: Place) -> [Binding] {
        bindings.filter { $0.places.contains(place) }
    }

    /// Returns the meaning of a sequence of keys in a place.
    func match(_ keys: [Key], in place: Place) -> Match {
        let found = bindings.filter { $0.places.contains(place) && $0.keys.starts(with: keys) }
        if found.contains(where: { $0.keys.count > keys.count }) { return .prefix }
        return found.first.map { .binding($0) } ?? .none
    }

    /// Returns the bindings of the footer in a place, the most pressing first.
    func footer(in place: Place) -> [Binding] {
        let shown = bindings(in: place).filter { $0.footer != nil && $0.footerPlaces.contains(place) }
        return Binding.Group.footerOrder.flatMap { group in
            shown.filter { $0.footerGroup == group }
        }
    }

    /// Returns the bindings that can follow the keys typed so far.
    func continuations(of keys: [Key], in place: Place) -> [Binding] {
        bindings(in: place).filter { $0.keys.count > keys.count && $0.keys.starts(with: keys) }
    }

    /// The keys of an action; none where only the palette has it.
    func keys(of intent: Intent) -> [Key] {
        bindings.first { $0.intent == intent && !$0.keys.isEmpty }?.keys ?? []
    }

    /// The keys of an action as they are written.
    func text(of intent: Intent) -> String {
        bindings.first { $0.intent == intent && !$0.keys.isEmpty }?.keyText ?? ":"
    }

    /// The actions that the palette offers: everything but moving about.
    func actions(in place: Place) -> [Binding] {
        bindings(in: place).filter { $0.group != .moving && $0.intent != .app(.palette) }
    }
}

extension Key {
    /// The key as it is written in the help.
    var text: String {
        switch self {
        case .character(" "): "Space"
        case .character(let character): String(character)
        case .alt(let character): "Alt-\(character)"
        case .control(let character): "Ctrl-\(character.uppercased())"
        case .enter: "Enter"
        case .escape: "Esc"
        case .tab: "Tab"
        case .backTab: "Shift-Tab"
        case .backspace: "Backspace"
        case .delete: "Delete"
        case .insert: "Insert"
        case .up: "Up"
        case .down: "Down"
        case .left: "Left"
        case .right: "Right"
        case .home: "Home"
        case .end: "End"
        case .pageUp: "PgUp"
        case .pageDown: "PgDn"
        case .shift: "Shift-\(withoutShift.text)"
        case .function(let number): "F\(number)"
        case .paste: "paste"
        case .mouse: "mouse"
        case .focus: "focus"
        case .answer: "answer"
        }
    }
}

extension [Key] {
    /// A sequence as it is written in the help: letters close together, named keys apart.
    var text: String {
        let separator = contains { $0.text.count > 1 } ? " " : ""
        return map(\.text).joined(separator: separator)
    }
}
