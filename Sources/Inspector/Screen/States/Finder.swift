import InspectorCanvas
import InspectorValues

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
