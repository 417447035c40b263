internal import EngineSupport

/// Somebody who follows a client from its beginning: it observes its events, counts its tasks, or adds mocks.
///
/// The module `ClientEngineRecording` has one that shows the client's tasks to `inspector attach`.
public protocol ClientAttachment: Sendable {
    /// Begins to follow a client; called once, at the end of the client's creation and on the thread that creates it.
    ///
    /// No task of the client exists before it returns, and the client waits for nothing else: what takes time belongs elsewhere, and
    /// ``Client/holdTasks()`` has tasks wait for it.
    func attach(to client: Client)
}

extension Client {
    /// Has tasks that are resumed from now on wait before they begin, until the hold is released or let go.
    ///
    /// Tasks that have begun go on. Where there are several holds, tasks wait for all of them; they begin in the order in which they
    /// were resumed. After a change of connections or of the cache (see ``reconfigure(_:)``) new tasks are not held.
    /// May be called from any thread.
    public func holdTasks() -> TaskHold { TaskHold(loop) }
}

/// Keeps the tasks of a client from beginning; see ``Client/holdTasks()``.
public final class TaskHold: Sendable {
    /// The loop whose tasks wait; nil where none do any more.
    private let loop: Locked<LoopThread?>

    fileprivate init(_ loop: LoopThread) {
        self.loop = Locked(loop)
        loop.enqueue { $0.gate.close() }
    }

    deinit { release() }

    /// Lets the tasks begin, if it does not yet; from any thread.
    public func release() {
        loop.withLock { $0.take() }?.enqueue { loop in
            for start in loop.gate.open() { start.begin(on: loop) }
        }
    }
}
