import ClientEngine

extension State {
    mutating func perform(_ verb: TaskVerb) -> [Effect] {
        switch verb {
        case .resend:
            guard let task = selectedTask else { return [] }
            list.isFollowing = true
            return [.resend(task.origin.request, of: task.id)]
        case .editCopy: return editCopy()
        case .save: return saveTask()
        case .openEditor: return openEditor()
        case .compose:
            openDraft()
            return []
        case .cancel: return selectedTask.map { [.cancel($0.id)] } ?? []
        case .cancelAll: return tasks.live.sorted().map { .cancel($0) }
        case .retryNow: return selectedTask.map { [.retryNow($0.id)] } ?? []
        case .giveUp: return selectedTask.map { [.giveUp($0.id)] } ?? []
        case .mark:
            list.toggleMark(in: tasks, now: now)
            return []
        case .delete:
            guard let id = list.selectedTask else { return [] }
            tasks.remove(id)
            compose.forget(id)
            list.forget(id)
            list.filterAgain(tasks, now: now)
            return []
        }
    }

    private mutating func openEditor() -> [Effect] {
        if let draft = compose.shown { return [.edit(.draft(draft.draft.block))] }
        if focus == .saved, let file = saved.selectedFile {
            let line = saved.selectedRequest?.reference.line ?? file.problems.first?.line ?? 1
            return [.edit(.file(path: file.path, line: line))]
        }
        guard focus == .detail, let body = detail.body else { return [] }
        return [.edit(.body(body.bytes, isJSON: body.syntax == .json))]
    }
}
