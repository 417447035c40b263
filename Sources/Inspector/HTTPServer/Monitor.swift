import EngineHTTP
import FoundationEssentials
import Glibc

/// A value behind a lock, with waiting.
///
/// A pthread mutex, because ThreadSanitizer does not understand `Synchronization.Mutex` and reports races
/// that are none.
///
/// `@unchecked Sendable` is sound: `value` is touched only between lock and unlock, and the two pointers
/// are constants that live as long as the object.
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

    /// Reads or changes the value, then lets every waiter look again.
    package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
        pthread_mutex_lock(mutex)
        defer {
            pthread_cond_broadcast(changed)
            pthread_mutex_unlock(mutex)
        }
        return try body(&value)
    }

    /// Blocks until `look` finds something, or until `timeout` has passed; nil waits for ever.
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

    /// Condition variables count on the wall clock unless told otherwise.
    private static func wallClock(after timeout: Duration) -> timespec {
        let seconds = Date().timeIntervalSince1970 + max(0, timeout.seconds)
        let whole = seconds.rounded(.down)
        return timespec(tv_sec: Int(whole), tv_nsec: Int((seconds - whole) * 1e9))
    }
}
