import CEngineEpoll
import EngineHTTP
internal import EngineSupport

/// Owns the engine's one loop thread; the thread ends when its last owner lets go.
///
/// The client and every running task own it, so a task is never cut off because the client went out of scope. So does
/// every task of Swift's that runs on it.
final class LoopThread: TaskExecutor {
    private let inbox: LoopInbox
    private let backpressure: Backpressure
    private let handover = ExecutorHandover()

    init(
        _ configuration: ClientConfiguration, mocks: MockStore, cache: ResponseCache?, hub: EventHub,
        backpressure: Backpressure
    ) {
        let inbox = LoopInbox()
        self.inbox = inbox
        self.backpressure = backpressure
        configuration.time.onAdvance { [weak inbox] in inbox?.wake() }
        let listener = Backpressure.Listener(
            onBlock: { [weak inbox] in inbox?.enqueue { $0.waitForReaders() } },
            onResume: { [weak inbox] in inbox?.enqueue { $0.multi.resumeAll() } })
        backpressure.connect(inbox, listener)
        DetachedThread.start(stackSize: 1 << 20) {
            cengine_name_thread("ClientEngine")
            let loop = EngineLoop(
                configuration, mocks: mocks, hub: hub, backpressure: backpressure, inbox: inbox)
            loop.cache = cache
            loop.run()
        }
    }

    deinit {
        handover.waitUntilOver()
        backpressure.connect(inbox, nil)
        inbox.stop()
    }

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
