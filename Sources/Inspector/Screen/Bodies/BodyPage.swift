import ClientEngine
import InspectorCanvas

/// The body of the shown exchange: formatted JSON, text, or a hex dump, of which only the visible lines are made.
struct BodyPage {
    private let state: State
    private let body: BodyText
    /// The first visible line and column.
    private let top: Int
    private let left: Int

    /// The page, or its beginning beside another page.
    init(_ state: State, body: BodyText, isBeside: Bool = false) {
        self.state = state
        self.body = body
        (top, left) = isBeside ? (0, 0) : (state.detail.top, state.detail.left)
    }

    /// The columns of text in the area of a page.
    static func textWidth(in area: Rect) -> Int { area.width - 3 }

    var lineCount: Int { (shownPicture?.lineCount ?? body.lineCount) + (body.note == nil ? 0 : 1) }

    /// The picture of the body; nil where it is not drawn.
    private var shownPicture: DrawnPicture? {
        guard body.source.view == .picture, let picture = state.detail.picture, picture.problem == nil,
            picture.wish.key == body.source.key
        else { return nil }
        return picture
    }

    private var note: String? {
        guard body.source.view == .picture, let problem = state.detail.picture?.problem else {
            return body.note
        }
        return body.note.map { "\($0); \(problem)" }
    }

    private func draw(_ picture: DrawnPicture, in rect: Rect, into frame: inout Frame) {
        var lines = [StyledText(DisplayText(untrusted: body.note ?? ""), .warn)]
        switch picture.content {
        case .coming, .problem: break
        case .rows(let rows): lines += rows
        case .image(let image):
            let width = Self.textWidth(in: rect)
            let room = Rect(origin: rect.point(x: 2), size: Size(width: width, height: rect.height))
            frame.put(image, at: rect.point(x: 2, y: 1 - top), in: room)
        }
        for (row, line) in lines.dropFirst(top).prefix(rect.height).enumerated() {
            frame.line(
                line, at: rect.point(x: 2, y: row), width: Self.textWidth(in: rect),
                glyphs: state.settings.glyphs)
        }
    }

    func draw(in rect: Rect, into frame: inout Frame) {
        if let picture = shownPicture { return draw(picture, in: rect, into: &frame) }
        let offset = body.note == nil ? 0 : 1
        for row in 0..<rect.height {
            let index = top + row - offset
            let point = rect.point(x: 2, y: row)
            if index < 0, let note {
                frame.line(
                    StyledText(DisplayText(untrusted: note), .warn), at: point,
                    width: Self.textWidth(in: rect),
                    glyphs: state.settings.glyphs)
            } else if index >= 0, index < body.lineCount {
                draw(line: index, at: point, width: Self.textWidth(in: rect), into: &frame)
                if hasCursor, index == state.detail.cursor {
                    frame.select(rect.row(row), glyphs: state.settings.glyphs)
                }
            }
        }
    }

    /// Indicates whether a line has the cursor: where lines fold, and keys move it.
    private var hasCursor: Bool { body.hasCursor && state.place == .body }

    private func draw(line index: Int, at point: Point, width: Int, into frame: inout Frame) {
        let line = body.line(index)
        if body.isHex {
            let text = BodyLine.hex(line, offset: index * BodyText.bytesPerHexLine)
            frame.line(
                text.dropping(columns: left), at: point, width: width, glyphs: state.settings.glyphs)
        } else {
            // One column more than there is room for tells whether the line goes on.
            var text = BodyLine.styled(
                line, as: body.syntax, isContinuation: body.isContinuation(index), left: left,
                width: width + 1)
            if let fold = body.foldText(at: index) { text.append(" \(untrusted: fold)", .muted) }
            frame.line(text, at: point, width: width, glyphs: state.settings.glyphs)
        }
        let matches = BodyMatches(search: state.detail.search, line: line, isHex: body.isHex)
        for match in matches.columns(before: left + width) {
            let columns = match.columns.moved(left: left, within: width)
            let rect = Rect(x: point.x + columns.lowerBound, y: point.y, width: columns.count, height: 1)
            let isCurrent = match.number == state.detail.search.current
            frame.restyle(rect) {
                $0 = isCurrent ? Style(.accent, [.reverse, .bold]) : $0.adding([.reverse])
            }
        }
    }

    /// Returns the lines in the place of a body that is not there.
    static func emptyLines(_ state: State, task: TaskRecord, width: Int) -> [StyledText] {
        let outcome = OutcomeLines(state: state, task: task).lines(width: width)
        guard let exchange = state.shownExchange, exchange.head != nil else {
            return outcome.isEmpty ? [StyledText("There is no response.", .muted)] : outcome
        }
        if exchange.droppedBody != nil {
            return outcome + [StyledText("\(untrusted: state.sentenceOfMissingBody)", .warn)]
        }
        let text: DisplayText =
            exchange.ended == nil ? "No byte of the body has arrived yet." : "The body is empty."
        return outcome + [StyledText(text, .muted)]
    }
}
