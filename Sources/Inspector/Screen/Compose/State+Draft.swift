import ClientEngine
import ClientEngineRecording
import InspectorValues
import RequestFormats

extension State {
    mutating func perform(_ verb: DraftVerb) -> [Effect] {
        switch verb {
        case .next: compose.draft?.stepAndType(by: 1)
        case .previous: compose.draft?.stepAndType(by: -1)
        case .edit: compose.draft?.enterField()
        case .toggle: compose.draft?.toggleRow()
        case .delete: compose.draft?.deleteRow()
        case .reveal: compose.draft?.showsSecrets.toggle()
        case .save, .saveReferences, .saveWithoutSecrets:
            return compose.draft?.save(verb, environments) ?? []
        case .overwrite, .append, .takeTheirs: return compose.settleConflict(verb)
        case .difference:
            if let report = compose.draft?.differenceFromTheirs { overlays.add(ReportOverlay(report)) }
        case .discard: openEmptyDraft()
        }
        return []
    }

    mutating func receive(_ message: DraftMessage) {
        switch message {
        case .read(let draft): openCopy(draft)
        case .edited(let text):
            if let draft = Draft(reading: text) {
                compose.draft?.replace(with: draft)
            } else {
                notices.add(.error("Nothing changed: there is no request in the edited text."))
            }
        case .started(let task, let outgoing): compose.keep(outgoing, as: task)
        case .sent:
            compose.closeSent()
            focus = .tasks
            list.isFollowing = true
        case .saving(let saving, let block): compose.receive(saving, of: block, &notices)
        case .values(let values): compose.draft?.values = values
        case .listing(let listing): compose.draft?.offer(listing, environments)
        case .earlier(let text):
            guard Draft(reading: text) != nil else { return }
            compose.earlier = text
            notices.add(.earlierDraft)
        }
    }

    /// The lines of the form that fit.
    var draftHeight: Int { max(0, Layout(self).middle.height - 1) }

    /// Opens a new draft, or asks first whether one that was left is meant.
    mutating func openDraft() {
        if let text = compose.earlier, compose.left == nil, let draft = Draft(reading: text) {
            compose.earlier = nil
            open(DraftState(draft, isStored: false))
            if draft.lacksSecrets { notices.add(.secretsNotKept) }
        } else if let draft = compose.left {
            overlays.add(DraftConfirmation(label: draft.draft.label))
        } else {
            openEmptyDraft()
        }
    }

    mutating func openEmptyDraft() {
        var draft = DraftState()
        draft.enterField()
        open(draft)
    }

    mutating func open(_ draft: DraftState) {
        overlays.removeAll()
        compose.draft = draft
        compose.isOpen = true
        isZoomed = false
        notices.remove(.earlierDraft)
    }

    /// Opens a draft that was not asked for by `n`; one that was left is offered once more after it.
    mutating func openCopy(_ draft: DraftState) {
        if let left = compose.left { compose.earlier = left.text }
        open(draft)
    }

    /// Opens a copy of the selected task or saved request.
    mutating func editCopy() -> [Effect] {
        if focus == .saved, let request = saved.selectedRequest { return [.draft(.read(request.reference))] }
        if let effects = editHeld() { return effects }
        guard let task = selectedTask else { return [] }
        let original = original(of: task)
        if list.selectedTask?.isStored == false, let draft = compose.sent[original.id] {
            openCopy(draft)
            return []
        }
        // While the file has the request: a resolved request has neither variables nor files.
        if let request = saved.request(at: original.origin.provenance, task.origin.request.method.rawValue) {
            return [.draft(.read(request.reference))]
        }
        var request = task.origin.request
        let mock = request.mock
        request.mock = nil
        let (draft, warnings) = Draft.writing(request)
        for warning in warnings { notices.add(.information(warning)) }
        var copy = DraftState(draft)
        copy.mocks = DraftMocks(chosen: mock)
        copy.secretValues = request.userInfo[.secrets] ?? []
        openCopy(copy)
        return []
    }

    /// The task that a task sends again, or itself.
    private func original(of task: TaskRecord) -> TaskRecord {
        var task = task
        while let number = task.origin.resendOf, number < task.id, let earlier = tasks[number] {
            task = earlier
        }
        return task
    }

    /// Makes a draft of the selected task and saves it.
    mutating func saveTask() -> [Effect] {
        let effects = editCopy()
        guard compose.isOpen else { return effects }
        return effects + (compose.draft?.save(.save, environments) ?? [])
    }
}

extension Notice {
    static let earlierDraft = Notice.information("n: a draft from an earlier run")
    static let secretsNotKept = Notice.information("Secrets are not kept in files: type them again.")
}
