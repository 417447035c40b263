import Canvas

/// A key, or a sequence of keys, and what it does where.
struct Binding: Sendable {
    /// How bindings are grouped in the help.
    enum Group: String, CaseIterable, Sendable {
        case moving = "Moving", panes = "Panes", sending = "Sending", attempts = "Live tasks"
        case mocks = "Mocks", finding = "Finding", program = "Program"
    }

    let keys: [Key]
    let places: Set<Place>
    let intent: Intent
    let group: Group
    /// What it does, for the help and the palette.
    let help: String
    /// One or two words for the footer; nil keeps it out of there.
    var footer: String?
    var requirement = Requirement.nothing
    /// Where the footer shows it.
    var footerPlaces: Set<Place> = []

    var keyText: String { keys.text }

    /// A few words for the line of choices.
    var brief: String { footer ?? String(help.prefix { $0 != "," }) }
}

/// The table of keys: dispatch, the footer, the help and the palette all read it.
struct Keymap: Sendable {
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

    /// What a sequence of keys means in a place.
    func match(_ keys: [Key], in place: Place) -> Match {
        var isPrefix = false
        for binding in bindings where binding.places.contains(place) {
            if binding.keys == keys { return .binding(binding) }
            if binding.keys.starts(with: keys) { isPrefix = true }
        }
        return isPrefix ? .prefix : .none
    }

    /// What can follow the keys typed so far.
    func continuations(of keys: [Key], in place: Place) -> [Binding] {
        bindings(in: place).filter { $0.keys.count > keys.count && $0.keys.starts(with: keys) }
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
        case .up: "↑"
        case .down: "↓"
        case .left: "←"
        case .right: "→"
        case .home: "Home"
        case .end: "End"
        case .pageUp: "PgUp"
        case .pageDown: "PgDn"
        case .function(let number): "F\(number)"
        case .paste: "paste"
        case .mouse: "mouse"
        case .focus: "focus"
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
