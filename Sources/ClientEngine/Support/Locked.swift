import Glibc

/// Guards a value with a lock: the only lock type of the engine.
///
/// A `pthread_mutex_t`, because the slow path of `Synchronization.Mutex` sits in an uninstrumented library and makes
/// ThreadSanitizer report races that are none. Hold it briefly: lock, ask the value, unlock, act.
///
/// `@unchecked Sendable` is sound: `value` is touched only between lock and unlock, and the pointer is a constant.
public final class Locked<Value>: @unchecked Sendable {
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private var value: Value

    /// Creates a guard around a value.
    public init(_ value: sending Value) {
        mutex = .allocate(capacity: 1)
        pthread_mutex_init(mutex, nil)
        self.value = value
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    /// Runs the body alone with the value and returns what it returns.
    ///
    /// Must not be entered again from inside.
    public func withLock<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body(&value)
    }
}
