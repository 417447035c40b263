import InspectorCanvas

/// The list of mocks and scenarios.
struct MocksOverlay: ListOverlay {
    var scroll: ScrollState

    var place: Place { .mocks }

    init(lines: Int) {
        scroll = ScrollState(count: lines)
    }

    mutating func fit(_ state: State, _ layout: Layout) {
        scroll.resize(height: layout.middle.height - (state.mocks.deleted.isEmpty ? 2 : 3))
    }

    func draw(_ state: State, _ layout: Layout, into frame: inout Frame) {
        frame.clear(layout.middle)
        MocksView(state: state, scroll: scroll).draw(in: layout.middle, into: &frame)
    }
}
