import Canvas

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
        let rest = frame.section("ENVIRONMENT", in: rect, glyphs: glyphs)
        let names = [nil] + state.environments.names.map(Optional.some)
        for (row, index) in scroll.visible.enumerated() where names.indices.contains(index) {
            let name = names[index]
            var text = StyledText(name == state.environments.selected ? "\(glyphs.bullet) " : "  ", .accent)
            text.append(DisplayText(untrusted: name ?? "none"), name == nil ? .muted : .plain)
            frame.line(text, at: rest.point(x: 2, y: row), width: rest.width - 3, glyphs: glyphs)
            if index == scroll.selection { frame.select(rest.row(row), glyphs: glyphs) }
        }
    }
}
