import InspectorCanvas

// The mouse: what is drawn says what a click on it does; the rows of the panes are found by their place.
extension State {
    /// The wheel scrolls what it is over; a press does what it is on.
    mutating func click(_ mouse: Key.Mouse) throws(Refusal) -> [Effect] {
        guard settings.usesMouse else { return [] }
        switch mouse.action {
        case .scrollUp: scroll(.up, at: mouse.position)
        case .scrollDown: scroll(.down, at: mouse.position)
        case .press(1): return try press(at: mouse.position)
        case .press, .release, .drag: break
        }
        return []
    }

    private mutating func press(at point: Point) throws(Refusal) -> [Effect] {
        switch InspectorScreen.draw(self).click(at: point) {
        case .keys(let keys):
            focusPane(at: point)
            return press(keys)
        case .line(let index): return try press(line: index)
        case .dismissal: notices.dismissFirst()
        case .nothing: break
        case nil: return try pressRow(at: point)
        }
        return []
    }

    /// Presses the keys of a click, unless a field would take them as text.
    private mutating func press(_ keys: [Key]) -> [Effect] {
        if case .character? = keys.first, place.kind == .field { return [] }
        typed = []
        return keys.reduce(into: []) { $0 += press($1) }
    }

    /// Gives the keys to the list or the detail pane: what is clicked there is meant for it.
    private mutating func focusPane(at point: Point) {
        guard overlays.isEmpty, compose.shown == nil else { return }
        if let pane = Layout(self).pane(at: point), pane != .saved { focus = pane }
    }

    private mutating func press(line index: Int) throws(Refusal) -> [Effect] {
        guard var overlay = overlays.top else {
            compose.type(inLine: index, height: draftHeight)
            return []
        }
        if overlay.selectedLine == index { return try overlay.accept(in: &self) }
        overlay.select(line: index)
        overlays.replaceTop(with: overlay)
        return []
    }

    // MARK: Rows of the panes

    private mutating func pressRow(at point: Point) throws(Refusal) -> [Effect] {
        guard overlays.isEmpty, compose.shown == nil else { return [] }
        let layout = Layout(self)
        if let rows = layout.listRows, rows.contains(point) {
            pressTask(in: rows, at: point)
        } else if let rows = layout.savedRows, rows.contains(point) {
            return try pressSaved(in: rows, at: point)
        } else if let rect = layout.detail, rect.contains(point) {
            return try pressDetail(layout, at: point)
        } else if layout.output?.contains(point) == true {
            focus = .output
        }
        return []
    }

    // MARK: The wheel

    private mutating func scroll(_ motion: Motion, at point: Point) {
        let isCovered = overlays.top.map(\.coversPanes) ?? (compose.shown != nil)
        guard !isCovered else { return move(motion) }
        let step = motion == .up ? -1 : 1
        switch Layout(self).pane(at: point) {
        case .saved: saved.scroll.move(motion)
        case .tasks: changeSelection(after: motion) { $0.page(by: step) }
        case .detail: detail.scroll(by: 3 * step)
        case .output: program?.scroll(by: 3 * step)
        case nil: break
        }
    }
}
