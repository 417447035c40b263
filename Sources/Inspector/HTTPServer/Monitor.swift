import EngineHTTP
import FoundationEssentials
import Glibc

/// A value protected by a lock, with waiting for changes.
///
/// Uses a pthread mutex, because ThreadSanitizer does not understand `Synchronization.Mutex` and reports races that
/// do not exist. `@unchecked Sendable` is sound: `value` is only accessed between lock and unlock, and the two
/// pointers are constants that are valid for the lifetime of the object.
package final class Monitor<Value: Sendable>: @unchecked Sendable {
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    private let changed: UnsafeMutablePointer<pthread_cond_t>
    private var value: Value

    package init(_ value: Value) {
        self.value = value
        mutex = .allocate(capacity: 1)
        changed = .allocate(capacity: 1)
        pthread_mutex_init(mutex, nil)
        pthread_cond_init(changed, nil)
    }

    deinit {
        pthread_cond_destroy(changed)
        pthread_mutex_destroy(mutex)
        changed.deallocate()
        mutex.deallocate()
    }

    /// Reads or changes the value, and wakes every waiter.
    package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        pthread_mutex_lock(mutex)
        defer {
            pthread_cond_broadcast(changed)
            pthread_mutex_unlock(mutex)
        }
        return try body(&value)
    }

    /// Blocks until `look` returns a result or `timeout` has passed.
    ///
    /// `nil` waits indefinitely.
    package func wait<Result>(timeout: Duration? = nil, for look: (Value) -> Result?) -> Result? {
        let deadline = timeout.map(Self.wallClock(after:))
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        while true {
            if let result = look(value) { return result }
            guard var deadline else {
                pthread_cond_wait(changed, mutex)
                continue
            }
            if pthread_cond_timedwait(changed, mutex, &deadline) == ETIMEDOUT { return look(value) }
        }
    }

    /// Condition variables use the wall clock by default.
    private static func wallClock(after timeout: Duration) -> timespec {
        let seconds = Date().timeIntervalSince1970 + max(0, timeout.seconds)
        let whole = seconds.rounded(.down)
        return timespec(tv_sec: Int(whole), tv_nsec: Int((seconds - whole) * 1e9))
    }
}
