import InspectorCanvas

/// The fuzzy search over every action.
struct PaletteView {
    private let state: State
    private let palette: Palette

    init(_ state: State, palette: Palette) {
        self.state = state
        self.palette = palette
    }

    func draw(in rect: Rect, into frame: inout Frame) {
        let glyphs = state.settings.glyphs
        let (line, body) = frame.section("ACTIONS", in: rect, glyphs: glyphs).splitTop(1)
        frame.put(":", at: line.point(x: 1), style: .key)
        palette.field.draw(into: &frame, at: line.point(x: 2), width: line.width - 4)
        if palette.matches.isEmpty {
            frame.put("No action matches.", at: body.point(x: 2, y: 1), style: .muted)
        }
        let candidates = palette.candidates
        for (row, index) in palette.scroll.visible.enumerated() {
            let binding = candidates[palette.matches[index]]
            let refusal = binding.requirement.refusal(in: actingState)
            var text = StyledText(DisplayText(untrusted: binding.keyText).padded(to: 10), .key.bold)
            text.append(" \(untrusted: binding.help)", refusal == nil ? .plain : .muted)
            if let refusal { text.append("  (\(untrusted: refusal))", .muted) }
            frame.line(text, at: body.point(x: 2, y: row), width: body.width - 3, glyphs: glyphs)
            if index == palette.scroll.selection { frame.select(body.row(row), glyphs: glyphs) }
        }
    }

    /// The state the action would be done in: without the palette.
    private var actingState: State {
        var state = state
        state.overlay = palette.mocks.map { .mocks($0) } ?? .none
        return state
    }
}
