import ClientEngine
import InspectorCanvas
import InspectorValues

extension State {
    mutating func receive(_ message: SavedMessage) {
        switch message {
        case .workspace(let files, let environments): updateWorkspace(files, environments)
        case .files(let files): updateSavedFiles(files)
        case .environments(let choice): updateEnvironments(choice)
        case .preview(let draft, let reference):
            saved.preview.show(draft, of: reference, mask: settings.glyphs.mask)
        case .offer(let offer): ask(about: offer)
        case .imported(let result): report(result)
        }
    }

    private mutating func updateWorkspace(_ files: [SavedFile], _ environments: EnvironmentChoice) {
        let isFirst = !saved.isRead
        tellingProblems { $0.saved.replace(files) }
        updateEnvironments(environments, isFirst: isFirst)
        guard isFirst, !files.isEmpty else { return }
        saved.selectFirstRequest()
        if tasks.isEmpty, program == nil { focus = .saved }
    }

    private mutating func updateSavedFiles(_ files: [SavedFile]) {
        saved.preview.renew()
        tellingProblems { $0.saved.update(files) }
    }

    /// Keeps what was chosen meanwhile.
    private mutating func updateEnvironments(_ choice: EnvironmentChoice, isFirst: Bool = false) {
        saved.preview.renew()
        let selected = isFirst ? choice.selected : environments.selected
        environments = choice
        environments.selected = selected
    }

    /// Changes the tree, and says what is wrong in it when that has changed; what was dismissed is not said again.
    private mutating func tellingProblems(_ change: (inout State) -> Void) {
        let known = saved.problemNotice
        change(&self)
        overlays[FinderOverlay.self]?.replace(saved.allRequests)
        let notice = saved.problemNotice
        guard notice != known else { return }
        notices.remove(known)
        if let notice { notices.add(notice) }
    }

    /// Asks what the selected saved request would be, when it is another one or has changed.
    mutating func previewRequest() -> [Effect] {
        guard Layout(self).preview != nil || focus == .saved, let request = saved.selectedRequest,
            saved.preview.entry != request
        else {
            return []
        }
        saved.preview.ask(about: request)
        return [.saved(.preview(request.reference))]
    }

    /// Indicates whether the tree has the keys, and its selected request is not the one that the selected task has sent.
    var isPreviewing: Bool {
        guard focus == .saved, let request = saved.selectedRequest else { return false }
        guard list.selectedTask?.isStored == false, let task = selectedTask else { return true }
        let provenance = task.origin.provenance
        return provenance.file != request.reference.file || provenance.line != request.reference.line
    }

    /// Sends the selected request, folds or unfolds a folder, or shows a problem in full, for which the tree may have no room.
    mutating func acceptInTree() -> [Effect] {
        if let request = saved.selectedRequest {
            list.isFollowing = true
            return [.saved(.send(request.reference))]
        }
        guard let problem = selectedProblem, let file = saved.selectedFile else {
            saved.toggleFold()
            return []
        }
        let notice = Notice.error(file.text(of: problem))
        if !notices.contains(notice) { notices.show(notice) }
        return []
    }

    private var selectedProblem: SavedFile.Problem? {
        switch saved.selectedRow {
        case .problem(let file, let index, _): saved.files[file].problems[index]
        case .file(let file, _): saved.files[file].failure
        case .folder, .request, nil: nil
        }
    }

    /// Selects a request, and folds or unfolds a folder; nothing is sent by a click on a row.
    mutating func pressSaved(in rows: Rect, at point: Point) throws(Refusal) -> [Effect] {
        focus = .saved
        let index = saved.scroll.offset + point.y - rows.origin.y
        guard saved.rows.indices.contains(index) else { return [] }
        saved.scroll.select(index)
        switch saved.rows[index] {
        case .folder, .file: return try perform(PaneVerb.accept)
        case .request, .problem: return []
        }
    }
}
