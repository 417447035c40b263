internal import EngineSupport

/// Retains the tasks of a client that have not ended, including those that were never resumed.
final class UnfinishedTasks: Sendable {
    private let cores = Locked<[TaskID: TaskCore]>([:])

    /// The tasks, the oldest first.
    var all: [TaskCore] { cores.withLock { $0.values }.sorted { $0.id < $1.id } }

    subscript(id: TaskID) -> TaskCore? { cores.withLock { $0[id] } }

    func insert(_ core: TaskCore) {
        cores.withLock { $0[core.id] = core }
    }

    func remove(_ id: TaskID) {
        // Released after the lock: a core may be the last reference to its loop.
        let removed = cores.withLock { $0.removeValue(forKey: id) }
        withExtendedLifetime(removed) {}
    }
}
