internal import EngineSupport

/// Lets so many exchanges onto the network at a time; the others wait: the more urgent first, then in the order they came.
///
/// Thread-safe: the loops of a client share one.
final class ConcurrencyLimiter: Sendable {
    private struct State {
        var running: Set<TaskID> = []
        /// The tasks that wait, each with the inbox of its loop; while there are any, all places are taken.
        var waiting = WaitingLines<LoopInbox>()
    }

    private let capacity: Int
    private let state = Locked(State())

    init(capacity: Int) {
        self.capacity = max(1, capacity)
    }

    /// Returns whether a task may go now; if not, its loop admits it once a place is free.
    ///
    /// The priority is asked for under the lock, and only where the task has to wait.
    func enter(
        _ task: TaskID, _ priority: @autoclosure () -> Request.Priority, on inbox: LoopInbox
    ) -> Bool {
        state.withLock { state in
            guard state.running.count < capacity else {
                state.waiting.append(task, inbox, priority())
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
                return nil as (task: TaskID, inbox: LoopInbox)?
            }
            guard let next = state.waiting.popFirst() else { return nil }
            state.running.insert(next.task)
            return (next.task, next.content)
        }
        guard let next else { return }
        next.inbox.enqueue { [task = next.task] in $0.tasks[task]?.admit() }
    }

    /// Has a task that waits go to the end of another line.
    func move(_ task: TaskID, to priority: Request.Priority) {
        state.withLock { state in
            if let inbox = state.waiting.remove(task) { state.waiting.append(task, inbox, priority) }
        }
    }
}
