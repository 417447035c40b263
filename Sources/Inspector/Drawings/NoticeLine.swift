import Canvas

/// The line above the footer with what must not be missed; it stays until Esc dismisses it.
struct NoticeLine {
    let state: State

    init(_ state: State) { self.state = state }

    func draw(in rect: Rect, into frame: inout Frame) {
        guard let notice = state.notices.first, rect.height > 0 else { return }
        let glyphs = state.surroundings.glyphs
        let isError = notice.kind == .error
        let more = state.notices.count - 1
        let dismissal: DisplayText =
            notice.kind == .confirmation ? "" : more == 0 ? "Esc dismisses" : "\(more) more, Esc dismisses"
        let room = max(0, rect.width - dismissal.width - 6)
        var text = StyledText(isError ? glyphs.failed : glyphs.dot, isError ? .bad.bold : .info)
        text.append(" ")
        text.append(DisplayText(untrusted: notice.text), isError ? .bad : .info)
        frame.line(text, at: rect.point(x: 1), width: room, glyphs: glyphs)
        frame.put(dismissal, at: rect.point(x: rect.width - dismissal.width - 1), style: .muted)
        guard let hint = notice.hint, rect.height > 1 else { return }
        frame.line(
            StyledText(DisplayText(untrusted: hint), .muted), at: rect.point(x: 3, y: 1),
            width: rect.width - 4,
            glyphs: glyphs)
    }
}
