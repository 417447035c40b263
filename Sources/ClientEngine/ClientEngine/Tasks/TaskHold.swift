internal import EngineSupport

extension Client {
    /// Prevents tasks that are resumed from now on from starting, until the hold is released or deallocated.
    ///
    /// Running tasks continue. If there are several holds, tasks wait for all of them. Tasks with the same origin start
    /// in the order in which they were resumed. After a change of connections or of the cache (see
    /// ``reconfigure(_:)``), new tasks do not wait. Thread-safe.
    public func holdTasks() -> TaskHold { TaskHold(loops) }
}

/// Prevents the tasks of a client from starting; see ``Client/holdTasks()``.
public final class TaskHold: Sendable {
    /// The loops whose tasks wait, or `nil` after the release.
    private let loops: Locked<LoopGroup?>

    fileprivate init(_ loops: LoopGroup) {
        self.loops = Locked(loops)
        loops.enqueueOnAll { $0.gate.close() }
    }

    deinit { release() }

    /// Starts the waiting tasks.
    ///
    /// A second call does nothing. Thread-safe.
    public func release() {
        loops.withLock { $0.take() }?.enqueueOnAll { loop in
            for start in loop.gate.open() { start.begin(on: loop) }
        }
    }
}
