import InspectorCanvas

/// The fuzzy search over saved requests.
struct Finder: Equatable, Sendable {
    var field = TextField()
    private(set) var requests: [SavedEntry]
    private(set) var matches: [Int] = []
    var scroll: ScrollState
    /// What was searched for last: what goes on from there is among its matches.
    private var searched = ""

    init(_ requests: [SavedEntry], height: Int) {
        self.requests = requests
        scroll = ScrollState(height: height)
        refresh()
    }

    var selected: SavedEntry? {
        matches.indices.contains(scroll.selection) ? requests[matches[scroll.selection]] : nil
    }

    /// Ranks again after the text changed.
    mutating func refresh() {
        let isNarrower = !searched.isEmpty && field.text.hasPrefix(searched)
        rank(among: isNarrower ? matches : nil)
        scroll.moveToStart()
    }

    /// Takes in other requests, and stays where it is in the list of matches.
    mutating func replace(_ requests: [SavedEntry]) {
        let selected = selected?.reference
        self.requests = requests
        rank(among: nil)
        if let index = matches.firstIndex(where: { requests[$0].reference == selected }) {
            scroll.select(index)
        }
    }

    private mutating func rank(among positions: [Int]?) {
        searched = field.text
        matches = Fuzzy(searched).ranking(of: requests.count, among: positions) { requests[$0].searchText }
        scroll.resize(count: matches.count)
    }
}

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

    init(place: Place, over overlay: Overlay, height: Int) {
        self.place = place
        mocks = if case .mocks(let scroll) = overlay { scroll } else { nil }
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
