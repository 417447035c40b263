import Dispatch

@testable import ClientEngine

/// Runs Swift tasks on one queue, and detects whether code runs on it.
final class QueueExecutor: TaskExecutor {
    private static let mark = DispatchSpecificKey<ObjectIdentifier>()
    private let queue = DispatchQueue(label: "a test's executor")

    init() {
        queue.setSpecific(key: Self.mark, value: ObjectIdentifier(self))
    }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }

    /// Indicates whether the caller runs on this executor.
    var isCurrent: Bool { DispatchQueue.getSpecific(key: Self.mark) == ObjectIdentifier(self) }

    /// Waits until all queued work and the work that it enqueues is done.
    func drain() async {
        for _ in 0..<3 {
            await withCheckedContinuation { waiter in queue.async { waiter.resume() } }
        }
    }
}
