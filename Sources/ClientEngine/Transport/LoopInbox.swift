import CEngineEpoll
import Glibc

/// Carries jobs from any thread to the loop thread, waking it once per burst.
final class LoopInbox: Sendable {
    typealias Job = @Sendable (EngineLoop) -> Void

    private struct State {
        var jobs: [Job] = []
        var isStopped = false
    }

    private let state = Locked(State())
    /// The eventfd that turns readable when there is something to do.
    let descriptor = eventfd(0, Int32(EFD_NONBLOCK) | Int32(EFD_CLOEXEC))

    deinit {
        close(descriptor)
    }

    /// Has the loop thread run a job, behind those that came before.
    func enqueue(_ job: @escaping Job) {
        let wasEmpty = state.withLock {
            $0.jobs.append(job)
            return $0.jobs.count == 1
        }
        if wasEmpty { wake() }
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

    /// Takes what is there; nil once the loop is to end and nothing is left.
    ///
    /// Loop thread only.
    func drain() -> [Job]? {
        var count: eventfd_t = 0
        eventfd_read(descriptor, &count)
        let (jobs, isStopped) = state.withLock { state in
            defer { state.jobs = [] }
            return (state.jobs, state.isStopped)
        }
        guard isStopped else { return jobs }
        if jobs.isEmpty { return nil }
        // The wish to end has just been read away with the jobs: the loop must not sleep over it.
        wake()
        return jobs
    }
}
