import ClientEngine
import InspectorTaskFilter

/// The sums over the tasks of each route, within a window of time.
package struct RouteTable: Equatable, Sendable {
    /// The time that is looked at: of what ended in it, all counts.
    enum Window: String, CaseIterable, Sendable {
        case session = "this session"
        case minute = "the last minute"
        case hour = "the last hour"
        /// All that the history holds, of this session and of earlier ones.
        case history = "the history"

        fileprivate var length: Duration? {
            switch self {
            case .session, .history: nil
            case .minute: .seconds(60)
            case .hour: .seconds(3_600)
            }
        }

        func next(hasHistory: Bool) -> Window {
            let all = Self.allCases.filter { $0 != .history || hasHistory }
            return all[((all.firstIndex(of: self) ?? 0) + 1) % all.count]
        }
    }

    /// The figures of a route.
    struct Row: Equatable, Sendable {
        let route: Route
        fileprivate(set) var errors = 0
        /// The number of tasks that took more than one attempt.
        fileprivate(set) var retried = 0
        fileprivate(set) var attempts = 0
        /// The bytes of the bodies of answers.
        fileprivate(set) var bytes = 0
        /// The number of tasks that ended in each part of the window, the oldest first.
        fileprivate(set) var parts = [Double](repeating: 0, count: RouteTable.parts)
        /// Ascending.
        fileprivate var durations: [Duration] = []

        fileprivate init(_ route: Route) { self.route = route }

        /// The number of tasks.
        var count: Int { durations.count }
        var errorRate: Double { Double(errors) / Double(count) }
        var retryRate: Double { Double(retried) / Double(count) }
        /// The number of requests that the server gets for one that was asked for.
        var amplification: Double { Double(attempts) / Double(count) }
        var longest: Duration { durations.last ?? .zero }

        /// Returns the shortest duration that at least so many percent do not exceed.
        func percentile(_ percent: Int) -> Duration {
            durations.isEmpty ? .zero : durations[max(0, (count * percent + 99) / 100 - 1)]
        }
    }

    /// The number of parts that a window is divided into.
    static let parts = 12

    private(set) var rows: [Row] = []
    /// The number of tasks in all rows.
    private(set) var count = 0

    /// Sums tasks up; as in ``Statistics``, those that are live or were cancelled are left out.
    init(_ tasks: some Sequence<TaskSummary>, in window: Window = .session, now: Instant) {
        let start = window.length.map { Instant(nanoseconds: now.nanoseconds - $0.nanoseconds) }
        var sum = RouteSum()
        // Many tasks ask for the same, and their routes are found once.
        var places: [ObjectIdentifier: Int] = [:]
        for task in tasks {
            guard let end = task.ending?.at, start.map({ end >= $0 && end <= now }) ?? true else { continue }
            let place = places[ObjectIdentifier(task.asked)] ?? sum.place(of: task)
            places[ObjectIdentifier(task.asked)] = place
            sum.add(task, at: place)
        }
        self = sum.table(since: start, until: start == nil ? nil : now)
    }

    fileprivate init(_ rows: [Row], count: Int) {
        self.rows = rows
        self.count = count
    }
}

/// Adds up tasks that come one after the other, and need not be kept.
package struct RouteSum {
    private var rows: [RouteTable.Row] = []
    private var places: [Route: Int] = [:]
    /// The row of each task, and when it ended.
    private var endings: [(place: Int, end: Instant)] = []
    private var first: Instant?

    package init() {}

    /// Adds a task that has ended; others are left out.
    package mutating func add(_ task: TaskSummary) {
        if task.ending != nil { add(task, at: place(of: task)) }
    }

    /// The table of all tasks.
    package var table: RouteTable { table(since: nil, until: nil) }

    fileprivate mutating func place(of task: TaskSummary) -> Int {
        let route = Route(task.asked)
        let place = places[route] ?? rows.count
        if place == rows.count { rows.append(RouteTable.Row(route)) }
        places[route] = place
        return place
    }

    fileprivate mutating func add(_ task: TaskSummary, at place: Int) {
        guard let (end, verdict) = task.ending else { return }
        rows[place].add(task, verdict, took: end - task.created)
        endings.append((place, end))
        first = min(first ?? task.created, task.created)
    }

    /// The table with its activity between two instants; those of the first and the last task where there are none.
    fileprivate func table(since start: Instant?, until end: Instant?) -> RouteTable {
        var rows = rows
        if let start = start ?? first, let last = end ?? endings.map(\.end).max() {
            let length = max(.nanoseconds(1), last - start).seconds
            for (place, end) in endings {
                let part = Int((end - start).seconds / length * Double(RouteTable.parts))
                rows[place].parts[min(RouteTable.parts - 1, max(0, part))] += 1
            }
        }
        for index in rows.indices { rows[index].durations.sort() }
        return RouteTable(rows, count: endings.count)
    }
}

extension RouteTable.Row {
    fileprivate mutating func add(
        _ task: TaskSummary, _ verdict: TaskRecord.Verdict, took duration: Duration
    ) {
        durations.append(duration)
        if verdict == .failed { errors += 1 }
        if task.isRetried { retried += 1 }
        attempts += max(1, Int(task.attempts))
        bytes = bytes.addingSaturated(task.bodySize ?? 0)
    }
}
