import Glibc

/// Guards a value with a lock: the only lock type of the engine.
///
/// A `pthread_mutex_t`, because the slow path of `Synchronization.Mutex` sits in an uninstrumented library and makes
/// ThreadSanitizer report races that are none. Hold it briefly: lock, ask the value, unlock, act.
public final class Locked<Value>: @unchecked Sendable {
    // Sendable is proved by construction: `value` is touched only between lock and unlock. Both have an address of
    // their own, which spares the checks that the language makes for a property of a class.
    @usableFromInline let mutex: UnsafeMutablePointer<pthread_mutex_t>
    @usableFromInline let value: UnsafeMutablePointer<Value>

    /// Creates a guard around a value.
    @inlinable
    public init(_ value: sending Value) {
        mutex = .allocate(capacity: 1)
        pthread_mutex_init(mutex, nil)
        self.value = .allocate(capacity: 1)
        self.value.initialize(to: value)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
        value.deinitialize(count: 1)
        value.deallocate()
    }

    /// Runs the body alone with the value and returns what it returns.
    ///
    /// Must not be entered again from inside.
    @inlinable
    public func withLock<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body(&value.pointee)
    }
}
