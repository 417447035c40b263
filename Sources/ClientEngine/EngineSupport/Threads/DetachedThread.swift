import Glibc

/// Threads for work that blocks.
///
/// Such work must not block the threads of Swift's concurrency.
public enum DetachedThread {
    /// Runs `work` on a new thread, which ends when `work` returns.
    ///
    /// - Parameters:
    ///   - stackSize: The size of the stack in bytes, or `nil` for the default of the system.
    ///   - work: The closure to run.
    /// - Returns: `false` if the system cannot create another thread. Then `work` does not run.
    @discardableResult
    public static func start(stackSize: Int? = nil, _ work: @escaping @Sendable () -> Void) -> Bool {
        var attributes = pthread_attr_t()
        pthread_attr_init(&attributes)
        defer { pthread_attr_destroy(&attributes) }
        pthread_attr_setdetachstate(&attributes, Int32(PTHREAD_CREATE_DETACHED))
        if let stackSize { pthread_attr_setstacksize(&attributes, stackSize) }
        let job = Unmanaged.passRetained(Job(work))
        var thread = pthread_t()
        let status = pthread_create(
            &thread, &attributes,
            { pointer in
                if let pointer { Unmanaged<Job>.fromOpaque(pointer).takeRetainedValue().work() }
                return nil
            }, job.toOpaque())
        if status != 0 { job.release() }
        return status == 0
    }

    private final class Job: Sendable {
        let work: @Sendable () -> Void

        init(_ work: @escaping @Sendable () -> Void) { self.work = work }
    }
}
