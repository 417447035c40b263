import InspectorCanvas

// The detail pane: moving in it, and clicks on its lines.
extension State {
    /// Shows another task from its beginning.
    mutating func showTask(by step: Int) {
        list.page(by: step)
        detail.scrollToStart()
    }

    mutating func moveInDetail(_ motion: Motion) {
        detail.move(motion, page: max(1, (pageSize?.height ?? 2) - 1), hasBody: place == .body)
    }

    /// Goes to a line of a formatted body, and folds the one that has the cursor.
    mutating func pressDetail(_ layout: Layout, at point: Point) throws(Refusal) -> [Effect] {
        let hadFocus = focus == .detail
        focus = .detail
        guard place == .body, let body = detail.body, body.isFormatted, let page = layout.detailPage,
            page.contains(point)
        else { return [] }
        let line = detail.top + point.y - page.origin.y - (body.note == nil ? 0 : 1)
        guard (0..<body.lineCount).contains(line) else { return [] }
        let isMark = hadFocus && line == detail.cursor
        detail.moveCursor(to: line, in: body, height: page.height)
        return isMark ? try detail.fold(page.size) : []
    }
}

extension DetailState {
    /// Scrolls, or moves over the lines of a formatted body.
    fileprivate mutating func move(_ motion: Motion, page: Int, hasBody: Bool) {
        if hasBody, let body {
            // The end of what arrives is followed from the last line on.
            follow(motion == .last && !body.source.key.isEnded)
            if body.hasCursor, let line = line(after: motion, in: body, page: page) {
                return moveCursor(to: line, in: body, height: page + 1)
            }
        }
        switch motion {
        case .up: scroll(by: -1)
        case .down: scroll(by: 1)
        case .pageUp: scroll(by: -page)
        case .pageDown: scroll(by: page)
        case .first: scrollToStart()
        case .last: scroll(to: .max / 2)
        case .left: scroll(sideways: -8)
        case .right: scroll(sideways: 8)
        }
    }

    /// Returns the line of a formatted body that a motion leads to; nil for a motion that stays in the line.
    private func line(after motion: Motion, in body: BodyText, page: Int) -> Int? {
        switch motion {
        case .up: cursor - 1
        case .down: cursor + 1
        case .pageUp: cursor - page
        case .pageDown: cursor + page
        case .first: 0
        case .last: body.lineCount - 1
        case .left, .right: nil
        }
    }
}
