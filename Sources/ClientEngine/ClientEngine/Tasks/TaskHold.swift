internal import EngineSupport

extension Client {
    /// Makes tasks that are resumed from now on wait, until the hold is released or deallocated.
    ///
    /// Tasks that have begun go on. Where there are several holds, tasks wait for all of them; those of one origin begin in the order
    /// in which they were resumed. After a change of connections or of the cache (see ``reconfigure(_:)``) new tasks are not held.
    /// May be called from any thread.
    public func holdTasks() -> TaskHold { TaskHold(loops) }
}

/// Keeps the tasks of a client from starting; see ``Client/holdTasks()``.
public final class TaskHold: Sendable {
    /// The loops whose tasks wait; nil where none do any more.
    private let loops: Locked<LoopGroup?>

    fileprivate init(_ loops: LoopGroup) {
        self.loops = Locked(loops)
        loops.enqueueOnAll { $0.gate.close() }
    }

    deinit { release() }

    /// Lets the tasks start.
    ///
    /// A second call does nothing. May be called from any thread.
    public func release() {
        loops.withLock { $0.take() }?.enqueueOnAll { loop in
            for start in loop.gate.open() { start.begin(on: loop) }
        }
    }
}
