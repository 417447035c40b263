import InspectorCanvas
import InspectorValues

/// The lines above the footer with what must not be missed; they stay until Esc dismisses them.
struct NoticeLine {
    let state: State

    init(_ state: State) { self.state = state }

    /// The number of lines: as many as the notice has in this width, but no more than a quarter of the screen.
    var height: Int { min(lines.count, max(1, state.size.height / 4)) }

    func draw(in rect: Rect, into frame: inout Frame) {
        guard rect.height > 0 else { return }
        let lines = lines
        for (row, line) in lines.prefix(rect.height).enumerated() {
            let isCut = row + 1 == rect.height && row + 1 < lines.count
            let text = isCut ? line + StyledText(glyphs.ellipsis, .muted) : line
            frame.put(text, at: rect.point(x: 1, y: row), width: rect.width - 1)
        }
        frame.link(rect, .dismissal)
        frame.put(dismissal, at: rect.point(x: rect.width - dismissal.width - 1), style: .muted)
    }

    private var glyphs: Glyphs { state.settings.glyphs }

    /// The columns that the text has beside the key that dismisses it.
    private var room: Int { max(12, state.size.width - dismissal.width - (dismissal.isEmpty ? 2 : 4)) }

    private var dismissal: DisplayText {
        guard let notice = state.notices.first, notice.kind != .confirmation else { return "" }
        let more = state.notices.count - 1
        let isNarrow = state.size.width < Layout.widthOfOneLine
        let key: DisplayText = isNarrow ? "Esc" : "Esc dismisses"
        return more == 0 ? key : isNarrow ? "+\(more) \(key)" : "\(more) more, \(key)"
    }

    private var lines: [StyledText] {
        guard let notice = state.notices.first else { return [] }
        let isError = notice.kind == .error
        let style: Style = isError ? .bad : .info
        let text = DisplayText.words(of: notice.text, wrappedTo: room - 2).enumerated().map { index, part in
            let mark: DisplayText = index > 0 ? " " : isError ? glyphs.failed : glyphs.dot
            return StyledText(mark, isError ? .bad.bold : .info) + StyledText(" " + part, style)
        }
        let hint =
            notice.hint.map { DisplayText.words(of: $0, wrappedTo: max(10, state.size.width - 5)) } ?? []
        return text + hint.map { StyledText("  " + $0, .muted) }
    }
}
