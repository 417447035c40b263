import InspectorCanvas

/// All keys, in groups, as the keymap has them.
struct HelpOverlay: Overlay {
    private var scroll = ScrollState()

    var place: Place { .help }

    mutating func move(_ motion: Motion, in state: inout State) { scroll.scroll(motion) }

    mutating func fit(_ state: State, _ layout: Layout) {
        scroll.resize(
            count: Self.lines(width: layout.overlay.width - 3).count, height: layout.overlay.height - 1)
    }

    func draw(_ state: State, _ layout: Layout, into frame: inout Frame) {
        let glyphs = state.settings.glyphs
        let right: DisplayText = scroll.count > scroll.height ? "j k scroll, Esc closes" : "Esc closes"
        let rest = frame.section("KEYS", right: right, in: layout.overlay, glyphs: glyphs)
        let lines = Self.lines(width: rest.width - 3)
        for (row, index) in scroll.visible.enumerated() where lines.indices.contains(index) {
            frame.line(lines[index], at: rest.point(x: 2, y: row), width: rest.width - 3, glyphs: glyphs)
        }
    }

    /// The help, one line per action; keys that do the same stand together.
    private static func lines(width: Int) -> [StyledText] {
        let column = width < Layout.widthOfOneLine ? 12 : 18
        var lines: [StyledText] = []
        for group in Binding.Group.allCases {
            if !lines.isEmpty { lines.append(StyledText()) }
            lines.append(StyledText(DisplayText(untrusted: group.rawValue), .title.bold))
            for (keys, help) in entries(of: group) {
                var line = StyledText(DisplayText(untrusted: keys).padded(to: column), .key.bold)
                line.append(" ")
                line.append(DisplayText(untrusted: help))
                lines += line.folded(to: width, indent: column + 1)
            }
        }
        return lines
    }

    /// The keys of every field, which are those of readline.
    private static let typing = [
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

    static func entries(of group: Binding.Group) -> [(keys: String, help: String)] {
        if group == .typing { return typing }
        var entries: [(keys: String, help: String)] = []
        for binding in Keymap.standard.bindings where binding.group == group {
            if let index = entries.firstIndex(where: { $0.help == binding.help }) {
                let known = entries[index].keys.split(at: " ").map(String.init)
                if !known.contains(binding.keyText) { entries[index].keys += " " + binding.keyText }
            } else {
                entries.append((binding.keyText, binding.help))
            }
        }
        return entries
    }
}
