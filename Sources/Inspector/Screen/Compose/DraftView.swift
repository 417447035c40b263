import InspectorCanvas
import InspectorValues

/// The form of a draft.
///
/// ```
/// ── NEW REQUEST ─────────────────────────────────── not saved ──
///   method    POST
/// ▸ URL       {{base}}/orders  → http://127.0.0.1:8080/orders
///   query     page = 2
///           – sort = name                       (switched off)
///             + parameter
///   auth      none  [basic]  bearer
///   password  ••••
/// ```
struct DraftView {
    let state: State
    let draft: DraftState

    func draw(in rect: Rect, into frame: inout Frame) {
        let (title, body) = rect.splitTop(1)
        frame.title(heading, right: status(width: rect.width), in: title, glyphs: glyphs, isFocused: true)
        let form = DraftForm(draft, height: body.height)
        for (row, line) in form.lines.dropFirst(draft.top).prefix(body.height).enumerated() {
            let lineRect = body.row(row)
            draw(line, in: lineRect, into: &frame)
            frame.link(lineRect, .line(draft.top + row))
            guard line.holds(draft.selection) else { continue }
            if case .body(let index) = line, index > 0 { continue }
            frame.put(glyphs.pointer, at: lineRect.origin, style: .accent.bold)
        }
        drawBody(form, in: body, into: &frame)
        drawPreview(in: body.splitTop(form.lines.count - draft.top + 1).rest, into: &frame)
    }

    /// Shows what would be sent, where the form leaves room for it.
    private func drawPreview(in rect: Rect, into frame: inout Frame) {
        guard rect.height >= 4, !draft.draft.url.isEmpty else { return }
        let rest = frame.section("WOULD BE SENT", in: rect, glyphs: glyphs, isFocused: false)
        var lines = OutgoingText(draft, mask: glyphs.mask).lines
        while lines.last?.width == 0 { lines.removeLast() }
        for (row, line) in lines.prefix(rest.height).enumerated() {
            let isCut = row + 1 == rest.height && lines.count > rest.height
            let shown = isCut ? StyledText(glyphs.ellipsis, .muted) : line
            frame.line(shown, at: rest.point(x: 2, y: row), width: rest.width - 3, glyphs: glyphs)
        }
    }

    static let left = 12

    var glyphs: Glyphs { state.settings.glyphs }

    private var heading: DisplayText {
        if let held = draft.held { return "HELD REQUEST of task \(held)" }
        guard let origin = draft.origin else { return "NEW REQUEST" }
        return "REQUEST \(untrusted: origin.path.plainPath)"
    }

    /// Returns where it is saved and what answers it; where there is room for one only, the latter.
    private func status(width: Int) -> DisplayText {
        let place: DisplayText = draft.isChanged || draft.origin == nil ? "not saved" : "saved"
        guard let mock = draft.mocks.chosen else { return place }
        let answer: DisplayText = "mocked: \(untrusted: mock.name)"
        return width < 60 ? answer : answer + " \(glyphs.dot) " + place
    }

    // MARK: Lines

    private func draw(_ line: DraftForm.Line, in rect: Rect, into frame: inout Frame) {
        let inside = rect.splitLeft(min(Self.left, rect.width / 3)).rest
        switch line {
        case .field(let name, let field):
            label(name, in: rect, into: &frame)
            drawField(field, in: inside, into: &frame)
        case .row(let name, let table, let index):
            label(name, in: rect, into: &frame)
            drawRow(table, index, in: inside, into: &frame)
        case .choice(let name, let field, let options, let chosen):
            label(name, in: rect, into: &frame)
            drawChoice(field, options, chosen, in: inside, into: &frame)
        case .problem(let text):
            let line = StyledText("\(glyphs.failed) \(untrusted: text)", .bad)
            frame.line(line, at: inside.origin, width: inside.width, glyphs: glyphs)
        case .references(let names):
            frame.line(meaning(of: names), at: inside.origin, width: inside.width, glyphs: glyphs)
        case .kept(let lines):
            label("also", in: rect, into: &frame)
            let text = lines.map(hidingSecret).joined(separator: "  ")
            frame.line(
                StyledText(DisplayText(untrusted: text), .muted), at: inside.origin, width: inside.width - 1,
                glyphs: glyphs)
        case .inherited(let settings):
            label("default", in: rect, into: &frame)
            let text = settings.map { hidingSecret($0[...]) }.joined(separator: "  ")
            frame.line(
                StyledText(DisplayText(untrusted: text), .muted), at: inside.origin, width: inside.width - 1,
                glyphs: glyphs)
        case .partHeading: drawPartHeading(in: inside, into: &frame)
        case .consequence(let text):
            let line = StyledText("\(glyphs.arrow) \(untrusted: text)", .mock)
            frame.line(line, at: inside.origin, width: inside.width - 1, glyphs: glyphs)
        case .body: break
        }
    }

    private func label(_ text: String, in rect: Rect, into frame: inout Frame) {
        frame.put(DisplayText(untrusted: text), at: rect.point(x: 2), style: .muted)
    }

    private func drawChoice(
        _ field: DraftField, _ options: [String], _ chosen: Int, in rect: Rect, into frame: inout Frame
    ) {
        let isSelected = draft.selection == field
        let labels = options.indices.map { index in
            let option = options[index]
            let isChosen = index == chosen
            let text: DisplayText = isChosen ? "[\(untrusted: option)]" : " \(untrusted: option) "
            let style = isSelected ? Style.accent.bold.highlighted : Style.accent.bold
            return StyledText(text, isChosen ? style : .muted)
        }
        // Where not all fit, the line begins as late as the chosen one needs.
        var first = 0
        while first < chosen, Self.width(labels[first...chosen]) > rect.width - 3 { first += 1 }
        var text = StyledText()
        if first > 0 { text.append("\(glyphs.ellipsis)", .muted) }
        for label in labels[first...] {
            if text.width > 0 { text.append(" ") }
            text = text + label
        }
        frame.line(text, at: rect.origin, width: rect.width, glyphs: glyphs)
    }

    private static func width(_ labels: ArraySlice<StyledText>) -> Int {
        labels.reduce(labels.count) { $0 + $1.width }
    }

    // MARK: Body

    /// The window over the body; its lines may begin above the screen.
    private func drawBody(_ form: DraftForm, in rect: Rect, into frame: inout Frame) {
        guard let first = form.lines.firstIndex(of: .body(0)) else { return }
        let start = max(first, draft.top)
        let end = min(first + form.bodyHeight, draft.top + rect.height)
        guard start < end else { return }
        let left = min(Self.left, rect.width / 3)
        let window = Rect(
            x: rect.origin.x + left, y: rect.origin.y + start - draft.top, width: rect.width - left - 1,
            height: end - start)
        if draft.selection == .text, case .area(let area) = draft.editor {
            area.draw(into: &frame, in: window)
        } else {
            let lines = shownText(of: .text).split(
                separator: "\n", maxSplits: window.height, omittingEmptySubsequences: false)
            for (row, line) in lines.prefix(window.height).enumerated() {
                frame.line(
                    StyledText(DisplayText(untrusted: line)), at: window.point(y: row), width: window.width,
                    glyphs: glyphs)
            }
        }
        for row in 0..<window.height {
            frame.put(
                glyphs.vertical, at: Point(x: window.origin.x - 2, y: window.origin.y + row), style: .border)
        }
    }
}
