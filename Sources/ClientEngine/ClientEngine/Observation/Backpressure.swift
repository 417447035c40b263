internal import EngineSupport

/// Determines whether transfers must pause because a reader of events is too slow, and for how long.
///
/// ```
///  a reader is full ─▶ block ─▶ transfers pause ─▶ it catches up ─▶ unblock ─▶ transfers resume
///                                     └─ it reads nothing for too long ─▶ released ──▲
/// ```
final class Backpressure: Sendable {
    /// Returns when to check a slow reader again, or `nil` if transfers no longer wait for it.
    typealias Reader = @Sendable (_ now: Instant, _ patience: Duration) -> Instant?

    /// The callbacks of a component whose transfers pause.
    struct Listener: Sendable {
        /// Called when a reader becomes too slow.
        ///
        /// ``review(at:)`` must be called soon.
        var onBlock: @Sendable () -> Void = {}
        /// Called when the last reader has caught up or was released.
        var onResume: @Sendable () -> Void = {}
    }

    private struct State {
        var patience: Duration?
        var readers: [ObjectIdentifier: Reader] = [:]
        var listeners: [ObjectIdentifier: Listener] = [:]
    }

    private let state: Locked<State>

    /// Creates a state without readers.
    ///
    /// A `patience` of `nil` is unlimited.
    init(patience: Duration? = nil) {
        state = Locked(State(patience: patience))
    }

    /// The time for which transfers wait for a reader that reads nothing.
    var patience: Duration? {
        get { state.withLock { $0.patience } }
        set {
            let listeners = state.withLock { state in
                state.patience = newValue
                return state.readers.isEmpty ? [] : Array(state.listeners.values)
            }
            for listener in listeners { listener.onBlock() }
        }
    }

    var isActive: Bool { state.withLock { !$0.readers.isEmpty } }

    /// Registers the listener of an object.
    ///
    /// `nil` unregisters it.
    func connect(_ somebody: AnyObject, _ listener: Listener?) {
        state.withLock { $0.listeners[ObjectIdentifier(somebody)] = listener }
    }

    /// Adds a reader that is too slow.
    func block(_ id: ObjectIdentifier, _ reader: @escaping Reader) {
        let listeners = state.withLock { state in
            state.readers[id] = reader
            return Array(state.listeners.values)
        }
        for listener in listeners { listener.onBlock() }
    }

    /// Removes a reader that has caught up.
    func unblock(_ id: ObjectIdentifier) {
        let listeners = state.withLock { state in
            state.readers.removeValue(forKey: id) != nil && state.readers.isEmpty
                ? Array(state.listeners.values) : []
        }
        for listener in listeners { listener.onResume() }
    }

    /// Releases readers that have read nothing for too long.
    ///
    /// Returns when to call this method again, or `nil` if never.
    func review(at now: Instant) -> Instant? {
        let (readers, patience) = state.withLock { ($0.readers, $0.patience) }
        guard let patience else { return nil }
        // Not under the lock: readers use their own locks, and may be about to call this object.
        let left = readers.map { (id: $0.key, next: $0.value(now, patience)) }
        for reader in left where reader.next == nil { unblock(reader.id) }
        return left.compactMap(\.next).min()
    }
}
