import InspectorCanvas

/// A line of the help: keys, and what they do.
struct HelpEntry: Equatable {
    /// The title of its group.
    var title: String
    var keys: String
    let help: String
    /// Where it does that, for keys that do something else elsewhere.
    var place = ""
    fileprivate var names: Set<String> = []

    /// The keys of every field, which are those of readline.
    private static let typing: [(String, String)] = [
        ("Ctrl-A Ctrl-E", "go to the start, to the end of the line"),
        ("Alt-B Alt-F", "go a word back, forward (Ctrl-Left, Ctrl-Right)"),
        ("Ctrl-W", "cut back to the start of the word, or of the part of a path"),
        ("Alt-D", "cut to the end of the word"),
        ("Ctrl-U Ctrl-K", "cut to the start, to the end of the line"),
        ("Ctrl-Y", "insert what was cut"),
        ("Ctrl-_ Alt-E", "undo, redo"),
        ("Tab Enter Esc", "in a menu below the field: select, take, close"),
        ("Shift-arrows", "select; Ctrl-W cuts it, Alt-W copies it"),
    ]

    /// The entries of a group; keys that do the same stand together.
    static func entries(of group: Binding.Group, in keymap: Keymap = .standard) -> [HelpEntry] {
        if group == .typing {
            return typing.map { HelpEntry(title: group.rawValue, keys: $0.0, help: $0.1) }
        }
        var entries: [HelpEntry] = []
        for binding in keymap.bindings where binding.group == group {
            if let index = entries.firstIndex(where: { $0.help == binding.help }) {
                let known = entries[index].keys.split(at: " ").map(String.init)
                if !known.contains(binding.keyText) { entries[index].keys += " " + binding.keyText }
            } else {
                entries.append(
                    HelpEntry(
                        title: group.rawValue, keys: binding.keyText, help: binding.help,
                        place: Place.titles(of: binding.places), names: [binding.intent.name]))
            }
        }
        return entries
    }

    /// All entries, those without a key at the end.
    static func all(of keymap: Keymap) -> [HelpEntry] {
        var entries = Binding.Group.allCases.flatMap { Self.entries(of: $0, in: keymap) }
        let counts = Dictionary(entries.map { ($0.keys, 1) }, uniquingKeysWith: +)
        for index in entries.indices where counts[entries[index].keys] == 1 || entries[index].keys == ":" {
            entries[index].place = ""
        }
        let unbound = entries.filter { $0.keys == ":" }.map { entry in
            var entry = entry
            (entry.title, entry.keys) = ("Without a key: \(keymap.text(of: .app(.palette))) finds them", "")
            return entry
        }
        let paletteHelp = paletteHelp(in: keymap)
        return entries.filter { $0.keys != ":" || $0.help == paletteHelp }
            + unbound.filter { $0.help != paletteHelp }
    }

    /// The palette's own key looks like that of an action without one.
    private static func paletteHelp(in keymap: Keymap) -> String? {
        keymap.bindings.first { $0.intent == .app(.palette) }?.help
    }

    fileprivate func holds(_ words: [Substring]) -> Bool {
        let text = "\(title) \(keys) \(help) \(place) \(names.joined())".lowercased()
        return words.allSatisfy { text.contains($0) || keys == $0 }
    }
}

extension [HelpEntry] {
    /// Those that hold all words of a search.
    func filter(holding text: String) -> [HelpEntry] {
        let words = text.lowercased().split(at: " ")
        return words.isEmpty ? self : filter { $0.holds(words) }
    }
}

extension Place {
    fileprivate static func titles(of places: Set<Place>) -> String {
        var titles: [String] = []
        for place in allCases where places.contains(place) && !titles.contains(place.title) {
            titles.append(place.title)
        }
        return titles.count > 3 ? "" : titles.filter { !$0.isEmpty }.joined(separator: ", ")
    }
}
