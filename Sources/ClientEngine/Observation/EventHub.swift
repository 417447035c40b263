/// Hands every event to every observer, in order and in batches: what one turn of the loop has brought comes at once.
final class EventHub: Sendable {
    typealias Observer = @Sendable (EventBatch) -> Void

    private struct State {
        var observers: [(id: Int, observer: Observer)] = []
        var lastID = 0
    }

    private let state = Locked(State())

    /// Tells the observers.
    ///
    /// They are called outside the lock, on the caller's thread.
    func publish(_ events: EventBatch) {
        for entry in state.withLock({ $0.observers }) { entry.observer(events) }
    }

    /// Adds an observer until the observation is cancelled or let go.
    func observe(_ observer: @escaping Observer) -> Observation {
        let id = state.withLock {
            $0.lastID += 1
            $0.observers.append(($0.lastID, observer))
            return $0.lastID
        }
        return Observation { [weak self] in
            // Let go behind the lock: what an observer holds may end another observation when it goes.
            let removed = self?.state.withLock { state in
                state.observers.firstIndex { $0.id == id }.map { state.observers.remove(at: $0) }
            }
            withExtendedLifetime(removed) {}
        }
    }
}

/// Keeps an observer registered for as long as somebody holds it.
public final class Observation: Sendable {
    private let onCancel: @Sendable () -> Void

    init(_ onCancel: @escaping @Sendable () -> Void) {
        self.onCancel = onCancel
    }

    deinit {
        onCancel()
    }

    /// Ends the observation; calls under way may still arrive once.
    ///
    /// May be called from any thread.
    public func cancel() {
        onCancel()
    }
}
