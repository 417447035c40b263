/// Keeps the values that were made last, so that what is asked for again and again is made once.
///
/// May be used from any thread.
final class RecentValues<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    private let capacity: Int
    private let values = Locked<[Key: Value]>([:])

    init(capacity: Int) {
        self.capacity = capacity
    }

    /// The value of a key; nil where there is none, or none any more.
    subscript(key: Key) -> Value? { values.withLock { $0[key] } }

    /// Keeps a value, in the place of one that the key has.
    func insert(_ value: Value, for key: Key) {
        let forgotten = values.withLock { values in
            // Starting over is as good as tracking use: what is asked for again comes back at once.
            let forgotten = values.count < capacity ? [:] : values
            if values.count >= capacity { values = [:] }
            values[key] = value
            return forgotten
        }
        // Let go behind the lock.
        withExtendedLifetime(forgotten) {}
    }
}
