import InspectorCanvas
import InspectorValues

/// The fuzzy search over everything a key does.
struct Palette: Equatable, Sendable {
    var field = TextField()
    /// The positions in the keymap, the best first.
    private(set) var matches: [Int] = []
    var scroll: ScrollState
    /// Where the actions will be done.
    let place: Place
    /// The list of mocks that the palette lies over.
    let mocks: ScrollState?

    init(place: Place, over mocks: ScrollState?, height: Int) {
        self.place = place
        self.mocks = mocks
        scroll = ScrollState(height: height)
        refresh()
    }

    var selected: Binding? {
        matches.indices.contains(scroll.selection) ? candidates[matches[scroll.selection]] : nil
    }

    var candidates: [Binding] { Keymap.standard.actions(in: place) }

    mutating func refresh() {
        let texts = candidates.map { SearchText("\($0.help) \($0.keyText)") }
        matches = Fuzzy(field.text).ranking(of: texts.count) { texts[$0] }
        scroll.resize(count: matches.count)
        scroll.moveToStart()
    }
}
