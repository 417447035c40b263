import ClientEngine
import ClientEngineRecording
import InspectorValues
import RequestFormats

extension State {
    /// Opens a new draft, or asks first whether one that was left is meant.
    mutating func openDraft() {
        if let text = compose.earlier, compose.left == nil, let draft = Draft(reading: text) {
            compose.earlier = nil
            open(DraftState(draft, isStored: false))
            if draft.lacksSecrets { notices.append(.secretsNotKept) }
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
        notices.removeAll { $0 == .earlierDraft }
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
        // As long as it stands there: what was filled in has neither variables nor files any more.
        if let request = saved.request(at: original.origin.provenance, task.origin.request.method.rawValue) {
            return [.draft(.read(request.reference))]
        }
        var request = task.origin.request
        let mock = request.mock
        request.mock = nil
        let (draft, warnings) = Draft.writing(request)
        notices += warnings.map { .information($0) }
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
}
