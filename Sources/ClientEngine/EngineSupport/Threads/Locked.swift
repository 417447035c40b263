import Glibc

/// A value that a lock guards.
///
/// This is the only lock type of the engine. Copies guard the same value. Hold the lock briefly: read or change the
/// value, leave the body, and act afterwards.
///
/// The lock is a `pthread_mutex_t`. The slow path of `Synchronization.Mutex` is in a library without
/// instrumentation, so that ThreadSanitizer reports false races.
///
/// The type is in a separate module, and its declarations are public, so that the compiler inlines and
/// specializes them in all other modules. A request takes about sixty locks.
///
/// `@unchecked Sendable` is sound: `init` takes the value as `sending`, so that no other code refers to it,
/// and only code between lock and unlock uses it. A body must not let a reference escape that is not
/// `Sendable`.
public struct Locked<Value>: @unchecked Sendable {
    @usableFromInline let storage: LockedStorage<Value>

    /// Creates a lock that guards `value`.
    @inlinable
    public init(_ value: sending Value) {
        storage = LockedStorage.make(value)
    }

    /// Calls the body with exclusive access to the value, and returns its result.
    ///
    /// The body must not call `withLock` on the same value: that is a deadlock.
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

/// A mutex and its value, in one block of memory.
///
/// Access through an address avoids the exclusivity checks that Swift makes for a stored property of a class.
@usableFromInline
final class LockedStorage<Value>: ManagedBuffer<pthread_mutex_t, Value> {
    @inlinable
    static func make(_ value: sending Value) -> LockedStorage {
        // In glibc, `PTHREAD_MUTEX_INITIALIZER` is all zeros.
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
