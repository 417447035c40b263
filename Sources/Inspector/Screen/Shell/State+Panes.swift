import InspectorCanvas
import InspectorValues

extension State {
    mutating func perform(_ verb: PaneVerb) throws(Refusal) -> [Effect] {
        switch verb {
        case .next: cycle(by: 1)
        case .previous: cycle(by: -1)
        case .zoom: isZoomed.toggle()
        case .output: toggleOutput()
        case .back: goBack()
        case .accept: return try accept()
        case .page(let page):
            detail.open(page)
            if Layout(self).detail == nil, selectedTask != nil { focus = .detail }
        case .nextTask: showTask(by: 1)
        case .previousTask: showTask(by: -1)
        case .secrets: detail.showsSecrets.toggle()
        case .barsFromZero:
            let rows = list.visibleRows(of: tasks, height: Layout(self).listRows?.height ?? 0)
            list.switchBars(of: TimeAxis.times(of: rows, in: self))
        case .follow:
            list.isFollowing.toggle()
            if list.isFollowing { list.moveToEnd() }
        }
        return []
    }

    /// Goes to the next pane that has something to show.
    private mutating func cycle(by step: Int) {
        let panes = Pane.allCases.filter {
            switch $0 {
            case .saved: !saved.rows.isEmpty
            case .tasks: true
            case .detail: selectedTask != nil
            case .output: program?.isShown == true
            }
        }
        let index = panes.firstIndex(of: focus) ?? 0
        focus = panes[(index + step + panes.count) % panes.count]
    }

    /// Closes what lies on top; with nothing there, steps from the detail or the tree back to the list.
    private mutating func goBack() {
        if let overlay = overlays.top {
            overlay.goBack(in: &self)
        } else if compose.shown != nil {
            compose.goBack(&notices)
        } else if !notices.isEmpty {
            notices.dismissFirst()
        } else if focus == .detail, detail.page == .body, detail.query != nil {
            detail.leaveQuery()
        } else if isZoomed {
            isZoomed = false
        } else {
            focus = .tasks
        }
    }

    private mutating func accept() throws(Refusal) -> [Effect] {
        if let overlay = overlays.top { return try overlay.accept(in: &self) }
        if compose.isOpen { return compose.accept(&notices, among: saved.files) }
        if focus == .saved { return acceptInTree() }
        if focus == .tasks, selectedTask != nil { focus = .detail }
        return []
    }

    /// Moves in whatever has the keys.
    mutating func move(_ motion: Motion) {
        if var overlay = overlays.top {
            overlay.move(motion, in: &self)
            return overlays.replaceTop(with: overlay)
        }
        if compose.isOpen {
            let height = draftHeight
            compose.draft?.move(motion, height: height, among: saved.files)
            return
        }
        switch focus {
        case .saved: saved.scroll.move(motion)
        case .tasks: moveInList(motion)
        case .detail: moveInDetail(motion)
        case .output:
            let page = max(1, (Layout(self).output?.height ?? 2) - 1)
            program?.scroll(motion, page: page)
        }
    }
}
