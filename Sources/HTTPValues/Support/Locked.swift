import Glibc

/// Guards a value with a lock: the only lock type of the engine.
///
/// A `pthread_mutex_t`, because the slow path of `Synchronization.Mutex` sits in an uninstrumented library and makes
/// ThreadSanitizer report races that are none. Hold it briefly: lock, ask the value, unlock, act.
///
/// `@unchecked Sendable` is sound: the value is touched only between lock and unlock, and the pointer is a constant.
package final class Locked<Value>: @unchecked Sendable {
    // The value lies behind the mutex, in one block of memory: what has an address of its own is spared the checks that the
    // language makes for a property of a class.
    @usableFromInline let mutex: UnsafeMutablePointer<pthread_mutex_t>

    /// Creates a guard around a value.
    @inlinable
    package init(_ value: sending Value) {
        let block = UnsafeMutableRawPointer.allocate(
            byteCount: Self.offset + MemoryLayout<Value>.size,
            alignment: max(MemoryLayout<pthread_mutex_t>.alignment, MemoryLayout<Value>.alignment))
        mutex = block.bindMemory(to: pthread_mutex_t.self, capacity: 1)
        pthread_mutex_init(mutex, nil)
        (block + Self.offset).bindMemory(to: Value.self, capacity: 1).initialize(to: value)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        value.deinitialize(count: 1)
        UnsafeMutableRawPointer(mutex).deallocate()
    }

    /// Where the value begins behind the mutex.
    @inlinable static var offset: Int {
        let alignment = MemoryLayout<Value>.alignment
        return (MemoryLayout<pthread_mutex_t>.size + alignment - 1) / alignment * alignment
    }

    @inlinable var value: UnsafeMutablePointer<Value> {
        (UnsafeMutableRawPointer(mutex) + Self.offset).assumingMemoryBound(to: Value.self)
    }

    /// Runs the body alone with the value and returns what it returns.
    ///
    /// Must not be entered again from inside. Always inlined: the compiler specialises it in some modules only, and it is
    /// called some thirty times for a request.
    @inlinable @inline(__always)
    package func withLock<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body(&value.pointee)
    }
}
