import ClientEngine
import Foundation

extension CallbackExecutor {
    /// Returns an executor that calls closures on an operation queue.
    public static func operationQueue(_ queue: OperationQueue) -> CallbackExecutor {
        CallbackExecutor { job in queue.addOperation(job) }
    }
}
