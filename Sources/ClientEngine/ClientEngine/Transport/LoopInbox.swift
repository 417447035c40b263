import CEngineEpoll
internal import EngineSupport
import Glibc

/// Carries work from any thread to the loop thread, waking it once per burst.
final class LoopInbox: Sendable {
    typealias Job = @Sendable (EngineLoop) -> Void

    /// The work of the loop thread.
    enum Work {
        /// Something of the engine's.
        case job(Job)
        case start(TaskStart)
        /// A part of a task of Swift's, up to where it next waits.
        case task(UnownedJob, on: UnownedTaskExecutor)
    }

    private struct State {
        /// Optional, so that each can be moved out.
        var work: [Work?] = []
        var isStopped = false
        /// The loop thread, once it is there.
        var thread: pthread_t?
    }

    private let state = Locked(State())
    /// The eventfd that turns readable when there is something to do.
    let descriptor = eventfd(0, Int32(EFD_NONBLOCK) | Int32(EFD_CLOEXEC))

    deinit {
        close(descriptor)
    }

    /// Takes this thread for the loop thread, which need not be woken by itself.
    func adoptThread() {
        state.withLock { $0.thread = pthread_self() }
    }

    /// Has the loop thread do something, behind what came before.
    ///
    /// The caller owns the inbox meanwhile: it is woken behind the lock, which the loop takes next.
    func enqueue(_ work: consuming Work) {
        // Optional, so that it can be moved out of what the closure holds.
        var work = Optional(consume work)
        let isAsleep = state.withLock { state in
            state.work.append(work.take())
            return state.work.count == 1 && state.thread != pthread_self()
        }
        if isAsleep { wake() }
    }

    func enqueue(_ job: @escaping Job) {
        enqueue(.job(job))
    }

    /// Has the loop thread cancel what is under way and end.
    func stop() {
        state.withLock { $0.isStopped = true }
        wake()
    }

    /// Makes the loop look at its clock again.
    func wake() {
        eventfd_write(descriptor, 1)
    }

    /// Takes note that the loop is awake.
    ///
    /// Loop thread only.
    func noteAwake() {
        var count: eventfd_t = 0
        eventfd_read(descriptor, &count)
    }

    var hasWork: Bool { state.withLock { !$0.work.isEmpty } }

    /// Takes what is there, and gives an empty list to collect in; false once the loop is to end and nothing is left.
    ///
    /// Loop thread only.
    func drain(into work: inout [Work?]) -> Bool {
        state.withLock { state in
            swap(&state.work, &work)
            return !(state.isStopped && work.isEmpty)
        }
    }
}
