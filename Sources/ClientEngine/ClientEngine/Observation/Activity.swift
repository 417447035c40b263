internal import EngineSupport
import Synchronization

/// Counts the tasks whose network part is running.
///
/// That part lasts from the start to the last byte, and again for each retry. It includes neither the wait for a retry
/// nor the processing of the response.
final class Activity: Sendable {
    /// The sum of all clients of the process, for one indicator of network activity.
    ///
    /// This is the only global of the engine: clients do not know each other, so a sum has no other place. It is a
    /// number and decides nothing.
    static let all = Activity(addingTo: nil)

    private let current = Atomic(0)
    private let sum: Activity?
    /// Reports the count to observers.
    ///
    /// It is created for the first of them.
    private let watched = Locked<LatestValue<Int>?>(nil)
    private let isWatched = Atomic(false)

    /// Creates a counter at zero.
    ///
    /// Its changes also change `sum`.
    init(addingTo sum: Activity? = .all) {
        self.sum = sum
    }

    deinit {
        // Tasks that have not ended cannot end any more, and no observer waits for a count.
        sum?.add(-count)
        watched.withLock { $0 }?.finish()
    }

    /// The number of tasks whose attempt is running or waits for admission.
    var count: Int { current.load(ordering: .sequentiallyConsistent) }

    /// The counts as they change, starting with the current one.
    var counts: LatestValues<Int> {
        let cell = watched.withLock { watched in
            if let watched { return watched }
            // Set first: a change that does not see the flag is already counted.
            isWatched.store(true, ordering: .sequentiallyConsistent)
            let cell = LatestValue(count)
            watched = cell
            return cell
        }
        return LatestValues(cell: cell) { $0 == 0 }
    }

    /// Counts a network part that starts.
    ///
    /// ``end()`` must follow exactly once.
    func begin() { add(1) }

    /// Counts a network part that has ended.
    func end() { add(-1) }

    private func add(_ change: Int) {
        guard change != 0 else { return }
        current.add(change, ordering: .sequentiallyConsistent)
        if isWatched.load(ordering: .sequentiallyConsistent) {
            // The current count, which another thread may have changed.
            watched.withLock { $0 }?.update { $0 = count }
        }
        sum?.add(change)
    }
}
