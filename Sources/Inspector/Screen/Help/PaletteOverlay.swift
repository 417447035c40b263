import InspectorCanvas
import InspectorValues

/// The fuzzy search over everything a key does: what can be done here and now stands first.
struct PaletteOverlay: ListOverlay {
    private struct Candidate: Equatable {
        var binding: Binding
        var help: String
        var text: SearchText
        /// The worth of an action before anything is typed.
        var worth: Int
    }

    private var field = TextField()
    private let candidates: [Candidate]
    /// The positions of the candidates, the best first.
    private var matches: [Int] = []
    var scroll = ScrollState()

    static let places: [Place] = [.palette]
    static let bindings = [
        Binding(.enter, in: [.palette], .pane(.accept), .questions, "do it").inFooter("do it")
    ]

    /// Offers what can be done in the place that has the keys.
    init(_ state: State) {
        let origin = state.place
        candidates = state.settings.keymap.actions(in: origin).compactMap { binding in
            guard let help = binding.help(with: state.list.views) else { return nil }
            let isPossible = binding.requirement.refusal(in: state) == nil
            let worth =
                (isPossible ? 6 : 0) + (binding.footerPlaces.contains(origin) ? 3 : 0)
                + (binding.places.count <= 2 ? 2 : binding.places.count > 12 ? -3 : 0)
            return Candidate(
                binding: binding, help: help, text: SearchText("\(help) \(binding.keyText)"), worth: worth)
        }
        refresh()
    }

    private mutating func refresh() {
        matches = Fuzzy(field.text).ranking(of: candidates.count, worth: { candidates[$0].worth }) {
            candidates[$0].text
        }
        scroll.resize(count: matches.count)
        scroll.moveToStart()
    }

    mutating func type(_ key: Key, in state: inout State) -> Bool {
        guard field.apply(key, clipboard: &state.clipboard) else { return false }
        refresh()
        return true
    }

    func accept(in state: inout State) throws(Refusal) -> [Effect] {
        state.overlays.removeTop()
        guard matches.indices.contains(scroll.selection) else { return [] }
        return try state.perform(candidates[matches[scroll.selection]].binding)
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
        for (row, index) in scroll.visible.enumerated() {
            let (binding, help) = (candidates[matches[index]].binding, candidates[matches[index]].help)
            let refusal = binding.requirement.refusal(in: actingState)
            let keys: DisplayText = binding.keys.isEmpty ? "" : DisplayText(untrusted: binding.keyText)
            var text = StyledText(keys.padded(to: 10), .key.bold)
            text.append(" \(untrusted: help)", refusal == nil ? .plain : .muted)
            if let refusal { text.append("  (\(untrusted: refusal))", .muted) }
            frame.line(text, at: body.point(x: 2, y: row), width: body.width - 3, glyphs: glyphs)
            frame.link(body.row(row), .line(index))
            if index == scroll.selection { frame.select(body.row(row), glyphs: glyphs) }
        }
    }
}

extension Place {
    static let palette = Place("palette", .field, titled: "finder")
}
