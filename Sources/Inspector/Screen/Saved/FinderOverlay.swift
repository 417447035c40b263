import InspectorCanvas
import InspectorValues

/// The fuzzy search over saved requests, in the place of their tree.
struct FinderOverlay: ListOverlay {
    private var field = TextField()
    private var requests: [SavedEntry]
    private(set) var matches: [Int] = []
    var scroll = ScrollState()
    /// The last search: one that goes on from it looks among its matches.
    private var searched = ""

    static let places: [Place] = [.finder]
    static let bindings = [
        Binding(.enter, in: [.finder], .pane(.accept), .questions, "go to the request; Enter again sends it")
            .inFooter("go to it")
    ]

    /// Begins at one of the requests.
    init(_ requests: [SavedEntry], at current: SavedEntry.Reference? = nil) {
        self.requests = requests
        refresh()
        if let index = requests.firstIndex(where: { $0.reference == current }) { scroll.select(index) }
    }

    var selected: SavedEntry? {
        matches.indices.contains(scroll.selection) ? requests[matches[scroll.selection]] : nil
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

    /// Ranks again after the text changed.
    private mutating func refresh() {
        let isNarrower = !searched.isEmpty && field.text.hasPrefix(searched)
        rank(among: isNarrower ? matches : nil)
        scroll.moveToStart()
    }

    private mutating func rank(among positions: [Int]?) {
        searched = field.text
        matches = Fuzzy(searched).ranking(of: requests.count, among: positions) { requests[$0].searchText }
        scroll.resize(count: matches.count)
    }

    mutating func type(_ key: Key, in state: inout State) -> Bool {
        guard field.apply(key, clipboard: &state.clipboard) else { return false }
        refresh()
        return true
    }

    func accept(in state: inout State) -> [Effect] {
        state.overlays.removeTop()
        if let selected {
            state.saved.select(selected.reference)
            state.focus = .saved
        }
        return []
    }

    mutating func fit(_ state: State, _ layout: Layout) {
        scroll.resize(height: layout.overlay.height - 2)
    }

    func draw(_ state: State, _ layout: Layout, into frame: inout Frame) {
        let glyphs = state.settings.glyphs
        let rest = frame.section("SAVED", in: layout.overlay, glyphs: glyphs)
        let (line, body) = rest.splitTop(1)
        frame.put("/", at: line.point(x: 1), style: .key)
        field.draw(into: &frame, at: line.point(x: 2), width: max(4, line.width - 12))
        let count: DisplayText = "\(matches.count)/\(requests.count)"
        frame.put(count, at: line.point(x: line.width - count.width - 1), style: .muted)
        if matches.isEmpty {
            frame.put("No saved request matches.", at: body.point(x: 1, y: 1), style: .muted)
        }
        for (row, index) in scroll.visible.enumerated() {
            let request = requests[matches[index]]
            let text = text(
                of: request, in: state.saved.place(of: request.reference.file), body.width, glyphs)
            let line = body.row(row)
            frame.link(line, .line(index))
            frame.line(text, at: line.point(x: 1), width: line.width - 1, glyphs: glyphs)
            if index == scroll.selection { frame.select(line, glyphs: glyphs) }
        }
    }

    /// Method, title and path of a request, and at the right where it stands.
    private func text(of request: SavedEntry, in place: String, _ width: Int, _ glyphs: Glyphs) -> StyledText
    {
        let method = DisplayText(untrusted: request.method).fitted(to: 7, ellipsis: glyphs.ellipsis)
        var text = StyledText(method + " ", .method(request.method))
        let target = StyledText.target(request.target)
        let isTitled = request.title != request.target
        guard width >= 60 else {
            text.append(
                isTitled ? StyledText(DisplayText(untrusted: request.title)) : target.path + target.query)
            if isTitled { text.append("  \(untrusted: request.target)", .muted) }
            return text
        }
        let room = width - text.width - 2
        let (left, right) = (room * 4 / 10, room * 3 / 10)
        let middle = room - left - right - 4
        let columns =
            isTitled
            ? [
                (
                    StyledText(DisplayText(untrusted: request.title))
                        .truncated(to: left, ellipsis: glyphs.ellipsis), left
                ),
                (StyledText(DisplayText(untrusted: request.target), .muted), middle),
            ] : [(target.path + target.query, left + middle + 2)]
        for (column, width) in columns {
            text.append(column.truncatedInMiddle(to: width, ellipsis: glyphs.ellipsis).padded(to: width + 2))
        }
        text.append(
            StyledText(DisplayText(untrusted: place), .muted)
                .truncatedInMiddle(to: right, ellipsis: glyphs.ellipsis))
        return text
    }
}

extension Place {
    static let finder = Place("finder", .field, titled: "finder")
}
