import InspectorCanvas
import InspectorValues

extension State {
    mutating func perform(_ verb: PaneVerb) -> [Effect] {
        switch verb {
        case .next: cycle(by: 1)
        case .previous: cycle(by: -1)
        case .zoom: isZoomed.toggle()
        case .back: goBack()
        case .accept: return accept()
        case .page(let page):
            detail.open(page)
            if Layout(self).detail == nil, selectedTask != nil { focus = .detail }
        case .hex: detail.toggleHex()
        case .follow:
            list.isFollowing.toggle()
            if list.isFollowing { list.moveToEnd() }
        }
        return []
    }

    /// Goes to the next pane that can be seen; Saved only where it has a column of its own.
    private mutating func cycle(by step: Int) {
        let hasColumn = size.width >= Layout.widthOfColumns
        let panes = Pane.allCases.filter {
            switch $0 {
            case .saved: hasColumn
            case .tasks: true
            case .detail: selectedTask != nil
            }
        }
        let index = panes.firstIndex(of: focus) ?? 0
        focus = panes[(index + step + panes.count) % panes.count]
    }

    /// Closes what lies on top; with nothing there, steps from the detail or the tree back to the list.
    private mutating func goBack() {
        switch overlay {
        case .filter:
            list.filter.change(to: "")
            list.filterAgain(tasks, now: now)
            overlay = .none
        case .search:
            detail.search = BodySearch()
            overlay = .none
        case .none where compose.shown != nil: goBackInDraft()
        case .none:
            if !notices.isEmpty {
                notices.removeFirst()
            } else if isZoomed {
                isZoomed = false
            } else {
                focus = .tasks
            }
        case .palette(let palette):
            overlay = palette.mocks.map { .mocks($0) } ?? .none
        case .confirm(let confirmation): overlay = screen(after: confirmation)
        case .help, .finder, .mocks, .environments, .report, .prompt, .mockDraft:
            overlay = .none
        }
    }

    private mutating func accept() -> [Effect] {
        switch overlay {
        case .none: return compose.shown == nil ? acceptInPane() : acceptInDraft()
        case .finder(let finder):
            overlay = .none
            guard let request = finder.selected else { return [] }
            saved.select(request.reference)
            focus = .saved
        case .palette(let palette):
            overlay = palette.mocks.map { .mocks($0) } ?? .none
            if let binding = palette.selected { return perform(binding) }
        case .environments(let scroll):
            overlay = .none
            let names = [nil] + environments.names.map(Optional.some)
            environments.selected = names[min(scroll.selection, names.count - 1)]
            return [.useEnvironment(environments.selected)] + (compose.shown.map { [previewDraft($0)] } ?? [])
        case .mockDraft(let draft):
            overlay = .none
            return [.mock(store(draft))]
        case .prompt(var question):
            question.answer()
            return ask(question)
        case .confirm(let confirmation):
            overlay = screen(after: confirmation)
            return confirmed(confirmation)
        case .filter, .search, .help, .report, .mocks:
            overlay = .none
        }
        return []
    }

    private mutating func acceptInPane() -> [Effect] {
        switch focus {
        case .saved:
            guard let request = saved.selectedRequest else {
                acceptInTree()
                return []
            }
            list.isFollowing = true
            if Layout(self).saved == nil { focus = .tasks }
            return [.sendSaved(request.reference)]
        case .tasks:
            if selectedTask != nil { focus = .detail }
        case .detail:
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

    private mutating func confirmed(_ confirmation: Confirmation) -> [Effect] {
        switch confirmation {
        case .quit: return [.quit]
        case .takeUpDraft: compose.isOpen = true
        case .sending(var question):
            question.confirm()
            return ask(question)
        // Enter is not enough for that: there are keys of their own.
        case .trusting: break
        case .importing(let offer): return [.importOffer(offer)]
        case .mockEdit(let edit): return [.edit(.mock(edit))]
        case .archive(let offer): return accept(offer)
        }
        return []
    }
}
