import ClientEngine
import ClientEngineRecording

extension State {
    mutating func perform(_ verb: TaskVerb) throws(Refusal) -> [Effect] {
        switch verb {
        case .resend:
            guard let key = list.selectedTask, let task = selectedTask else { return [] }
            return try resend(task, key)
        case .editCopy: return editCopy()
        case .save: return saveTask()
        case .archive: return try archive()
        case .openEditor: return openEditor()
        case .compose:
            openDraft()
            return []
        case .cancel: return list.selectedTask?.session.map { [.task(.cancel($0))] } ?? []
        case .cancelAll: return tasks.live.sorted().map { .task(.cancel($0)) }
        case .retryNow: return list.selectedTask?.session.map { [.task(.retryNow($0))] } ?? []
        case .giveUp: return list.selectedTask?.session.map { [.task(.giveUp($0))] } ?? []
        case .mark:
            list.toggleMark(in: tasks, now: now)
            return []
        case .delete:
            guard let key = list.selectedTask, let id = key.session else { return [] }
            if let task = tasks.remove(id) {
                list.deleted = list.deleted.suffix(Self.keptDeletions - 1) + [task]
            }
            notices.show(.confirmation("Task \(id) is deleted; U brings it back."))
            compose.forget(id)
            list.forget(key)
            list.filterAgain(tasks, now: now)
            return []
        }
    }

    /// Sends again what a task has sent; the number of one of an earlier session means nothing in this one.
    private mutating func resend(_ task: TaskRecord, _ key: TaskKey) throws(Refusal) -> [Effect] {
        if key.isStored, task.origin.request.holdsPlaceholder {
            let key = settings.keymap.text(of: .task(.editCopy))
            throw Refusal("its secrets are not kept: send the saved request, or edit a copy (\(key))")
        }
        list.isFollowing = true
        return [.task(.resend(task.origin.request, of: key.session))]
    }

    /// So many deletions can be undone: what is deleted keeps its body.
    private static let keptDeletions = 20

    /// Brings back what was deleted last in the place that has the keys.
    mutating func undo() -> [Effect] {
        if compose.shown != nil {
            compose.draft?.restoreRow()
        } else if overlays[MocksOverlay.self] != nil {
            return mocks.deleted.last.map { [.mock(.restore($0))] } ?? []
        } else if let task = list.deleted.popLast() {
            let restored = tasks.restore(task).map(TaskKey.session)
            list.filterAgain(tasks, now: now)
            if let restored, list.position(of: restored) != nil { list.select(restored) }
        }
        return []
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
