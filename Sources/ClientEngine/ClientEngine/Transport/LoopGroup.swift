internal import EngineSupport

/// The loops of a client.
///
/// Tasks of one origin begin on the same loop, so that they use the same connections. A redirect leads to no other loop.
///
/// ```
///  task ─▶ origin ─▶ seen before? ──yes──▶ its loop
///                         └──no──▶ the loop with the fewest tasks and origins
/// ```
final class LoopGroup: Sendable {
    private struct Origins {
        var loops: [String: Int] = [:]
        /// The number of origins of each loop.
        var counts: [Int]
    }

    /// At least one.
    let all: [LoopThread]
    private let origins: Locked<Origins>
    /// The number of origins that are kept before all are forgotten.
    private static let capacity = 4096

    init(_ shared: SharedParts) {
        let count = max(1, shared.configuration.connections.loopCount)
        all = (0..<count).map { _ in LoopThread(shared) }
        origins = Locked(Origins(counts: Array(repeating: 0, count: count)))
    }

    /// The loop of what belongs to no origin.
    var first: LoopThread { all[0] }

    /// Returns the loop of tasks for a URL.
    func loop(for url: RequestURL?) -> LoopThread {
        guard all.count > 1, let origin = url?.origin else { return first }
        return origins.withLock { origins in
            if let known = origins.loops[origin] { return all[known] }
            if origins.loops.count >= Self.capacity {
                origins = Origins(counts: Array(repeating: 0, count: all.count))
            }
            let loads = all.indices.map { all[$0].taskCount + origins.counts[$0] }
            let place = loads.indices.min { loads[$0] < loads[$1] } ?? 0
            origins.loops[origin] = place
            origins.counts[place] += 1
            return all[place]
        }
    }

    /// Has every loop run a job.
    func enqueueOnAll(_ job: @escaping LoopInbox.Job) {
        for loop in all { loop.enqueue(job) }
    }
}
