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
        for (row, line) in state.preview.lines.prefix(rest.height).enumerated() {
            let isCut = row + 1 == rest.height && state.preview.lines.count > rest.height
            let shown = isCut ? StyledText(glyphs.ellipsis, .muted) : line
            frame.line(shown, at: rest.point(x: 2, y: row), width: rest.width - 3, glyphs: glyphs)
        }
    }
}
