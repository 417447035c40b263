import InspectorCanvas
import InspectorValues

extension State {
    mutating func perform(_ verb: PaneVerb) -> [Effect] {
        switch verb {
        case .next: cycle(by: 1)
        case .previous: cycle(by: -1)
        case .zoom: isZoomed.toggle()
        case .output: toggleOutput()
        case .back: goBack()
        case .accept: return accept()
        case .page(let page):
            detail.open(page)
            if Layout(self).detail == nil, selectedTask != nil { focus = .detail }
        case .nextTask: step(by: 1)
        case .previousTask: step(by: -1)
        case .secrets: detail.showsSecrets.toggle()
        case .barsFromZero: list.barsStartAtZero.toggle()
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

    private mutating func toggleOutput() {
        program?.isShown.toggle()
        guard focus == .output else { return }
        focus = .tasks
        isZoomed = false
    }

    private mutating func step(by count: Int) {
        list.page(by: count)
        detail.scrollToStart()
    }

    /// Closes what lies on top; with nothing there, steps from the detail or the tree back to the list.
    private mutating func goBack() {
        if let overlay = overlays.top {
            overlay.goBack(in: &self)
        } else if compose.shown != nil {
            goBackInDraft()
        } else if !notices.isEmpty {
            notices.removeFirst()
        } else if focus == .detail, detail.page == .body, detail.query != nil {
            endQuery()
        } else if isZoomed {
            isZoomed = false
        } else {
            focus = .tasks
        }
    }

    private mutating func accept() -> [Effect] {
        if let overlay = overlays.top { return overlay.accept(in: &self) }
        return compose.shown == nil ? acceptInPane() : acceptInDraft()
    }

    private mutating func acceptInPane() -> [Effect] {
        switch focus {
        case .saved:
            guard let request = saved.selectedRequest else {
                acceptInTree()
                return []
            }
            list.isFollowing = true
            return [.saved(.send(request.reference))]
        case .tasks:
            if selectedTask != nil { focus = .detail }
        case .detail, .output:
            break
        }
        return []
    }

    /// Folds and unfolds; tells a problem in full, which the tree may have no room for.
    private mutating func acceptInTree() {
        guard let problem = selectedProblem, let file = saved.selectedFile else { return saved.toggleFold() }
        let notice = Notice.error(file.text(of: problem))
        if !notices.contains(notice) { notices.insert(notice, at: 0) }
    }

    private var selectedProblem: SavedFile.Problem? {
        switch saved.selectedRow {
        case .problem(let file, let index, _): saved.files[file].problems[index]
        case .file(let file, _): saved.files[file].failure
        case .folder, .request, nil: nil
        }
    }
}
