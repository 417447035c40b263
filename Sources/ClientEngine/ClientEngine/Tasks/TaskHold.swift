internal import EngineSupport

extension Client {
    /// Makes tasks that are resumed from now on wait, until the hold is released or deallocated.
    ///
    /// Tasks that have begun go on. Where there are several holds, tasks wait for all of them; they begin in the order in which they
    /// were resumed. After a change of connections or of the cache (see ``reconfigure(_:)``) new tasks are not held.
    /// May be called from any thread.
    public func holdTasks() -> TaskHold { TaskHold(loop) }
}

/// Keeps the tasks of a client from starting; see ``Client/holdTasks()``.
public final class TaskHold: Sendable {
    /// The loop whose tasks wait; nil where none do any more.
    private let loop: Locked<LoopThread?>

    fileprivate init(_ loop: LoopThread) {
        self.loop = Locked(loop)
        loop.enqueue { $0.gate.close() }
    }

    deinit { release() }

    /// Lets the tasks start.
    ///
    /// A second call does nothing. May be called from any thread.
    public func release() {
        loop.withLock { $0.take() }?.enqueue { loop in
            for start in loop.gate.open() { start.begin(on: loop) }
        }
    }
}
