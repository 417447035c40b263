import ClientEngine
import InspectorCanvas

/// The view of the selected task in the detail pane, and its scroll position.
struct DetailState: Equatable, Sendable {
    private(set) var page = DetailPage.timing
    /// The first visible line and column.
    private(set) var top = 0
    private(set) var left = 0
    /// The body laid out in lines; only while its page is open.
    var body: BodyText?
    /// The way to lay bodies out, as far as it was chosen.
    private(set) var layout = BodyLayout()
    /// Indicates whether a large body is being folded, which no other change may overtake.
    var isFolding = false
    /// Indicates whether long lines of bodies go on in the next.
    private(set) var wraps = false
    /// The line of a formatted body that folds, and whose path is shown.
    private(set) var cursor = 0
    /// Indicates whether the end of a body stays in sight while it arrives.
    private(set) var isFollowing = false
    /// Indicates whether the secrets of what was sent are shown.
    var showsSecrets = false
    /// The last search in the body.
    var search = BodySearch()
    /// The expression that picks parts of the body.
    var query: BodyQuery?
    /// The expressions that were typed, the newest first, each once.
    private(set) var earlierQueries: [String] = []
    /// Indicates whether the last expression was left, and what was asked for is of no use any more.
    private var hasLeftQuery = false
    /// Counts the expressions, so that nothing is taken for the answer to another one.
    private var queryCount = 0
    /// The image of the body, or why it cannot be drawn.
    var picture: DrawnPicture?

    mutating func open(_ page: DetailPage) {
        guard page != self.page else { return }
        self.page = page
        scrollToStart()
    }

    mutating func scroll(by lines: Int) { top = max(0, top + lines) }

    mutating func scroll(sideways columns: Int) { left = max(0, left + columns) }

    mutating func scrollToStart() {
        (top, left, cursor) = (0, 0, 0)
        isFollowing = false
    }

    mutating func toggleWrap() {
        wraps.toggle()
        left = 0
    }

    /// Lays bodies out in the next of the ways that suit the one on the screen.
    mutating func showNextView() {
        guard let body else { return }
        let views = body.views
        let index = views.firstIndex(of: body.source.view) ?? 0
        layout.view = views[(index + 1) % views.count]
        scrollToStart()
    }

    /// Reads bodies in another encoding than they say; the first time in the one they are read in most often by mistake.
    mutating func readInNextEncoding() {
        let encodings = Self.encodings
        let next = layout.encoding.flatMap(encodings.firstIndex).map { $0 + 1 } ?? 0
        layout.encoding = encodings.indices.contains(next) ? encodings[next] : nil
    }

    private static let encodings = [
        "UTF-8", "WINDOWS-1252", "ISO-8859-15", "UTF-16LE", "UTF-16BE", "SHIFT_JIS", "EUC-JP", "GB18030",
        "BIG5",
        "EUC-KR", "WINDOWS-1251", "KOI8-R",
    ].compactMap { TextEncoding(named: $0) }

    /// Moves the cursor to a line, with no more scrolling than it takes to see it.
    mutating func moveCursor(to line: Int, in body: BodyText, height: Int) {
        cursor = max(0, min(line, body.lineCount - 1))
        let row = cursor + (body.note == nil ? 0 : 1)
        // The note above the first line comes into sight with it.
        if row < top { top = cursor == 0 ? 0 : row }
        if row >= top + height { top = row - height + 1 }
    }

    mutating func follow(_ isFollowing: Bool) { self.isFollowing = isFollowing }

    /// Goes to where a match is, moving no more than it takes to see it with what stands around it.
    mutating func reveal(_ offset: Int, in body: BodyText, page: Size) {
        let index = body.line(holding: offset)
        let row = index + (body.note == nil ? 0 : 1)
        if !(top..<top + page.height).contains(row) { scroll(to: row - page.height / 3) }
        cursor = index
        guard !body.isHex else { return }
        let start = body.start(ofLine: index)
        // In a very long line the column is only an estimate: it would take too long to measure.
        let column =
            offset - start > 256 * 1_024
            ? offset - start : DisplayText(untrusted: body.bytes[start..<offset]).width
        if !(left..<left + page.width * 3 / 4).contains(column) { left = max(0, column - page.width / 2) }
    }

    /// Takes an expression for the body, while it is typed.
    mutating func query(_ text: String) {
        guard let subject = body.map({ BodyQuery.Subject($0.source.key) }) else { return }
        queryCount += 1
        guard !text.isEmpty else { return endQuery() }
        if query?.subject != subject { query = BodyQuery(subject) }
        query?.change(to: text, number: queryCount)
    }

    mutating func endQuery() {
        hasLeftQuery = hasLeftQuery || query != nil
        query = nil
    }

    /// Tells once that the last expression was left.
    mutating func takeLeftQuery() -> Bool {
        defer { hasLeftQuery = false }
        return hasLeftQuery && query == nil
    }

    mutating func rememberQuery() {
        guard let text = query?.expression else { return }
        earlierQueries.removeAll { $0 == text }
        earlierQueries.insert(text, at: 0)
        earlierQueries.removeLast(max(0, earlierQueries.count - 50))
    }

    mutating func scroll(to line: Int) { top = max(0, line) }

    /// Keeps the window over the lines there are.
    mutating func clamp(lines: Int, height: Int) {
        top = max(0, min(top, lines - height))
    }
}
