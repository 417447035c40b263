internal import EngineSupport

/// Says whether some reader of events is so far behind that transfers should pause, and for how long they do.
///
/// ```
///  a reader is full ─▶ block ─▶ transfers pause ─▶ it catches up ─▶ unblock ─▶ transfers go on
///                                     └─ it reads nothing for too long ─▶ let go ──▲
/// ```
final class Backpressure: Sendable {
    /// A reader that is behind, asked whether it still reads: when to ask again, or nil where it is waited for no more.
    typealias Reader = @Sendable (_ now: Instant, _ patience: Duration) -> Instant?

    /// Somebody whose transfers pause.
    struct Listener: Sendable {
        /// Has ``review(at:)`` called soon: a reader fell behind.
        var onBlock: @Sendable () -> Void = {}
        /// Goes on: the last reader has caught up, or was let go.
        var onResume: @Sendable () -> Void = {}
    }

    private struct State {
        var patience: Duration?
        var readers: [ObjectIdentifier: Reader] = [:]
        var listeners: [ObjectIdentifier: Listener] = [:]
    }

    private let state: Locked<State>

    /// Begins without readers; a patience of nil has no end.
    init(patience: Duration? = nil) {
        state = Locked(State(patience: patience))
    }

    /// The time that a reader is waited for that reads nothing.
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

    /// Sets who is told for somebody; nil to tell nobody any more.
    func connect(_ somebody: AnyObject, _ listener: Listener?) {
        state.withLock { $0.listeners[ObjectIdentifier(somebody)] = listener }
    }

    /// Counts a reader that fell behind.
    func block(_ id: ObjectIdentifier, _ reader: @escaping Reader) {
        let listeners = state.withLock { state in
            state.readers[id] = reader
            return Array(state.listeners.values)
        }
        for listener in listeners { listener.onBlock() }
    }

    /// Counts a reader that caught up.
    func unblock(_ id: ObjectIdentifier) {
        let listeners = state.withLock { state in
            state.readers.removeValue(forKey: id) != nil && state.readers.isEmpty
                ? Array(state.listeners.values) : []
        }
        for listener in listeners { listener.onResume() }
    }

    /// Lets go of readers that have read nothing for too long, and says when to look again; nil where that is never.
    func review(at now: Instant) -> Instant? {
        let (readers, patience) = state.withLock { ($0.readers, $0.patience) }
        guard let patience else { return nil }
        // Outside of the lock: they lock themselves, and may be about to call here.
        let left = readers.map { (id: $0.key, next: $0.value(now, patience)) }
        for reader in left where reader.next == nil { unblock(reader.id) }
        return left.compactMap(\.next).min()
    }
}
