import Canvas
import ClientEngine

/// What the detail pane shows of the selected task, and how far it is scrolled.
struct DetailState: Equatable, Sendable {
    private(set) var page = DetailPage.timing
    /// The first visible line and column.
    private(set) var top = 0
    private(set) var left = 0
    /// The body laid out in lines; only while its page is open.
    var body: BodyText?
    /// What was searched in the body last.
    var search = ""

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

    mutating func scroll(to line: Int) { top = max(0, line) }

    /// Keeps the window over the lines there are.
    mutating func clamp(lines: Int, height: Int) {
        top = max(0, min(top, lines - height))
    }
}
