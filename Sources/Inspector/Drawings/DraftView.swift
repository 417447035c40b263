import Canvas

/// The form of a draft.
///
/// ```
/// ── NEW REQUEST ─────────────────────────────────── not saved ──
///   method    POST
/// ▸ URL       {{base}}/orders  → http://127.0.0.1:8080/orders
///   query     page = 2
///           – sort = name                       (switched off)
///             + parameter
///   auth      none  ●basic  bearer
/// ```
struct DraftView {
    let state: State
    let draft: DraftState

    init(_ state: State, draft: DraftState) {
        self.state = state
        self.draft = draft
    }

    func draw(in rect: Rect, into frame: inout Frame) {
        let (title, body) = rect.splitTop(1)
        frame.title(heading, right: status, in: title, glyphs: glyphs, isFocused: true)
        let form = DraftForm(draft, height: body.height)
        for (row, line) in form.lines.dropFirst(draft.top).prefix(body.height).enumerated() {
            let lineRect = body.row(row)
            draw(line, in: lineRect, into: &frame)
            guard line.holds(draft.selection) else { continue }
            if case .body(let index) = line, index > 0 { continue }
            frame.put(glyphs.pointer, at: lineRect.origin, style: .accent.bold)
        }
        drawBody(form, in: body, into: &frame)
    }

    private static let left = 12

    private var glyphs: Glyphs { state.surroundings.glyphs }

    private var heading: DisplayText {
        guard let origin = draft.origin else { return "NEW REQUEST" }
        return "REQUEST \(untrusted: origin.path)"
    }

    private var status: DisplayText {
        draft.isChanged || draft.origin == nil ? "not saved" : "saved"
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
        case .choice(let name, let field, let options):
            label(name, in: rect, into: &frame)
            drawChoice(field, options, in: inside, into: &frame)
        case .problem(let text):
            let line = StyledText("\(glyphs.failed) \(untrusted: text)", .bad)
            frame.line(line, at: inside.origin, width: inside.width, glyphs: glyphs)
        case .references(let names):
            frame.line(meaning(of: names), at: inside.origin, width: inside.width, glyphs: glyphs)
        case .kept(let text):
            label("also", in: rect, into: &frame)
            frame.line(
                StyledText(DisplayText(untrusted: text), .muted), at: inside.origin, width: inside.width - 1,
                glyphs: glyphs)
        case .body: break
        }
    }

    private func label(_ text: String, in rect: Rect, into frame: inout Frame) {
        frame.put(DisplayText(untrusted: text), at: rect.point(x: 2), style: .muted)
    }

    private func drawField(_ field: DraftField, in rect: Rect, into frame: inout Frame) {
        let text = draft.draft[field]
        if text.isEmpty, draft.editor == nil || draft.selection != field {
            return frame.line(
                StyledText(DisplayText(untrusted: hint(field)), Style(.muted, [.dim])), at: rect.origin,
                width: rect.width - 1, glyphs: glyphs)
        }
        drawText(field, style: field == .method ? .method : .plain, in: rect, into: &frame)
    }

    /// The text of a field, behind it what its references stand for.
    private func drawText(_ field: DraftField, style: Style, in rect: Rect, into frame: inout Frame) {
        let text = draft.draft[field]
        let names = References.orderedNames(in: text)
        var width = rect.width - 1
        if !names.isEmpty {
            let natural = DisplayText(untrusted: text).width + 1
            width = min(natural, max(8, rect.width * 6 / 10))
            frame.line(
                replaced(text, names), at: rect.point(x: width + 1), width: rect.width - width - 2,
                glyphs: glyphs)
        }
        if draft.selection == field, case .line(let editor) = draft.editor {
            editor.draw(into: &frame, at: rect.origin, width: width, style: style)
        } else {
            let shown = StyledText(DisplayText(untrusted: text), style)
            frame.line(shown, at: rect.origin, width: width, glyphs: glyphs)
            if draft.selection == field {
                frame.highlight(
                    Rect(origin: rect.origin, size: Size(width: min(width, shown.width), height: 1)))
            }
        }
    }

    private func drawRow(_ table: DraftField.Table, _ index: Int, in rect: Rect, into frame: inout Frame) {
        let rows = draft.draft[table]
        guard rows.indices.contains(index) else { return drawBlankRow(table, index, in: rect, into: &frame) }
        let isOn = rows[index].isOn
        let style = isOn ? Style.plain : Style(.muted, [.dim])
        if !isOn { frame.put("off", at: Point(x: rect.origin.x - 4, y: rect.origin.y), style: .warn) }
        let longest = rows.map { DisplayText(untrusted: $0.name).width }.max() ?? 0
        let (name, value) = cells(in: rect, longest: longest)
        drawText(.cell(table, index, .name), style: isOn ? .key : style, in: name, into: &frame)
        if rows[index].isBare, rows[index].value.isEmpty, draft.editor == nil { return }
        frame.put(
            table == .headers ? ":" : "=", at: Point(x: value.origin.x - 2, y: rect.origin.y), style: .muted)
        drawText(.cell(table, index, .value), style: style, in: value, into: &frame)
    }

    private func drawBlankRow(
        _ table: DraftField.Table, _ index: Int, in rect: Rect, into frame: inout Frame
    ) {
        let longest = draft.draft[table].map { DisplayText(untrusted: $0.name).width }.max() ?? 0
        let (name, value) = cells(in: rect, longest: longest)
        let isTyped = draft.editor != nil
        if isTyped, draft.selection == .cell(table, index, .name) {
            drawText(.cell(table, index, .name), style: .key, in: name, into: &frame)
        } else if isTyped, draft.selection == .cell(table, index, .value) {
            drawText(.cell(table, index, .value), style: .plain, in: value, into: &frame)
        } else {
            frame.put("+", at: rect.origin, style: Style(.muted, [.dim]))
        }
    }

    /// Where name and value of a row stand.
    private func cells(in rect: Rect, longest: Int) -> (name: Rect, value: Rect) {
        let width = max(min(longest + 2, rect.width * 4 / 10), min(16, rect.width / 3))
        let (name, rest) = rect.splitLeft(width)
        return (name, rest.splitLeft(2).rest)
    }

    private func drawChoice(_ field: DraftField, _ options: [String], in rect: Rect, into frame: inout Frame)
    {
        var text = StyledText()
        for option in options {
            let isChosen = option == draft.draft[field]
            if text.width > 0 { text.append(" ") }
            let label: DisplayText = isChosen ? "[\(untrusted: option)]" : " \(untrusted: option) "
            let chosen = draft.selection == field ? Style.accent.bold.highlighted : Style.accent.bold
            text.append(label, isChosen ? chosen : .muted)
        }
        frame.line(text, at: rect.origin, width: rect.width, glyphs: glyphs)
    }

    private func hint(_ field: DraftField) -> String {
        switch field {
        case .url: "a URL, or a whole curl line pasted here"
        case .file: "the path of a file"
        case .retries: "how many further attempts"
        case .retryWhen: "503 429 5xx timeout connect"
        case .retryBackoff: "200ms x2 max 10s jitter"
        case .timeout: "5s, for one attempt"
        default: "\(glyphs.none.string)"
        }
    }

    // MARK: References

    private func replaced(_ text: String, _ names: [String]) -> StyledText {
        if let missing = names.first(where: { draft.values[$0] == .undefined }) {
            return StyledText("\(glyphs.failed) \(untrusted: missing) is not defined", .bad)
        }
        guard names.allSatisfy({ draft.values[$0] != nil }) else { return StyledText() }
        let value = References.replacing(in: text) { name in
            if case .text(let text) = draft.values[name] { text } else { "(\(name))" }
        }
        return StyledText("\(glyphs.arrow) \(untrusted: value)", .info)
    }

    private func meaning(of names: [String]) -> StyledText {
        var text = StyledText()
        for name in names {
            guard let value = draft.values[name] else { continue }
            if text.width > 0 { text.append("  ") }
            text.append("\(untrusted: name) ", .muted)
            switch value {
            case .text(let value): text.append("\(glyphs.arrow) \(untrusted: value)", .info)
            case .madeWhenSent: text.append("is made when it is sent", .muted)
            case .undefined: text.append("\(glyphs.failed) is not defined", .bad)
            }
        }
        return text
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
            let lines = draft.draft.text.split(
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
