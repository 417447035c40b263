import Canvas

/// The mocks screen, in the order in which mocks are asked.
struct MocksView {
    private let state: State
    private let scroll: ScrollState

    init(_ state: State, scroll: ScrollState) {
        self.state = state
        self.scroll = scroll
    }

    func draw(in rect: Rect, into frame: inout Frame) {
        let right: DisplayText = state.mocks.isOn ? "" : "all switched off, ! switches them back on"
        let rest = frame.section("MOCKS", right: right, in: rect, glyphs: glyphs)
        let (table, note) = rest.splitBottom(state.mocks.deleted.isEmpty ? 0 : 1)
        drawDeleted(in: note, into: &frame)
        guard !state.mocks.rows.isEmpty else { return drawEmpty(in: table, into: &frame) }
        let columns = Columns(widths(for: rect.width), in: table.width - 2)
        let (heading, body) = table.splitTop(1)
        let titles: [DisplayText] = ["", "ROUTE", "ANSWERS", "HITS", "LAST HIT", "PRIO", "NAME"]
        draw(titles.map { StyledText($0, .header) }, columns, in: heading, into: &frame)
        for (row, index) in scroll.visible.enumerated() where state.mocks.rows.indices.contains(index) {
            let line = body.row(row)
            draw(cells(state.mocks.rows[index]), columns, in: line, into: &frame)
            if index == scroll.selection { frame.select(line, glyphs: glyphs) }
        }
    }

    /// On or off, route, answers, hits, last hit, priority, and where there is much room the name.
    private func widths(for width: Int) -> [Columns.Width] {
        let always: [Columns.Width] = [
            .fixed(4), .flexible(minimum: 14), .flexible(minimum: 9), .fixed(5), .fixed(8), .fixed(4),
        ]
        return always + [width < Layout.widthOfColumns ? .fixed(width) : .flexible(minimum: 20)]
    }

    private func drawDeleted(in rect: Rect, into frame: inout Frame) {
        guard let mock = state.mocks.deleted.last, rect.height > 0 else { return }
        let undo: DisplayText = "  : undo brings it back"
        var text = StyledText(
            ("deleted " + DisplayText(untrusted: mock.name)).truncated(
                to: max(0, rect.width - undo.width - 2), ellipsis: glyphs.ellipsis), .warn)
        text.append(undo, .muted)
        frame.line(text, at: rect.point(x: 2), width: rect.width - 2, glyphs: glyphs)
    }

    private var glyphs: Glyphs { state.surroundings.glyphs }

    private func cells(_ row: MocksState.Row) -> [StyledText] {
        let isOn = state.mocks.isOn && row.mock.isEnabled && !row.isSpent
        let word: DisplayText = row.isSpent ? "done" : isOn ? "on" : "off"
        let hits: DisplayText = row.mock.times.map { "\(row.hits)/\($0)" } ?? "\(row.hits)"
        let last = row.lastHit.map {
            DisplayText(untrusted: $0.clockText(secondsFromGMT: state.surroundings.secondsFromGMT))
        }
        let answers = row.mock.answers.map(\.text).joined(separator: ", then ")
        return [
            StyledText(word, isOn ? .mock.bold : .muted),
            StyledText(DisplayText(untrusted: row.mock.match.text), isOn ? .plain : .muted),
            StyledText(DisplayText(untrusted: answers), isOn ? .plain : .muted),
            StyledText(hits, .number),
            StyledText(last ?? glyphs.none, .muted),
            StyledText("\(row.mock.priority)", .number),
            StyledText(DisplayText(untrusted: row.mock.name), .muted),
        ]
    }

    private func draw(_ cells: [StyledText], _ columns: Columns, in rect: Rect, into frame: inout Frame) {
        for (index, cell) in cells.enumerated() {
            let range = columns[index]
            frame.line(cell, at: rect.point(x: 2 + range.lowerBound), width: range.count, glyphs: glyphs)
        }
    }

    private func drawEmpty(in rect: Rect, into frame: inout Frame) {
        let sentences = [
            "There are no mocks.", "",
            "Select a task and press m: its route gets a mock with one more key, and the address under test stays as it is.",
        ]
        frame.advise(sentences, in: rect)
    }
}
