import InspectorCanvas
import RequestFormats

// The texts of the form: fields, the rows of tables, and what stands in them.
extension DraftView {
    func drawField(_ field: DraftField, in rect: Rect, into frame: inout Frame) {
        let text = draft.draft[field]
        let isOpen = draft.editor != nil && draft.selection == field
        if isOpen || !text.isEmpty {
            let style = field == .method ? Style.method(draft.draft.head.method) : .plain
            drawText(field, style: style, in: rect, into: &frame)
        }
        guard text.isEmpty else { return }
        // Behind the cursor, where there is one.
        let place = rect.splitLeft(isOpen ? 2 : 0).rest
        let hint = StyledText(DisplayText(untrusted: hint(field)), Style(.muted, [.dim]))
        frame.line(hint, at: place.origin, width: place.width - 1, glyphs: glyphs)
    }

    /// The text of a field; its secrets are hidden, unless somebody asked for them.
    func shownText(of field: DraftField) -> String {
        draft.showsSecrets ? draft.draft[field] : draft.draft.text(of: field, hidingSecretsBy: glyphs.mask)
    }

    /// The text of a field, behind it what its references stand for; while nobody types, its secrets are hidden.
    private func drawText(_ field: DraftField, style: Style, in rect: Rect, into frame: inout Frame) {
        let text = shownText(of: field)
        let names = TemplateText.names(in: text)
        var width = rect.width - 1
        if !names.isEmpty {
            let natural = DisplayText(untrusted: text).width + 1
            width = min(natural, max(8, rect.width * 6 / 10))
            frame.line(
                replaced(field, text, names), at: rect.point(x: width + 1), width: rect.width - width - 2,
                glyphs: glyphs)
        }
        if draft.selection == field, case .line(let editor) = draft.editor {
            editor.draw(into: &frame, at: rect.origin, width: width, style: style)
        } else {
            let shown = StyledText(DisplayText(untrusted: text), style)
            frame.line(shown, at: rect.origin, width: width, glyphs: glyphs)
            if draft.selection == field {
                let size = Size(width: max(1, min(width, shown.width)), height: 1)
                frame.highlight(Rect(origin: rect.origin, size: size))
            }
        }
    }

    func drawRow(_ table: DraftField.Table, _ index: Int, in rect: Rect, into frame: inout Frame) {
        let rows = draft.draft[table]
        guard rows.indices.contains(index) else { return drawBlankRow(table, index, in: rect, into: &frame) }
        let row = rows[index]
        let style = row.isOn ? Style.plain : Style(.muted, [.dim])
        if !row.isOn { frame.put("off", at: Point(x: rect.origin.x - 4, y: rect.origin.y), style: .warn) }
        for (side, cell) in zip(table.sides, cells(of: table, in: rect)) {
            let field = DraftField.cell(table, index, side)
            let isIdle = draft.editor == nil || draft.selection != field
            switch side {
            case .name: drawText(field, style: row.isOn ? .key : style, in: cell, into: &frame)
            case .value:
                if row.isBare, row.value.isEmpty, isIdle { continue }
                let sign: DisplayText = table == .headers ? ":" : "="
                frame.put(sign, at: Point(x: cell.origin.x - 2, y: rect.origin.y), style: .muted)
                drawText(field, style: style, in: cell, into: &frame)
            case .type, .filename:
                if isIdle, draft.draft[field].isEmpty {
                    drawUsual(
                        field, (side == .type ? row.part.usualType : row.part.usualFilename) ?? "", in: cell,
                        into: &frame)
                } else {
                    drawText(field, style: style, in: cell, into: &frame)
                }
            }
        }
    }

    private func drawUsual(_ field: DraftField, _ text: String, in rect: Rect, into frame: inout Frame) {
        let shown = text.isEmpty ? glyphs.none : DisplayText(untrusted: text)
        let line = StyledText(shown, Style(.muted, [.dim]))
        frame.line(line, at: rect.origin, width: rect.width - 1, glyphs: glyphs)
        guard draft.selection == field else { return }
        let size = Size(width: min(rect.width - 1, shown.width), height: 1)
        frame.highlight(Rect(origin: rect.origin, size: size))
    }

    func drawPartHeading(in rect: Rect, into frame: inout Frame) {
        let titles: [DisplayText] = ["name", "text or @file", "type", "file name"]
        for (title, cell) in zip(titles, cells(of: .parts, in: rect)) {
            let text = StyledText(title, Style(.muted, [.dim]))
            frame.line(text, at: cell.origin, width: cell.width - 1, glyphs: glyphs)
        }
    }

    private func drawBlankRow(
        _ table: DraftField.Table, _ index: Int, in rect: Rect, into frame: inout Frame
    ) {
        guard draft.editor != nil, case .cell(table, index, let side) = draft.selection else {
            frame.put("+", at: rect.origin, style: Style(.muted, [.dim]))
            return
        }
        for (other, cell) in zip(table.sides, cells(of: table, in: rect)) where other == side {
            drawText(draft.selection, style: side == .name ? .key : .plain, in: cell, into: &frame)
        }
    }

    /// Returns the cells of a row.
    private func cells(of table: DraftField.Table, in rect: Rect) -> [Rect] {
        let longest = draft.draft[table].map { DisplayText(untrusted: $0.name).width }.max() ?? 0
        let share = table == .parts ? 25 : 40
        let width = max(min(longest + 2, rect.width * share / 100), min(16, rect.width * share / 120))
        let (name, rest) = rect.splitLeft(width)
        let value = rest.splitLeft(2).rest
        guard table == .parts else { return [name, value] }
        let (text, about) = value.splitLeft(value.width * 44 / 100)
        let (type, filename) = about.splitLeft(about.width / 2)
        return [name, text, type, filename]
    }

    private func hint(_ field: DraftField) -> String {
        switch field {
        case .title:
            draft.draft[directive: "name"].isEmpty ? "what the list calls it" : draft.draft[directive: "name"]
        case .url: "a URL, or a whole curl line"
        case .file: "the path of a file"
        case .sessionToken: "of a temporary key"
        case .region, .service: "the one in the host's name"
        case .retries: "how many further attempts"
        case .retryWhen: "503 429 5xx timeout connect"
        case .retryBackoff: "200ms x2 max 10s jitter"
        case .timeout: "5s, for one attempt"
        default: "\(glyphs.none.string)"
        }
    }
}
