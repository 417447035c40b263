import InspectorCanvas
import InspectorValues

/// The fuzzy search over everything a key does.
struct PaletteOverlay: Overlay {
    private var field = TextField()
    /// The positions in the keymap, the best first.
    private var matches: [Int] = []
    private var scroll = ScrollState()
    /// The place that the actions are done in.
    private let origin: Place
    private let views: SavedViews

    var place: Place { .palette }
    var isTyping: Bool { true }

    init(over origin: Place, _ views: SavedViews) {
        self.origin = origin
        self.views = views
        refresh()
    }

    private var candidates: [Binding] {
        Keymap.standard.actions(in: origin).filter { $0.help(with: views) != nil }
    }

    private mutating func refresh() {
        let texts = candidates.map { SearchText("\($0.help(with: views) ?? "") \($0.keyText)") }
        matches = Fuzzy(field.text).ranking(of: texts.count) { texts[$0] }
        scroll.resize(count: matches.count)
        scroll.moveToStart()
    }

    mutating func type(_ key: Key, in state: inout State) -> Bool {
        guard field.apply(key, clipboard: &state.clipboard) else { return false }
        refresh()
        return true
    }

    mutating func move(_ motion: Motion, in state: inout State) { scroll.move(motion) }

    func accept(in state: inout State) -> [Effect] {
        state.overlays.removeTop()
        guard matches.indices.contains(scroll.selection) else { return [] }
        return state.perform(candidates[matches[scroll.selection]])
    }

    mutating func fit(_ state: State, _ layout: Layout) {
        scroll.resize(height: layout.overlay.height - 2)
    }

    func draw(_ state: State, _ layout: Layout, into frame: inout Frame) {
        let glyphs = state.settings.glyphs
        let (line, body) = frame.section("ACTIONS", in: layout.overlay, glyphs: glyphs).splitTop(1)
        frame.put(":", at: line.point(x: 1), style: .key)
        field.draw(into: &frame, at: line.point(x: 2), width: line.width - 4)
        if matches.isEmpty {
            frame.put("No action matches.", at: body.point(x: 2, y: 1), style: .muted)
        }
        // The state in which the action would be done.
        var actingState = state
        actingState.overlays.removeTop()
        let candidates = candidates
        for (row, index) in scroll.visible.enumerated() {
            let binding = candidates[matches[index]]
            let refusal = binding.requirement.refusal(in: actingState)
            var text = StyledText(DisplayText(untrusted: binding.keyText).padded(to: 10), .key.bold)
            text.append(" \(untrusted: binding.help(with: views) ?? "")", refusal == nil ? .plain : .muted)
            if let refusal { text.append("  (\(untrusted: refusal))", .muted) }
            frame.line(text, at: body.point(x: 2, y: row), width: body.width - 3, glyphs: glyphs)
            if index == scroll.selection { frame.select(body.row(row), glyphs: glyphs) }
        }
    }
}
