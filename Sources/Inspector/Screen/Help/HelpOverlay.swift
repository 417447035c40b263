import InspectorCanvas

/// All keys, in groups, as the keymap has them; `/` leaves those that hold some words.
struct HelpOverlay: Overlay {
    private let entries: [HelpEntry]
    private var scroll = ScrollState()
    private var field = TextField()
    private var isTyping = false

    private static let widthOfColumn = 56
    private static let gap = 3

    init(_ keymap: Keymap = .standard) { self.init(HelpEntry.all(of: keymap)) }

    private init(_ entries: [HelpEntry]) { self.entries = entries }

    /// The entries that the search leaves.
    private var found: [HelpEntry] { entries.filter(holding: field.text) }

    static let places: [Place] = [.help, .helpSearch]
    static let bindings = [
        Binding("/", in: [.help], .find(.filter), .finding, "search the help").inFooter("search"),
        Binding(.enter, in: [.helpSearch], .pane(.accept), .questions, "leave the field").inFooter("apply"),
    ]

    var place: Place { isTyping ? .helpSearch : .help }
    var isWide: Bool { true }
    var coversPanes: Bool { true }

    mutating func beginSearch() { isTyping = true }

    mutating func type(_ key: Key, in state: inout State) -> Bool {
        guard isTyping, field.apply(key, clipboard: &state.clipboard) else { return false }
        scroll.moveToStart()
        return true
    }

    mutating func move(_ motion: Motion, in state: inout State) { scroll.scroll(motion) }

    func accept(in state: inout State) -> [Effect] {
        var help = self
        help.isTyping = false
        state.overlays.replaceTop(with: help)
        return []
    }

    /// Ends the search first.
    func goBack(in state: inout State) {
        guard isTyping || !field.text.isEmpty else { return state.overlays.removeTop() }
        var help = HelpOverlay(entries)
        help.scroll = scroll
        state.overlays.replaceTop(with: help)
    }

    mutating func fit(_ state: State, _ layout: Layout) {
        let columns = columns(width: layout.overlay.width - 3)
        scroll.resize(count: columns.map(\.count).max() ?? 0, height: layout.overlay.height - 1)
    }

    func footer(_ state: State) -> FooterContent {
        isTyping ? .field(field, label: "/", note: matchesNote) : .keys
    }

    private var matchesNote: DisplayText {
        DisplayText(untrusted: found.count.of("action"))
    }

    func draw(_ state: State, _ layout: Layout, into frame: inout Frame) {
        let glyphs = state.settings.glyphs
        let shown =
            scroll.visible.count < scroll.count ? "\(scroll.visible.upperBound)/\(scroll.count)  " : ""
        let title: DisplayText = field.text.isEmpty ? "KEYS" : "KEYS  /\(untrusted: field.text)"
        let rest = frame.section(
            title, right: "\(untrusted: shown)/ searches, Esc closes", in: layout.overlay, glyphs: glyphs)
        let columns = columns(width: rest.width - 3)
        if columns.allSatisfy(\.isEmpty) {
            frame.put("No key does that.", at: rest.point(x: 2, y: 1), style: .muted)
        }
        let width = Self.width(of: columns.count, in: rest.width - 3)
        for (number, lines) in columns.enumerated() {
            let x = 2 + number * (width + Self.gap)
            for (row, index) in scroll.visible.enumerated() where lines.indices.contains(index) {
                frame.line(lines[index], at: rest.point(x: x, y: row), width: width, glyphs: glyphs)
            }
        }
    }

    // MARK: Lines

    private static func width(of columns: Int, in width: Int) -> Int {
        max(1, (width - gap * (columns - 1)) / columns)
    }

    /// The help in as many columns as there is room for, one line per action.
    private func columns(width: Int) -> [[StyledText]] {
        let count = max(1, (width + Self.gap) / Self.widthOfColumn)
        let lines = lines(width: Self.width(of: count, in: width))
        let height = (lines.count + count - 1) / count
        return (0..<count).map { column in
            let part = lines.dropFirst(column * height).prefix(height)
            // A column does not begin with the gap between two groups.
            return Array(column > 0 && part.first?.runs.isEmpty == true ? part.dropFirst() : part)
        }
    }

    private func lines(width: Int) -> [StyledText] {
        let keyWidth = width < Layout.widthOfOneLine - 10 ? 12 : 18
        var lines: [StyledText] = []
        var group: String?
        for entry in found {
            if entry.title != group {
                if group != nil { lines.append(StyledText()) }
                lines.append(StyledText(DisplayText(untrusted: entry.title), .title.bold))
                group = entry.title
            }
            var line = StyledText(DisplayText(untrusted: entry.keys).padded(to: keyWidth), .key.bold)
            line.append(" ")
            line.append(DisplayText(untrusted: entry.help))
            if !entry.place.isEmpty { line.append("  \(untrusted: entry.place)", .muted) }
            lines += line.folded(to: width, indent: keyWidth + 1)
        }
        return lines
    }
}

extension Place {
    static let help = Place("help", .list, titled: "")
    static let helpSearch = Place("helpSearch", .field, titled: "field")
}
