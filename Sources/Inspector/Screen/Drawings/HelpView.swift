import InspectorCanvas

/// All keys, in groups, as the keymap has them.
struct HelpView {
    private let state: State
    private let scroll: ScrollState

    init(_ state: State, scroll: ScrollState) {
        self.state = state
        self.scroll = scroll
    }

    func draw(in rect: Rect, into frame: inout Frame) {
        let right: DisplayText = scroll.count > scroll.height ? "j k scroll, Esc closes" : "Esc closes"
        let rest = frame.section("KEYS", right: right, in: rect, glyphs: state.settings.glyphs)
        let lines = Self.lines(width: rest.width - 3)
        for (row, index) in scroll.visible.enumerated() where lines.indices.contains(index) {
            frame.line(
                lines[index], at: rest.point(x: 2, y: row), width: rest.width - 3,
                glyphs: state.settings.glyphs)
        }
    }

    /// The help, one line per action; keys that do the same stand together.
    static func lines(width: Int) -> [StyledText] {
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

    static func entries(of group: Binding.Group) -> [(keys: String, help: String)] {
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
