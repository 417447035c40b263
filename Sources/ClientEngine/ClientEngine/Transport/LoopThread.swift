import CEngineEpoll
import EngineHTTP
internal import EngineSupport
import Synchronization

/// A loop and its thread, which ends when the last reference to this object is released.
///
/// The client and every running task own it, so a task is never cut off because the client went out of scope. So does
/// every task of Swift's that runs on it.
final class LoopThread: TaskExecutor {
    private let inbox: LoopInbox
    private let backpressure: Backpressure
    private let handover = ExecutorHandover()
    private let count = Atomic(0)

    init(_ shared: SharedParts) {
        let inbox = LoopInbox()
        self.inbox = inbox
        backpressure = shared.backpressure
        shared.configuration.time.onAdvance { [weak inbox] in inbox?.wake() }
        let listener = Backpressure.Listener(
            onBlock: { [weak inbox] in inbox?.enqueue { $0.waitForReaders() } },
            onResume: { [weak inbox] in inbox?.enqueue { $0.multi.resumeAll() } })
        backpressure.connect(inbox, listener)
        DetachedThread.start(stackSize: 1 << 20) {
            cengine_name_thread("ClientEngine")
            EngineLoop(shared, inbox: inbox).run()
        }
    }

    deinit {
        handover.waitUntilOver()
        backpressure.connect(inbox, nil)
        inbox.stop()
    }

    /// The number of tasks of the loop that are not over, those that were never resumed among them.
    var taskCount: Int { count.load(ordering: .relaxed) }

    /// Counts a task that is made for the loop; ``endTask()`` follows exactly once.
    func beginTask() { count.add(1, ordering: .relaxed) }

    /// Counts a task that is over.
    func endTask() { count.subtract(1, ordering: .relaxed) }

    /// Has the loop thread run a job, behind those that came before.
    ///
    /// May be called from any thread.
    func enqueue(_ job: @escaping LoopInbox.Job) {
        inbox.enqueue(job)
    }

    func enqueue(_ start: consuming TaskStart) {
        inbox.enqueue(.start(start))
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        handover.perform { inbox.enqueue(.task(job, on: asUnownedTaskExecutor())) }
    }
}
