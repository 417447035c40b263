import Foundation
import Testing

/// Runs tests that wait for a socket on threads of their own: the few that Swift tasks share are needed by the client
/// that is to answer them.
struct OwnThread: SuiteTrait, TestTrait, TestScoping {
    private final class Executor: TaskExecutor {
        func enqueue(_ job: consuming ExecutorJob) {
            let job = UnownedJob(job)
            Thread.detachNewThread { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
        }
    }

    let isRecursive = true

    func provideScope(
        for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
    ) async throws {
        guard testCase != nil else { return try await function() }
        try await withTaskExecutorPreference(Executor()) { try await function() }
    }
}

extension Trait where Self == OwnThread {
    /// Runs each test on a thread of its own.
    static var ownThread: Self { Self() }
}
