import Canvas

/// All keys, in groups, as the keymap has them.
struct HelpView {
    private let state: State
    private let scroll: ScrollState

    init(_ state: State, scroll: ScrollState) {
        self.state = state
        self.scroll = scroll
    }

    func draw(in rect: Rect, into frame: inout Frame) {
        let (title, rest) = rect.splitTop(1)
        let right: DisplayText = scroll.count > scroll.height ? "j k scroll, Esc closes" : "Esc closes"
        frame.title("KEYS", right: right, in: title, glyphs: state.surroundings.glyphs, isFocused: true)
        let lines = Self.lines(for: state)
        for (row, index) in scroll.visible.enumerated() where lines.indices.contains(index) {
            frame.line(
                lines[index], at: rest.point(x: 2, y: row), width: rest.width - 3,
                glyphs: state.surroundings.glyphs)
        }
    }

    /// The help, one line per action; keys that do the same stand together.
    static func lines(for state: State) -> [StyledText] {
        var lines: [StyledText] = []
        for group in Binding.Group.allCases {
            if !lines.isEmpty { lines.append(StyledText()) }
            lines.append(StyledText(DisplayText(untrusted: group.rawValue), .title.bold))
            for (keys, help) in entries(of: group) {
                var line = StyledText(DisplayText(untrusted: keys).padded(to: 18), .key.bold)
                line.append(" ")
                line.append(DisplayText(untrusted: help))
                lines.append(line)
            }
        }
        return lines
    }

    static func entries(of group: Binding.Group) -> [(keys: String, help: String)] {
        var entries: [(keys: String, help: String)] = []
        for binding in Keymap.standard.bindings where binding.group == group {
            if let index = entries.firstIndex(where: { $0.help == binding.help }) {
                let known = entries[index].keys.split(separator: " ").map(String.init)
                if !known.contains(binding.keyText) { entries[index].keys += " " + binding.keyText }
            } else {
                entries.append((binding.keyText, binding.help))
            }
        }
        return entries
    }
}

/// The fuzzy search over every action.
struct PaletteView {
    private let state: State
    private let palette: Palette

    init(_ state: State, palette: Palette) {
        self.state = state
        self.palette = palette
    }

    func draw(in rect: Rect, into frame: inout Frame) {
        let glyphs = state.surroundings.glyphs
        let (title, rest) = rect.splitTop(1)
        frame.title("ACTIONS", in: title, glyphs: glyphs, isFocused: true)
        let (line, body) = rest.splitTop(1)
        frame.put(":", at: line.point(x: 1), style: .key)
        palette.field.draw(into: &frame, at: line.point(x: 2), width: line.width - 4)
        let candidates = palette.candidates
        for (row, index) in palette.scroll.visible.enumerated() {
            let binding = candidates[palette.matches[index]]
            let refusal = binding.requirement.refusal(in: actingState)
            var text = StyledText(DisplayText(untrusted: binding.keyText).padded(to: 10), .key.bold)
            text.append(" \(untrusted: binding.help)", refusal == nil ? .plain : .muted)
            if let refusal { text.append("  (\(untrusted: refusal))", .muted) }
            frame.line(text, at: body.point(x: 2, y: row), width: body.width - 3, glyphs: glyphs)
            if index == palette.scroll.selection {
                frame.put(glyphs.pointer, at: body.point(y: row), style: .accent.bold)
                frame.highlight(body.row(row))
            }
        }
    }

    /// The state the action would be done in: without the palette.
    private var actingState: State {
        var state = state
        state.overlay = palette.mocks.map { .mocks($0) } ?? .none
        return state
    }
}

/// The choice of the environment that variables come from.
struct EnvironmentsView {
    private let state: State
    private let scroll: ScrollState

    init(_ state: State, scroll: ScrollState) {
        self.state = state
        self.scroll = scroll
    }

    func draw(in rect: Rect, into frame: inout Frame) {
        let glyphs = state.surroundings.glyphs
        let (title, rest) = rect.splitTop(1)
        frame.title("ENVIRONMENT", in: title, glyphs: glyphs, isFocused: true)
        let names = [nil] + state.environments.names.map(Optional.some)
        for (row, index) in scroll.visible.enumerated() where names.indices.contains(index) {
            let name = names[index]
            var text = StyledText(name == state.environments.selected ? "\(glyphs.bullet) " : "  ", .accent)
            text.append(DisplayText(untrusted: name ?? "none"), name == nil ? .muted : .plain)
            frame.line(text, at: rest.point(x: 2, y: row), width: rest.width - 3, glyphs: glyphs)
            if index == scroll.selection {
                frame.put(glyphs.pointer, at: rest.point(y: row), style: .accent.bold)
                frame.highlight(rest.row(row))
            }
        }
    }
}
