import InspectorCanvas
import InspectorValues

/// The first line: what is open, what is live, and whether mocks are on.
struct HeaderLine {
    let state: State

    init(_ state: State) { self.state = state }

    func draw(in rect: Rect, into frame: inout Frame) {
        let right = right
        let help: DisplayText = rect.width >= Layout.widthOfOneLine ? "  ? " : rect.width >= 40 ? " ? " : ""
        let rightWidth = right.width + help.width
        frame.put(right, at: rect.point(x: rect.width - rightWidth))
        var link = StyledText()
        link.append(help, .key, pressing: keys(of: .app(.help)))
        frame.put(link, at: rect.point(x: rect.width - help.width))
        let left = left
        let room = max(0, rect.width - rightWidth - 2)
        frame.line(left, at: rect.point(x: 1), width: room, glyphs: glyphs)
        // The counts stand in the middle, unless there is no room.
        for counts in [counts + reading, counts, briefCounts, reading] where counts.width > 0 {
            let x = max(left.width + 3, (rect.width - counts.width) / 2)
            guard x + counts.width < rect.width - rightWidth else { continue }
            frame.put(counts, at: rect.point(x: x))
            break
        }
    }

    private var glyphs: Glyphs { state.settings.glyphs }

    private func keys(of intent: Intent) -> [Key] { state.settings.keymap.keys(of: intent) }

    private var left: StyledText {
        var text = StyledText(DisplayText(untrusted: state.settings.workspace), .title.bold)
        if let environment = state.environments.selected {
            text.append(" \(glyphs.dot) ", .muted)
            text.append(
                DisplayText(untrusted: environment), .accent, pressing: keys(of: .app(.environments)))
        }
        return text
    }

    private var counts: StyledText {
        let waiting = state.tasks.waiting.count
        let live = state.tasks.live.count - waiting
        var text = StyledText()
        if live > 0 { text.append("\(live) live", .accent.bold) }
        if waiting > 0 {
            if live > 0 { text.append(" \(glyphs.dot) ", .muted) }
            text.append("\(waiting) waiting", .warn.bold)
        }
        return text
    }

    /// The progress of reading the files of saved requests.
    private var reading: StyledText {
        guard state.saved.isReading else { return StyledText() }
        let gap: DisplayText = counts.width == 0 ? "" : "  "
        let read = state.saved.readCount.grouped
        return StyledText(
            "\(gap)reading \(untrusted: read) of \(untrusted: state.saved.files.count.grouped)", .muted)
    }

    /// All that is live in one figure.
    private var briefCounts: StyledText {
        let live = state.tasks.live.count
        return live > 0 ? StyledText("\(live) live", .accent.bold) : StyledText()
    }

    private var right: StyledText {
        let words = held + recording + mocks
        guard state.settings.isInsecure else { return words }
        let gap: DisplayText = words.width == 0 ? "" : "  "
        return StyledText("certificates not checked (-k)", .warn.bold) + StyledText(gap) + words
    }

    /// The mark that routes are held, with the number of messages that wait, or of routes where none does.
    private var held: StyledText {
        guard let holds = state.holds, !holds.isIdle else { return StyledText() }
        let count = holds.messages.count
        let mark: DisplayText = count > 0 ? " HELD \(count) " : " HOLD \(holds.routeCount) "
        var text = StyledText()
        text.append(
            mark, Style(.warn, count > 0 ? [.reverse, .bold] : [.bold]), pressing: keys(of: .hold(.choose)))
        return text + StyledText(" ")
    }

    /// The mark that the shown tasks are recorded, with their number so far.
    private var recording: StyledText {
        guard let tasks = state.mocks.recording else { return StyledText() }
        let gap: DisplayText = mocks.width == 0 ? "" : " "
        return StyledText(" REC \(tasks.count) ", Style(.bad, [.reverse, .bold])) + StyledText(gap)
    }

    private var mocks: StyledText {
        if state.mocks.activeCount > 0 {
            let word: DisplayText = state.size.width < Layout.widthOfOneLine ? "" : "ON "
            var text = StyledText()
            // Loud only while the selected task had its answer from one.
            let isAnswer = state.selectedTask?.isMocked == true
            text.append(
                " MOCKS \(state.mocks.activeCount) \(word)",
                Style(.mock, isAnswer ? [.reverse, .bold] : .bold),
                pressing: keys(of: .mock(.open)))
            return text
        }
        var text = StyledText()
        if !state.mocks.rows.isEmpty {
            text.append(
                state.mocks.isOn ? "no mock on" : "mocks off", .muted, pressing: keys(of: .mock(.open)))
        }
        return text
    }
}
