internal import EngineSupport

/// Hands every event to every observer, those of each task in order, in batches: what one turn of the loop has brought comes at once.
final class EventHub: Sendable {
    typealias Observer = @Sendable (EventBatch) -> Void
    typealias EndObserver = @Sendable ([EndedTask]) -> Void

    private struct State {
        var observers: [(id: Int, observer: Observer)] = []
        var endObservers: [(id: Int, observer: EndObserver)] = []
        var lastID = 0
    }

    private let state = Locked(State())

    /// Tells the observers what is new of tasks.
    ///
    /// They are called outside the lock, on the caller's thread.
    func publish(_ tasks: [any EventTeller]) {
        publish(tasks) { EventBatch(of: tasks) }
    }

    /// The same of one task.
    func publish(_ task: any EventTeller) {
        publish(CollectionOfOne(task)) { EventBatch(of: task) }
    }

    /// Their events are taken when it is settled who hears of them.
    private func publish(_ tasks: some Collection<any EventTeller>, _ take: () -> EventBatch) {
        let (observers, endObservers) = state.withLock { ($0.observers, $0.endObservers) }
        let batch = take()
        for entry in observers { entry.observer(batch) }
        guard !endObservers.isEmpty else { return }
        let ended = batch.ended(of: tasks)
        guard !ended.isEmpty else { return }
        for entry in endObservers { entry.observer(ended) }
    }

    /// Adds an observer until the observation is cancelled or let go.
    func observe(_ observer: @escaping Observer) -> Observation { add(observer, to: \.observers) }

    /// Adds an observer of tasks that have ended, called when some have, until the observation is cancelled or let go.
    ///
    /// Where there are only such, nothing is done for other events.
    func observeEnds(_ observer: @escaping EndObserver) -> Observation { add(observer, to: \.endObservers) }

    private func add<Told: Sendable>(
        _ observer: Told, to list: WritableKeyPath<State, [(id: Int, observer: Told)]> & Sendable
    ) -> Observation {
        let id = state.withLock { state in
            state.lastID += 1
            state[keyPath: list].append((state.lastID, observer))
            return state.lastID
        }
        return Observation { [weak self] in
            // Let go behind the lock: what an observer holds may end another observation when it goes.
            let removed = self?.state.withLock { state in
                state[keyPath: list].firstIndex { $0.id == id }.map { state[keyPath: list].remove(at: $0) }
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
