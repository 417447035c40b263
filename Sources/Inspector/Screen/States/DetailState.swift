import ClientEngine
import InspectorCanvas

/// What the detail pane shows of the selected task, and how far it is scrolled.
struct DetailState: Equatable, Sendable {
    private(set) var page = DetailPage.timing
    /// The first visible line and column.
    private(set) var top = 0
    private(set) var left = 0
    /// The body laid out in lines; only while its page is open.
    var body: BodyText?
    /// Whether bodies are shown as hex dumps; nil goes by the body.
    private(set) var showsHex: Bool?
    /// What was searched in the body last.
    var search = BodySearch()

    mutating func open(_ page: DetailPage) {
        guard page != self.page else { return }
        self.page = page
        scrollToStart()
    }

    mutating func scroll(by lines: Int) { top = max(0, top + lines) }

    mutating func scroll(sideways columns: Int) { left = max(0, left + columns) }

    mutating func scrollToStart() {
        top = 0
        left = 0
    }

    /// Shows the body as a hex dump, or as text again.
    mutating func toggleHex() {
        guard let body else { return }
        showsHex = showsHex == nil ? !body.isHex : nil
        scrollToStart()
    }

    /// Goes to where a match is, moving no more than it takes to see it with what stands around it.
    mutating func reveal(_ offset: Int, in body: BodyText, page: Size) {
        let index = body.line(holding: offset)
        let row = index + (body.note == nil ? 0 : 1)
        if !(top..<top + page.height).contains(row) { scroll(to: row - page.height / 3) }
        guard !body.isHex else { return }
        let start = body.start(ofLine: index)
        // In a very long line the column is only an estimate: it would take too long to measure.
        let column =
            offset - start > 256 * 1_024
            ? offset - start : DisplayText(untrusted: body.bytes[start..<offset]).width
        if !(left..<left + page.width * 3 / 4).contains(column) { left = max(0, column - page.width / 2) }
    }

    mutating func scroll(to line: Int) { top = max(0, line) }

    /// Keeps the window over the lines there are.
    mutating func clamp(lines: Int, height: Int) {
        top = max(0, min(top, lines - height))
    }
}
