import ClientEngine
import EngineSupport
import InspectorPrograms

/// Does the newest of the jobs that it is given, on a thread that may wait; one that is overtaken is stopped.
///
///     job 1 ──▶ thread ──✗ stopped        job 3 ──▶ thread ──▶ answer
///               job 2 ──✗ never begun
final class NewestJob<Job: Sendable>: Sendable {
    private struct State: Sendable {
        var next: Job?
        var current: LimitedProgram?
    }

    private let state = Locked(State())
    private let work: @Sendable (Job, LimitedProgram) -> Void

    /// Works by a closure that is given a program to run, which is stopped with the job.
    init(_ work: @escaping @Sendable (Job, LimitedProgram) -> Void) { self.work = work }

    func start(_ job: Job) {
        let isIdle = state.withLock { state in
            state.next = job
            state.current?.stop()
            let isIdle = state.current == nil
            if isIdle { state.current = LimitedProgram() }
            return isIdle
        }
        if isIdle { DetachedThread.start { [self] in doAll() } }
    }

    func stop() {
        state.withLock { state in
            state.next = nil
            state.current?.stop()
        }
    }

    private func doAll() {
        while let (job, program) = next() { work(job, program) }
    }

    private func next() -> (Job, LimitedProgram)? {
        state.withLock { state in
            guard let job = state.next else {
                state.current = nil
                return nil
            }
            let program = LimitedProgram()
            (state.next, state.current) = (nil, program)
            return (job, program)
        }
    }
}
