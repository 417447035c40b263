import Canvas

/// The fuzzy search over saved requests.
struct Finder: Equatable, Sendable {
    var field = TextField()
    private(set) var requests: [SavedEntry]
    private(set) var matches: [Int] = []
    var scroll: ScrollState

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
        matches = Fuzzy(field.text).ranking(of: requests.map { "\($0.title) \($0.method) \($0.url)" })
        scroll.resize(count: matches.count)
        scroll.moveToStart()
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
        matches = Fuzzy(field.text).ranking(of: candidates.map { "\($0.help) \($0.keyText)" })
        scroll.resize(count: matches.count)
        scroll.moveToStart()
    }
}
