import InspectorCanvas
import InspectorValues

/// The selected saved request as it would be sent.
struct PreviewView {
    let state: State

    init(_ state: State) { self.state = state }

    func draw(in rect: Rect, into frame: inout Frame) {
        guard let request = state.saved.selectedRequest else { return }
        let glyphs = state.settings.glyphs
        let file = DisplayText(untrusted: request.reference.file.split(at: "/").last ?? "")
        let rest = frame.section(
            DisplayText(untrusted: request.title), right: "\(file):\(request.reference.line)", in: rect,
            glyphs: glyphs, isFocused: false)
        // What is known is of the request before as long as this one is read: better than nothing for that moment.
        let calls = EarlierCallsLines(state).lines
        let end = state.saved.preview.lines.lastIndex { $0.width > 0 }.map { $0 + 1 } ?? 0
        let lines = state.saved.preview.lines[..<end]
        // What it was answered the last time stands below it, and keeps its place where there is not enough for both.
        let most = max(1, rest.height - (calls.isEmpty ? 0 : calls.count + 1))
        // What is known is of the request before as long as this one is read: better than nothing for that moment.
        for (row, line) in lines.prefix(most).enumerated() {
            let isCut = row + 1 == most && lines.count > most
            let shown = isCut ? StyledText(glyphs.ellipsis, .muted) : line
            frame.line(shown, at: rest.point(x: 2, y: row), width: rest.width - 3, glyphs: glyphs)
        }
        let start = min(most, lines.count) + 1
        for (row, line) in calls.prefix(max(0, rest.height - start)).enumerated() {
            frame.line(line, at: rest.point(x: 2, y: start + row), width: rest.width - 3, glyphs: glyphs)
        }
    }
}
