import ClientEngine
import InspectorTaskFilter

/// The figures of the tasks that the list shows.
///
/// A task counts once, when it has ended; a cancelled one says nothing about the server and is left out. An error is a
/// task whose verdict is that it failed.
struct Statistics: Equatable, Sendable {
    private(set) var errors = 0
    /// The number of tasks that took more than one attempt.
    private(set) var retried = 0
    private var durations = DurationHistogram()
    private var ends = EndsPerSecond()

    /// The seconds that the rate is taken over.
    private static let rateWindow = 10

    /// The number of tasks.
    var count: Int { durations.count }

    /// Counts a task that has ended; a live or a cancelled one changes nothing.
    mutating func add(_ task: TaskSummary) {
        guard let (ended, verdict) = task.ending else { return }
        durations.add(ended - task.created)
        ends.add(ended)
        if verdict == .failed { errors += 1 }
        if task.isRetried { retried += 1 }
    }

    /// The share of errors; nil while nothing is counted.
    var errorRate: Double? { share(errors) }

    /// The share of tasks with more than one attempt; nil while nothing is counted.
    var retryRate: Double? { share(retried) }

    /// Returns a percentile of the durations in all, waits between attempts included.
    func percentile(_ percent: Int) -> Duration? { durations.percentile(percent) }

    /// Returns the number of tasks that ended per second lately.
    func rate(before now: Instant) -> Double {
        Double(ends.count(inLast: Self.rateWindow, before: now)) / Double(Self.rateWindow)
    }

    /// Returns the numbers of tasks that ended in each of so many parts of the last minute.
    func lastMinute(in parts: Int, before now: Instant) -> [Double] {
        ends.parts(parts, before: now)
    }

    private func share(_ part: Int) -> Double? {
        count == 0 ? nil : Double(part) / Double(count)
    }
}

extension TaskSummary {
    /// Its end and its verdict; nil for tasks that are not counted: live and cancelled ones.
    var ending: (at: Instant, verdict: TaskRecord.Verdict)? {
        guard let end, let verdict, verdict != .cancelled else { return nil }
        return (end, verdict)
    }
}
