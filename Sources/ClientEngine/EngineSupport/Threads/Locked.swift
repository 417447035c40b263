import Glibc

/// Guards a value with a lock: the only lock type of the engine.
///
/// Copies guard the same value.
///
/// A `pthread_mutex_t`, because the slow path of `Synchronization.Mutex` sits in an uninstrumented library and makes
/// ThreadSanitizer report races that are none. Hold it briefly: lock, ask the value, unlock, act.
///
/// This module is separate, and its declarations are public, so that the compiler inlines and specializes them in all others.
/// A request takes about sixty locks.
///
/// `@unchecked Sendable` is sound: the value comes in as `sending`, so that nobody else holds any of it, and is touched only between
/// lock and unlock. A body must not let a reference out that is not `Sendable`.
public struct Locked<Value>: @unchecked Sendable {
    @usableFromInline let storage: LockedStorage<Value>

    /// Creates a guard around a value.
    @inlinable
    public init(_ value: sending Value) {
        storage = LockedStorage.make(value)
    }

    /// Runs the body alone with the value and returns what it returns.
    ///
    /// Must not be entered again from inside.
    @inlinable
    public func withLock<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        let (mutex, value) = storage.withUnsafeMutablePointers { ($0, $1) }
        pthread_mutex_lock(mutex)
        defer {
            pthread_mutex_unlock(mutex)
            withExtendedLifetime(storage) {}
        }
        return try body(&value.pointee)
    }
}

/// A mutex with a value behind it, in one block of memory.
///
/// A block with an address of its own is spared the checks that the language makes for a property of a class.
@usableFromInline
final class LockedStorage<Value>: ManagedBuffer<pthread_mutex_t, Value> {
    @inlinable
    static func make(_ value: sending Value) -> LockedStorage {
        // All zero is what `PTHREAD_MUTEX_INITIALIZER` is in glibc.
        let storage = create(minimumCapacity: 1) { _ in pthread_mutex_t() }
        storage.withUnsafeMutablePointerToElements { $0.initialize(to: value) }
        return unsafeDowncast(storage, to: LockedStorage.self)
    }

    @inlinable
    deinit {
        withUnsafeMutablePointers { mutex, element in
            pthread_mutex_destroy(mutex)
            element.deinitialize(count: 1)
        }
    }
}
