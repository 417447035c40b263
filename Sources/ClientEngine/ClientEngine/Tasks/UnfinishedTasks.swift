internal import EngineSupport

/// Holds the tasks of a client that are not over, those that were never resumed among them.
final class UnfinishedTasks: Sendable {
    private let cores = Locked<[TaskID: TaskCore]>([:])

    /// The tasks, the oldest first.
    var all: [TaskCore] { cores.withLock { $0.values }.sorted { $0.id < $1.id } }

    subscript(id: TaskID) -> TaskCore? { cores.withLock { $0[id] } }

    func insert(_ core: TaskCore) {
        cores.withLock { $0[core.id] = core }
    }

    func remove(_ id: TaskID) {
        // Let go behind the lock: a core may be the last that holds its loop.
        let removed = cores.withLock { $0.removeValue(forKey: id) }
        withExtendedLifetime(removed) {}
    }
}
