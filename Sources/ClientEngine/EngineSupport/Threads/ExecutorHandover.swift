import Glibc

/// Keeps an executor of tasks until Swift's runtime has left it.
///
/// The runtime owns no executor while it hands over a part of a task (`UnownedTaskExecutor`), and another thread may run that part
/// meanwhile, with which the last owner ends. Hand parts on in `perform`, and wait in `deinit` before anything else.
///
/// `@unchecked Sendable` is sound: a mutex is made for several threads, and its address never changes. It lies behind a plain address
/// because behind the unlock nothing of the executor may be touched, no count of references either.
public struct ExecutorHandover: ~Copyable, @unchecked Sendable {
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>

    /// Creates a handover for one executor.
    public init() {
        mutex = .allocate(capacity: 1)
        pthread_mutex_init(mutex, nil)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    /// Runs `handOver`, which enqueues part of a task, on the calling thread.
    public func perform(_ handOver: () -> Void) {
        pthread_mutex_lock(mutex)
        handOver()
        pthread_mutex_unlock(mutex)
    }

    /// Waits for the handovers that have begun.
    public func waitUntilOver() { perform {} }
}
