import InspectorCanvas

// The mouse: what is drawn says what a click on it does; the rows of the panes are found by their place.
extension State {
    /// The wheel scrolls what it is over; a press does what it is on.
    mutating func click(_ mouse: Key.Mouse) -> [Effect] {
        guard settings.usesMouse else { return [] }
        switch mouse.action {
        case .scrollUp: scroll(.up, at: mouse.position)
        case .scrollDown: scroll(.down, at: mouse.position)
        case .press(1): return press(at: mouse.position)
        case .press, .release, .drag: break
        }
        return []
    }

    private mutating func press(at point: Point) -> [Effect] {
        switch InspectorScreen.draw(self).click(at: point) {
        case .keys(let keys):
            focusPane(at: point)
            return press(keys)
        case .line(let index): return press(line: index)
        case .dismissal:
            if !notices.isEmpty { notices.removeFirst() }
        case .nothing: break
        case nil: return pressRow(at: point)
        }
        return []
    }

    /// Presses the keys that a click stands for, unless they would be typed into a field.
    private mutating func press(_ keys: [Key]) -> [Effect] {
        if case .character? = keys.first, place.kind == .field { return [] }
        typed = []
        return keys.reduce(into: []) { $0 += press($1) }
    }

    /// Gives the keys to the list or the detail pane: what is clicked there is meant for it.
    private mutating func focusPane(at point: Point) {
        guard overlays.isEmpty, compose.shown == nil else { return }
        let layout = Layout(self)
        if layout.list?.contains(point) == true { focus = .tasks }
        if layout.detail?.contains(point) == true { focus = .detail }
        if layout.output?.contains(point) == true { focus = .output }
    }

    private mutating func press(line index: Int) -> [Effect] {
        guard var overlay = overlays.top else {
            typeInDraft(line: index)
            return []
        }
        if overlay.selectedLine == index { return overlay.accept(in: &self) }
        overlay.select(line: index)
        overlays.replaceTop(with: overlay)
        return []
    }

    /// Types into the field in a line of the form.
    private mutating func typeInDraft(line index: Int) {
        guard var draft = compose.shown, draft.question == nil else { return }
        let lines = DraftForm(draft, height: draftHeight).lines
        guard lines.indices.contains(index), let field = lines[index].field else { return }
        draft.select(field)
        draft.enterField()
        compose.draft = draft
    }

    // MARK: Rows of the panes

    private mutating func pressRow(at point: Point) -> [Effect] {
        guard overlays.isEmpty, compose.shown == nil else { return [] }
        let layout = Layout(self)
        if let rows = layout.listRows, rows.contains(point) {
            pressTask(in: rows, at: point)
        } else if let rows = layout.savedRows, rows.contains(point) {
            return pressSaved(in: rows, at: point)
        } else if let rect = layout.detail, rect.contains(point) {
            return pressDetail(layout, at: point)
        } else if layout.output?.contains(point) == true {
            focus = .output
        }
        return []
    }

    /// Selects a task or an attempt, and opens the one that is selected.
    private mutating func pressTask(in rows: Rect, at point: Point) {
        let visible = list.visibleRows(of: tasks, height: rows.height)
        let index = point.y - rows.origin.y
        let hadFocus = focus == .tasks
        focus = .tasks
        guard visible.indices.contains(index) else { return }
        if hadFocus, visible[index] == list.selection {
            focus = .detail
        } else {
            let before = list.selection
            list.select(visible[index])
            if list.selection != before { detail.scrollToStart() }
        }
    }

    /// Selects a request, and folds or unfolds a folder; nothing is sent by a click on a row.
    private mutating func pressSaved(in rows: Rect, at point: Point) -> [Effect] {
        focus = .saved
        let index = saved.scroll.offset + point.y - rows.origin.y
        guard saved.rows.indices.contains(index) else { return [] }
        saved.scroll.select(index)
        switch saved.rows[index] {
        case .folder, .file: return perform(PaneVerb.accept)
        case .request, .problem: return []
        }
    }

    /// Goes to a line of a formatted body, and folds the one that has the cursor.
    private mutating func pressDetail(_ layout: Layout, at point: Point) -> [Effect] {
        let hadFocus = focus == .detail
        focus = .detail
        guard place == .body, let body = detail.body, body.isFormatted, let page = layout.detailPage,
            page.contains(point)
        else { return [] }
        let line = detail.top + point.y - page.origin.y - (body.note == nil ? 0 : 1)
        guard (0..<body.lineCount).contains(line) else { return [] }
        let isMark = hadFocus && line == detail.cursor
        detail.moveCursor(to: line, in: body, height: page.height)
        return isMark ? perform(BodyVerb.fold) : []
    }

    // MARK: The wheel

    private mutating func scroll(_ motion: Motion, at point: Point) {
        let isCovered = overlays.top.map(\.coversPanes) ?? (compose.shown != nil)
        guard !isCovered else { return move(motion) }
        let layout = Layout(self)
        let step = motion == .up ? -1 : 1
        if layout.list?.contains(point) == true {
            let before = list.selection
            list.page(by: step)
            if list.selection != before { detail.scrollToStart() } else { openPast(after: motion) }
        } else if layout.saved?.contains(point) == true {
            saved.scroll.move(motion)
        } else if layout.detail?.contains(point) == true {
            detail.scroll(by: 3 * step)
        } else if layout.output?.contains(point) == true {
            program?.scroll(by: 3 * step)
        }
    }
}
