import Foundation
import Testing

/// Runs each test on threads of its own, where it may block or compute for seconds.
///
/// Swift's tasks share as many threads as there are processors. A test that waits there for a program, a socket or a lock,
/// or that computes for long, stops all other tests in the process, whose clients' real deadlines then pass.
package struct OwnThread: SuiteTrait, TestTrait, TestScoping {
    /// A thread for each step of a task: none waits for another, also where one of them blocks.
    private final class ThreadForEachStep: TaskExecutor {
        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            Thread.detachNewThread {
                Thread.current.threadDictionary[OwnThread.mark] = true
                job.runSynchronously(on: self.asUnownedTaskExecutor())
            }
        }
    }

    /// Indicates whether this is one of its threads.
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
    /// Runs each test on threads of its own, where it may block or compute for seconds.
    package static var ownThread: Self { Self() }
}
