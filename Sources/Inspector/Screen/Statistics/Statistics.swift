import ClientEngine

/// What the tasks that the list shows add up to.
///
/// A task counts once, when it has ended; a cancelled one says nothing about the server and is left out. An error is a
/// task whose verdict is that it failed.
struct Statistics: Equatable, Sendable {
    private(set) var errors = 0
    /// How many took more than one attempt.
    private(set) var retried = 0
    private var durations = DurationHistogram()
    private var ends = EndsPerSecond()

    /// The seconds that the rate is taken over.
    private static let rateWindow = 10

    /// How many tasks are counted.
    var count: Int { durations.count }

    /// Counts a task that has ended; a live or a cancelled one changes nothing.
    mutating func add(_ task: TaskSummary) {
        guard let ended = task.end, let verdict = task.verdict, verdict != .cancelled else { return }
        durations.add(ended - task.created)
        ends.add(ended)
        if verdict == .failed { errors += 1 }
        if task.isRetried { retried += 1 }
    }

    /// The share of errors; nil while nothing is counted.
    var errorRate: Double? { share(errors) }

    /// The share of tasks with more than one attempt; nil while nothing is counted.
    var retryRate: Double? { share(retried) }

    /// How long the tasks took in all, waits between attempts included.
    func percentile(_ percent: Int) -> Duration? { durations.percentile(percent) }

    /// How many tasks ended per second lately.
    func rate(before now: Instant) -> Double {
        Double(ends.count(inLast: Self.rateWindow, before: now)) / Double(Self.rateWindow)
    }

    /// How many tasks ended in each of so many parts of the last minute.
    func lastMinute(in parts: Int, before now: Instant) -> [Double] {
        ends.parts(parts, before: now)
    }

    private func share(_ part: Int) -> Double? {
        count == 0 ? nil : Double(part) / Double(count)
    }
}
