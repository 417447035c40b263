import Dispatch
internal import EngineSupport

/// Says where a closure that is handed to the engine runs: on a queue, on the main actor, anywhere.
///
/// Closures given to one serial executor run there in the order of what they tell. An executor is equal to its copies alone.
public struct CallbackExecutor: Sendable, Hashable {
    private let submit: IdentityBox<@Sendable (@escaping @Sendable () -> Void) -> Void>

    /// Creates an executor of one's own; the closure has each job run once, later, and must not run it itself.
    public init(_ submit: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void) {
        self.submit = IdentityBox(closure: submit)
    }

    /// The main actor, which is the main queue.
    public static let mainActor = CallbackExecutor.queue(.main)

    /// Any thread that may be kept busy; closures may run at the same time.
    ///
    /// Dispatch is asked for its queue by the first job alone: most clients have none.
    public static let anywhere = CallbackExecutor { job in
        DispatchQueue.global(qos: .utility).async(execute: job)
    }

    /// Returns an executor that runs closures on a dispatch queue.
    public static func queue(_ queue: DispatchQueue) -> CallbackExecutor {
        CallbackExecutor { job in queue.async(execute: job) }
    }

    /// Hands a job to the executor.
    package func run(_ job: @escaping @Sendable () -> Void) {
        submit.object(job)
    }

    /// Runs work that may block its thread, and waits for what it brings: Swift's own threads must not be blocked.
    package func value<Value: Sendable, Failure: Error>(
        _ work: @escaping @Sendable () throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let result: Result<Value, Failure> = await withCheckedContinuation { waiter in
            submit.object { waiter.resume(returning: Result { () throws(Failure) in try work() }) }
        }
        return try result.get()
    }

    /// Runs a job and waits for its end.
    package func call(_ job: @escaping @Sendable () -> Void) async { await value(job) }
}
