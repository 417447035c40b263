internal import EngineSupport

/// Lets so many exchanges onto the network at a time; the others wait: the more urgent first, then in the order they came.
///
/// Thread-safe: the loops of a client share one.
final class ConcurrencyLimiter: Sendable {
    private struct State {
        var running: Set<TaskID> = []
        /// The tasks that wait, each with what admits it on its loop.
        ///
        /// While there are any, all places are taken.
        var waiting = WaitingLines<@Sendable () -> Void>()
    }

    private let capacity: Int
    private let state = Locked(State())

    init(capacity: Int) {
        self.capacity = max(1, capacity)
    }

    /// Returns whether a task may run now; if not, `admit` is called once a place is free, on any thread.
    ///
    /// The priority and `admit` are read under the lock, and only if the task has to wait.
    func enter(
        _ task: TaskID, _ priority: @autoclosure () -> Request.Priority,
        admit: @autoclosure () -> @Sendable () -> Void
    ) -> Bool {
        state.withLock { state in
            guard state.running.count < capacity else {
                state.waiting.append(task, admit(), priority())
                return false
            }
            state.running.insert(task)
            return true
        }
    }

    /// Indicates whether a task has a place: an admitted task may have left before its loop starts it.
    func isRunning(_ task: TaskID) -> Bool { state.withLock { $0.running.contains(task) } }

    /// Gives a place back to the next who waits, or leaves the line.
    func leave(_ task: TaskID) {
        let next = state.withLock { state in
            guard state.running.remove(task) != nil else {
                state.waiting.remove(task)
                return nil as (@Sendable () -> Void)?
            }
            guard let next = state.waiting.popFirst() else { return nil }
            state.running.insert(next.task)
            return next.content
        }
        next?()
    }

    /// Has a task that waits go to the end of another line.
    func move(_ task: TaskID, to priority: Request.Priority) {
        state.withLock { state in
            if let admit = state.waiting.remove(task) { state.waiting.append(task, admit, priority) }
        }
    }
}
