import Glibc

/// Keeps a task executor alive until Swift's runtime has returned from it.
///
/// The runtime does not retain an executor while it enqueues a job (`UnownedTaskExecutor`). Another thread
/// may run the job in the meantime, and running it may release the last reference to the executor. An
/// executor therefore passes its jobs on in `perform`, and calls `waitUntilOver` first in its `deinit`.
///
/// `@unchecked Sendable` is sound: a mutex is made for several threads, and its address never changes. The
/// mutex is allocated separately, because `perform` must not touch the executor after the unlock, not even
/// its reference count.
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

    /// Runs `handOver`, which enqueues a job, on the calling thread.
    public func perform(_ handOver: () -> Void) {
        pthread_mutex_lock(mutex)
        handOver()
        pthread_mutex_unlock(mutex)
    }

    /// Waits until every call of `perform` that has begun is over.
    public func waitUntilOver() { perform {} }
}
