import ClientEngine
import InspectorCanvas
import InspectorValues

/// The mocks screen: the mocks in the order in which they are asked, and below them their scenarios.
///
/// ```
///      ROUTE          ANSWERS         SCENARIO          HITS LAST HIT PRIO
/// on   GET /todo      200 with 2B     todo=Started         3 22:13:20    5
/// wait GET /todo      200 with 8B     todo=one item        0 –           5
///      scenario todo  [Started]  one item
/// ```
struct MocksView {
    let state: State
    let scroll: ScrollState

    func draw(in rect: Rect, into frame: inout Frame) {
        let right: DisplayText = state.mocks.isOn ? "" : "all switched off, ! switches them back on"
        let rest = frame.section("MOCKS", right: right, in: rect, glyphs: glyphs)
        let (all, note) = rest.splitBottom(state.mocks.deleted.isEmpty ? 0 : 1)
        let table = drawSelected(in: all, into: &frame)
        drawDeleted(in: note, into: &frame)
        guard !state.mocks.rows.isEmpty else { return drawEmpty(in: table, into: &frame) }
        let shown = shownColumns(width: rect.width)
        let columns = Columns(shown.map(\.width), in: table.width - 2)
        let (heading, body) = table.splitTop(1)
        draw(shown.map { StyledText($0.title, .header) }, columns, in: heading, into: &frame)
        for (row, index) in scroll.visible.enumerated() {
            let line = body.row(row)
            frame.link(line, .line(index))
            switch state.mocks.line(at: index) {
            case .mock(let mock): draw(shown.map { cell($0, mock) }, columns, in: line, into: &frame)
            case .scenario(let scenario):
                frame.line(text(of: scenario), at: line.point(x: 2), width: line.width - 3, glyphs: glyphs)
            case nil: continue
            }
            if index == scroll.selection { frame.select(line, glyphs: glyphs) }
        }
    }

    /// Draws what the selected mock says, where all rows leave room for it; returns the room of the rows.
    private func drawSelected(in rect: Rect, into frame: inout Frame) -> Rect {
        guard case .mock(let row) = state.mocks.line(at: scroll.selection) else { return rect }
        let mock = row.mock
        var lines = [StyledText.fact("route", mock.match.text)]
        for (index, answer) in mock.answers.enumerated() {
            lines.append(.fact(index == 0 ? "answers" : "then", answer.text))
        }
        let times = mock.times.map { "\(row.hits) of \($0) times" } ?? row.hits.of("time")
        lines.append(.fact("answered", times))
        if mock.scenario != nil { lines.append(.fact("scenario", part(mock).string)) }
        lines.append(.fact("priority", "\(mock.priority), the lowest is asked first"))
        let height = lines.count + 1
        guard rect.height > state.mocks.lineCount + height + 1 else { return rect }
        let (table, below) = rect.splitBottom(height)
        let rest = frame.section(
            DisplayText(untrusted: mock.name), in: below, glyphs: glyphs, isFocused: false)
        for (index, line) in lines.enumerated() {
            frame.line(line, at: rest.point(x: 2, y: index), width: rest.width - 3, glyphs: glyphs)
        }
        return table
    }

    private func drawDeleted(in rect: Rect, into frame: inout Frame) {
        guard let mock = state.mocks.deleted.last, rect.height > 0 else { return }
        let undo: DisplayText = "  U brings it back"
        var text = StyledText(
            ("deleted " + DisplayText(untrusted: mock.name)).truncated(
                to: max(0, rect.width - undo.width - 2), ellipsis: glyphs.ellipsis), .warn)
        text.append(undo, .muted)
        frame.line(text, at: rect.point(x: 2), width: rect.width - 2, glyphs: glyphs)
    }

    private var glyphs: Glyphs { state.settings.glyphs }

    // MARK: Columns

    private enum Column {
        case state, route, answers, scenario, hits, lastHit, priority, name

        var title: DisplayText {
            switch self {
            case .state: ""
            case .route: "ROUTE"
            case .answers: "ANSWERS"
            case .scenario: "SCENARIO"
            case .hits: "HITS"
            case .lastHit: "LAST HIT"
            case .priority: "PRIO"
            case .name: "NAME"
            }
        }

        var width: Columns.Width {
            switch self {
            case .state, .priority: .fixed(4)
            case .route: .flexible(minimum: 14)
            case .answers: .flexible(minimum: 9)
            case .scenario: .flexible(minimum: 12)
            case .hits: .fixed(5)
            case .lastHit: .fixed(8)
            case .name: .flexible(minimum: 20)
            }
        }
    }

    /// The name where there is much room; the scenario where there is one, and room.
    private func shownColumns(width: Int) -> [Column] {
        let hasScenario = !state.mocks.scenarios.isEmpty && width >= Layout.widthOfOneLine
        let columns: [Column] = [.state, .route, .answers, .scenario, .hits, .lastHit, .priority, .name]
        return columns.filter { column in
            switch column {
            case .scenario: hasScenario
            case .name: width >= Layout.widthOfColumns
            case .state, .route, .answers, .hits, .lastHit, .priority: true
            }
        }
    }

    private func cell(_ column: Column, _ row: MocksState.Row) -> StyledText {
        let isOn = state.mocks.isOn && row.mock.isEnabled && !row.isSpent
        let style: Style = isOn ? .plain : .muted
        switch column {
        case .state: return word(row, isOn: isOn)
        case .route: return StyledText(DisplayText(untrusted: row.mock.match.text), style)
        case .answers:
            let answers = row.mock.answers.map(\.text).joined(separator: ", then ")
            return StyledText(DisplayText(untrusted: answers), style)
        case .scenario: return part(row.mock)
        case .hits:
            let hits: DisplayText = row.mock.times.map { "\(row.hits)/\($0)" } ?? "\(row.hits)"
            return StyledText(hits)
        case .lastHit:
            let last = row.lastHit.map {
                DisplayText(untrusted: $0.clockText(secondsFromGMT: state.settings.secondsFromGMT))
            }
            return StyledText(last ?? glyphs.none, .muted)
        case .priority: return StyledText("\(row.mock.priority)")
        case .name: return StyledText(DisplayText(untrusted: row.mock.name), .muted)
        }
    }

    private func word(_ row: MocksState.Row, isOn: Bool) -> StyledText {
        if row.isSpent { return StyledText("done", .muted) }
        // All are switched off: a mock that is on says so all the same, and waits for the switch.
        guard isOn else { return StyledText(row.mock.isEnabled ? "(on)" : "off", .muted) }
        return state.mocks.isAwaitingState(row.mock)
            ? StyledText("wait", .warn) : StyledText("on", .mock.bold)
    }

    /// Returns the states of the scenario in which a mock answers, and the one that follows.
    private func part(_ mock: Mock) -> StyledText {
        guard let part = mock.scenario else { return StyledText(glyphs.none, .muted) }
        var text = part.name + (part.required.map { "=\($0)" } ?? "")
        if let next = part.next { text += " \(glyphs.arrow.string) \(next)" }
        return StyledText(DisplayText(untrusted: text), state.mocks.isAwaitingState(mock) ? .muted : .accent)
    }

    /// A scenario and its states, the one it is in between brackets.
    private func text(of scenario: MockStore.ScenarioStatus) -> StyledText {
        var text = StyledText("     scenario ", .header)
        text.append(DisplayText(untrusted: scenario.name), .accent.bold)
        for state in scenario.states {
            let isCurrent = state == scenario.state
            text.append("  ")
            text.append(
                isCurrent ? "[\(untrusted: state)]" : " \(untrusted: state) ",
                isCurrent ? .selected.bold : .muted)
        }
        return text
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
            "", "Paste an HTTP archive, or the path of one that ends in .har: it becomes mocks.",
        ]
        frame.advise(sentences, in: rect)
    }
}
