import InspectorCanvas

extension State {
    /// Moves in whatever has the keys.
    mutating func move(_ motion: Motion) {
        if var overlay = overlays.top {
            overlay.move(motion, in: &self)
            overlays.replaceTop(with: overlay)
        } else if compose.shown != nil {
            moveInDraft(motion)
        } else {
            moveInPane(motion)
        }
    }

    private mutating func moveInPane(_ motion: Motion) {
        switch focus {
        case .saved: saved.scroll.move(motion)
        case .tasks: moveInList(motion)
        case .detail: moveInDetail(motion)
        case .output:
            let page = max(1, (Layout(self).output?.height ?? 2) - 1)
            program?.scroll(motion, page: page)
        }
    }

    mutating func moveInList(_ motion: Motion) {
        let before = list.selection
        let page = max(1, (Layout(self).listRows?.height ?? 2) - 1)
        switch motion {
        case .up: list.move(by: -1, in: tasks)
        case .down: list.move(by: 1, in: tasks)
        case .pageUp: list.page(by: -page)
        case .pageDown: list.page(by: page)
        case .first: list.moveToStart()
        case .last: list.moveToEnd()
        case .left, .right: break
        }
        if list.selection != before { detail.scrollToStart() } else { openPast(after: motion) }
    }

    mutating func moveInDetail(_ motion: Motion) {
        let page = max(1, (Layout(self).detailPage?.height ?? 2) - 1)
        if place == .body, let body = detail.body {
            // The end of what arrives is followed from the last line on.
            detail.follow(motion == .last && !body.source.key.isEnded)
            if body.hasCursor, moveCursor(motion, in: body, page: page) { return }
        }
        switch motion {
        case .up: detail.scroll(by: -1)
        case .down: detail.scroll(by: 1)
        case .pageUp: detail.scroll(by: -page)
        case .pageDown: detail.scroll(by: page)
        case .first: detail.scrollToStart()
        case .last: detail.scroll(to: .max / 2)
        case .left: detail.scroll(sideways: -8)
        case .right: detail.scroll(sideways: 8)
        }
    }

    /// Moves over the lines of a formatted body; false for a motion that leaves the line.
    private mutating func moveCursor(_ motion: Motion, in body: BodyText, page: Int) -> Bool {
        let line: Int
        switch motion {
        case .up: line = detail.cursor - 1
        case .down: line = detail.cursor + 1
        case .pageUp: line = detail.cursor - page
        case .pageDown: line = detail.cursor + page
        case .first: line = 0
        case .last: line = body.lineCount - 1
        case .left, .right: return false
        }
        detail.moveCursor(to: line, in: body, height: page + 1)
        return true
    }
}

extension ScrollState {
    mutating func move(_ motion: Motion) {
        switch motion {
        case .up: move(by: -1)
        case .down: move(by: 1)
        case .pageUp: page(by: -1)
        case .pageDown: page(by: 1)
        case .first: moveToStart()
        case .last: moveToEnd()
        case .left, .right: break
        }
    }

    /// Moves the window of a text that has no selection.
    mutating func scroll(_ motion: Motion) {
        switch motion {
        case .up: scroll(by: -1)
        case .down: scroll(by: 1)
        case .pageUp: scroll(by: -height)
        case .pageDown: scroll(by: height)
        case .first: scroll(by: -count)
        case .last: scroll(by: count)
        case .left, .right: break
        }
    }
}
