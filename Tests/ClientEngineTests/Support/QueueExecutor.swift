import Dispatch

@testable import ClientEngine

/// Runs Swift tasks on one queue of its own, and knows whether that is where it is asked.
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

    /// Indicates whether the code that asks runs on it.
    var isCurrent: Bool { DispatchQueue.getSpecific(key: Self.mark) == ObjectIdentifier(self) }

    /// Waits until everything is over that was to run there when it was asked, and what that left to run there.
    func drain() async {
        for _ in 0..<3 {
            await withCheckedContinuation { waiter in queue.async { waiter.resume() } }
        }
    }
}
