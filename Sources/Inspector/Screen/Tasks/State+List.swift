import InspectorCanvas

// The list: moving in it, and clicks on its rows.
extension State {
    mutating func moveInList(_ motion: Motion) {
        let page = max(1, (Layout(self).listRows?.height ?? 2) - 1)
        let tasks = tasks
        changeSelection(after: motion) { list in
            switch motion {
            case .up: list.move(by: -1, in: tasks)
            case .down: list.move(by: 1, in: tasks)
            case .pageUp: list.page(by: -page)
            case .pageDown: list.page(by: page)
            case .first: list.moveToStart()
            case .last: list.moveToEnd()
            case .left, .right: break
            }
        }
    }

    /// Selects another line, whose task is shown from its beginning; a motion that finds none leads into earlier sessions.
    mutating func changeSelection(after motion: Motion? = nil, _ change: (inout ListState) -> Void) {
        let before = list.selection
        change(&list)
        if list.selection != before { detail.scrollToStart() } else if let motion { openPast(after: motion) }
    }

    /// Selects a task or an attempt, and opens the one that is selected.
    mutating func pressTask(in rows: Rect, at point: Point) {
        let visible = list.visibleRows(of: tasks, height: rows.height)
        let index = point.y - rows.origin.y
        let hadFocus = focus == .tasks
        focus = .tasks
        guard visible.indices.contains(index) else { return }
        if hadFocus, visible[index] == list.selection {
            focus = .detail
        } else {
            changeSelection { $0.select(visible[index]) }
        }
    }
}
