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
            preview.show(draft, of: reference, mask: settings.glyphs.mask)
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
        preview.renew()
        tellingProblems { $0.saved.update(files) }
    }

    /// Keeps what was chosen meanwhile.
    private mutating func updateEnvironments(_ choice: EnvironmentChoice, isFirst: Bool = false) {
        preview.renew()
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
        notices.removeAll { $0 == known }
        if let notice { notices.append(notice) }
    }

    /// Asks what the selected saved request would be, when it is another one or has changed.
    mutating func previewRequest() -> [Effect] {
        guard Layout(self).preview != nil || focus == .saved, let request = saved.selectedRequest,
            preview.entry != request
        else {
            return []
        }
        preview.ask(about: request)
        return [.saved(.preview(request.reference))]
    }
}
