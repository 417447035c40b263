/// Keeps the values that were made last, so that what is asked for again and again is made once.
///
/// May be used from any thread.
final class RecentValues<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private let capacity: Int
    private let kept = Locked(Kept())

    private struct Kept {
        var values: [Key: Value] = [:]
        /// The one that was asked for last, which mostly is asked for again: for that, nothing is hashed.
        var newest: (key: Key, value: Value)?
    }

    init(capacity: Int) {
        self.capacity = capacity
    }

    /// The value of a key; nil where there is none, or none any more.
    subscript(key: Key) -> Value? {
        kept.withLock { kept in
            if let newest = kept.newest, newest.key == key { return newest.value }
            guard let value = kept.values[key] else { return nil }
            kept.newest = (key, value)
            return value
        }
    }

    /// Keeps a value, in the place of one that the key has.
    func insert(_ value: Value, for key: Key) {
        let forgotten = kept.withLock { kept in
            // Starting over is as good as tracking use: what is asked for again comes back at once.
            var forgotten = Kept()
            if kept.values.count >= capacity { swap(&kept, &forgotten) }
            kept.values[key] = value
            kept.newest = (key, value)
            return forgotten
        }
        // Let go behind the lock.
        withExtendedLifetime(forgotten) {}
    }
}
