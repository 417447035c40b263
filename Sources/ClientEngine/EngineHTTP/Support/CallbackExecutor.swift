import Dispatch
internal import EngineSupport

/// The place where the engine calls a closure of the caller: a queue, the main actor, or any thread.
///
/// Closures on a serial executor are called in the order of the events that they report. An executor is equal only to
/// its copies.
public struct CallbackExecutor: Sendable, Hashable {
    private let submit: IdentityBox<@Sendable (@escaping @Sendable () -> Void) -> Void>

    /// Creates an executor from a closure, which must have each job run once, later, and must not run it itself.
    public init(_ submit: @escaping @Sendable (@escaping @Sendable () -> Void) -> Void) {
        self.submit = IdentityBox(closure: submit)
    }

    /// The main actor, which uses the main queue.
    public static let mainActor = CallbackExecutor.queue(.main)

    /// Any background thread.
    ///
    /// Closures may block it, and may run at the same time. The first job creates the dispatch queue, because most
    /// clients never use it.
    public static let anywhere = CallbackExecutor { job in
        DispatchQueue.global(qos: .utility).async(execute: job)
    }

    /// Returns an executor that calls closures on a dispatch queue.
    public static func queue(_ queue: DispatchQueue) -> CallbackExecutor {
        CallbackExecutor { job in queue.async(execute: job) }
    }

    /// Submits a job to the executor.
    package func run(_ job: @escaping @Sendable () -> Void) {
        submit.object(job)
    }

    /// Runs work that may block its thread, and waits for its result.
    ///
    /// Such work must not block Swift's own threads.
    package func value<Value: Sendable, Failure: Error>(
        _ work: @escaping @Sendable () throws(Failure) -> Value
    ) async throws(Failure) -> Value {
        let result: Result<Value, Failure> = await withCheckedContinuation { waiter in
            submit.object { waiter.resume(returning: Result { () throws(Failure) in try work() }) }
        }
        return try result.get()
    }

    /// Runs a job and waits until it ends.
    package func call(_ job: @escaping @Sendable () -> Void) async { await value(job) }
}
