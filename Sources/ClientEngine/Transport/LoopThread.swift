import Foundation

/// Owns the engine's one loop thread; the thread ends when its last owner lets go.
///
/// The client and every running task own it, so a task is never cut off because the client went out of scope.
final class LoopThread: Sendable {
    private let inbox: LoopInbox
    private let congestion: Congestion

    /// Starts the thread.
    init(
        _ configuration: ClientConfiguration, mocks: MockStore, cache: ResponseCache?,
        congestion: Congestion
    ) {
        let inbox = LoopInbox()
        self.inbox = inbox
        self.congestion = congestion
        configuration.time.onAdvance { [weak inbox] in inbox?.wake() }
        let listener = Congestion.Listener(
            onBlock: { [weak inbox] in inbox?.enqueue { $0.waitForReaders() } },
            onRelief: { [weak inbox] in inbox?.enqueue { $0.multi.resumeAll() } })
        congestion.connect(inbox, listener)
        let thread = Thread {
            let loop = EngineLoop(configuration, mocks: mocks, congestion: congestion, inbox: inbox)
            loop.cache = cache
            loop.run()
        }
        thread.name = "ClientEngine"
        thread.stackSize = 1 << 20
        thread.start()
    }

    deinit {
        congestion.connect(inbox, nil)
        inbox.stop()
    }

    /// Has the loop thread run a job, behind those that came before.
    ///
    /// May be called from any thread.
    func enqueue(_ job: @escaping LoopInbox.Job) {
        inbox.enqueue(job)
    }
}
