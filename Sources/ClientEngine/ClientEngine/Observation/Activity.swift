internal import EngineSupport
import Synchronization

/// Counts the tasks whose network part is running.
///
/// That part lasts from the start to the last byte, again for each retry, and neither while a task waits nor while its
/// response is processed.
final class Activity: Sendable {
    /// Adds up all clients of the process, for the one light that shows whether anything is under way.
    ///
    /// The only global of the engine: clients do not know each other, so what spans them has no other place.
    /// It holds a number and decides nothing.
    static let all = Activity(addingTo: nil)

    private let current = Atomic(0)
    private let sum: Activity?
    /// Tells the count to those who watch it; made for the first of them.
    private let watched = Locked<LatestValue<Int>?>(nil)
    private let isWatched = Atomic(false)

    /// Creates a counter at zero whose changes also change `sum`.
    init(addingTo sum: Activity? = .all) {
        self.sum = sum
    }

    deinit {
        // What was not ended can no longer end, and nobody is left to wait for a count.
        sum?.add(-count)
        watched.withLock { $0 }?.finish()
    }

    /// The tasks whose attempt is under way now, those that wait for their turn among them.
    var count: Int { current.load(ordering: .sequentiallyConsistent) }

    /// The counts as they change, the newest at once.
    var counts: LatestValues<Int> {
        let cell = watched.withLock { watched in
            if let watched { return watched }
            // First: a change that has not seen it is counted already.
            isWatched.store(true, ordering: .sequentiallyConsistent)
            let cell = LatestValue(count)
            watched = cell
            return cell
        }
        return LatestValues(cell: cell) { $0 == 0 }
    }

    /// Counts a network part that begins; ``end()`` follows exactly once.
    func begin() { add(1) }

    /// Counts a network part that is over.
    func end() { add(-1) }

    private func add(_ change: Int) {
        guard change != 0 else { return }
        current.add(change, ordering: .sequentiallyConsistent)
        if isWatched.load(ordering: .sequentiallyConsistent) {
            // The count of now, whoever has changed it last.
            watched.withLock { $0 }?.update { $0 = count }
        }
        sum?.add(change)
    }
}
