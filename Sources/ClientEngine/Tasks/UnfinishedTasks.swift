/// Holds the tasks of a client that are not over, those that were never resumed among them.
final class UnfinishedTasks: Sendable {
    private let cores = Locked(TaskTable<TaskCore>())

    /// The tasks, the oldest first.
    var all: [TaskCore] { cores.withLock { $0.values }.sorted { $0.id < $1.id } }

    subscript(id: TaskID) -> TaskCore? { cores.withLock { $0[id] } }

    func insert(_ core: TaskCore) {
        cores.withLock { $0[core.id] = core }
    }

    func remove(_ id: TaskID) {
        // Let go behind the lock: a core may be the last that holds its loop.
        let removed = cores.withLock { $0.removeValue(for: id) }
        withExtendedLifetime(removed) {}
    }
}

extension Client {
    /// Ends a task; see ``RequestTask/cancel(notifying:)``.
    package func cancelTask(_ id: TaskID) { observers.unfinished[id]?.cancel() }

    /// Ends the wait of a task before its next attempt.
    package func retryTaskNow(_ id: TaskID) { observers.unfinished[id]?.send(.retryNow) }

    /// Has a task make no further attempt.
    package func giveUpTask(_ id: TaskID) { observers.unfinished[id]?.send(.giveUp) }

    /// Adds to the story of a live task of ours that somebody has edited what it sends.
    package func noteEditedRequest(of id: TaskID) { tell(.requestEdited, of: id) }

    /// Adds to the story of a live task of ours that another program gets this answer instead of its own.
    package func note(_ answer: EditedAnswer, of id: TaskID) {
        tell(.answerEdited(answer.head, body: answer.body), of: id)
    }

    private func tell(_ kind: Event.Kind, of id: TaskID) {
        observers.unfinished[id]?.enqueue { $0.tasks[id]?.tell(kind) }
    }
}
