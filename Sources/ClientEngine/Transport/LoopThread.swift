import Foundation

/// Owns the engine's one loop thread; the thread ends when its last owner lets go.
///
/// The client and every running task own it, so a task is never cut off because the client went out of scope.
final class LoopThread: Sendable {
    private let inbox: LoopInbox

    /// Starts the thread.
    init(
        _ configuration: Client.Configuration, mocks: MockStore, cache: ResponseCache?,
        congestion: Congestion
    ) {
        let inbox = LoopInbox()
        self.inbox = inbox
        configuration.time.onAdvance { [weak inbox] in inbox?.wake() }
        congestion.onRelief { [weak inbox] in inbox?.enqueue { $0.multi.resumeAll() } }
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
        inbox.stop()
    }

    /// Has the loop thread run a job, behind those that came before.
    ///
    /// May be called from any thread.
    func enqueue(_ job: @escaping LoopInbox.Job) {
        inbox.enqueue(job)
    }
}
