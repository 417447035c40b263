import Foundation
import Testing

/// Runs each test on separate threads, where it may block or compute for seconds.
///
/// Swift's tasks share one thread per processor. A test that blocks there, or computes for long, stops all other
/// tests of the process. Their clients' real timeouts then expire.
package struct OwnThread: SuiteTrait, TestTrait, TestScoping {
    /// Runs each step of a task on a new thread, so that no step waits for a blocked one.
    private final class ThreadForEachStep: TaskExecutor {
        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            Thread.detachNewThread {
                Thread.current.threadDictionary[OwnThread.mark] = true
                job.runSynchronously(on: self.asUnownedTaskExecutor())
            }
        }
    }

    /// Indicates whether the current thread was created by this trait.
    package static var isCurrent: Bool { Thread.current.threadDictionary[mark] != nil }

    private static let mark = "OwnThread"

    package let isRecursive = true

    package init() {}

    package func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        guard testCase != nil else { return try await function() }
        try await withTaskExecutorPreference(ThreadForEachStep()) { try await function() }
    }
}

extension Trait where Self == OwnThread {
    /// Runs each test on separate threads, where it may block or compute for seconds.
    package static var ownThread: Self { Self() }
}
