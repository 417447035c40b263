internal import EngineSupport

/// Delivers every event to every observer in batches: the events of one turn of the loop together, those of each task
/// in order.
final class EventHub: Sendable {
    typealias Observer = @Sendable (EventBatch) -> Void
    typealias EndObserver = @Sendable ([EndedTask]) -> Void

    private struct State {
        var observers: [(id: Int, observer: Observer)] = []
        var endObservers: [(id: Int, observer: EndObserver)] = []
        var lastID = 0
    }

    private let state = Locked(State())

    /// Reports the new events of tasks to the observers.
    ///
    /// Observers are called outside the lock, on the caller's thread.
    func publish(_ tasks: [any EventTeller]) {
        publish(tasks) { EventBatch(of: tasks) }
    }

    /// Reports the new events of one task to the observers.
    func publish(_ task: any EventTeller) {
        publish(CollectionOfOne(task)) { EventBatch(of: task) }
    }

    /// Takes the events after the observers are determined.
    private func publish(_ tasks: some Collection<any EventTeller>, _ take: () -> EventBatch) {
        let (observers, endObservers) = state.withLock { ($0.observers, $0.endObservers) }
        let batch = take()
        for entry in observers { entry.observer(batch) }
        guard !endObservers.isEmpty else { return }
        let ended = batch.ended(of: tasks)
        guard !ended.isEmpty else { return }
        for entry in endObservers { entry.observer(ended) }
    }

    /// Adds an observer until the observation is cancelled or released.
    func observe(_ observer: @escaping Observer) -> Observation { add(observer, to: \.observers) }

    /// Adds an observer of tasks that have ended, until the observation is cancelled or released.
    ///
    /// If there are only such observers, other events cost nothing.
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
            // Released after the lock: releasing an observer may end another observation.
            let removed = self?.state.withLock { state in
                state[keyPath: list].firstIndex { $0.id == id }.map { state[keyPath: list].remove(at: $0) }
            }
            withExtendedLifetime(removed) {}
        }
    }
}

/// Keeps an observer registered while it is retained.
public final class Observation: Sendable {
    private let onCancel: @Sendable () -> Void

    init(_ onCancel: @escaping @Sendable () -> Void) {
        self.onCancel = onCancel
    }

    deinit {
        onCancel()
    }

    /// Ends the observation.
    ///
    /// Calls in progress may still arrive once.
    ///
    /// May be called from any thread.
    public func cancel() {
        onCancel()
    }
}
