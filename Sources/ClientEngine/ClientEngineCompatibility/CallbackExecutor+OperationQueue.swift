import ClientEngine
import Foundation

extension CallbackExecutor {
    /// An operation queue.
    public static func operationQueue(_ queue: OperationQueue) -> CallbackExecutor {
        CallbackExecutor { job in queue.addOperation(job) }
    }
}
