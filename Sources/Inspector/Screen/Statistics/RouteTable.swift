import ClientEngine
import InspectorTaskFilter

/// What the tasks of each route add up to, within a window of time.
struct RouteTable: Equatable, Sendable {
    /// The time that is looked at: of what ended in it, all counts.
    enum Window: String, CaseIterable, Sendable {
        case session = "this session"
        case minute = "the last minute"
        case hour = "the last hour"

        fileprivate var length: Duration? {
            switch self {
            case .session: nil
            case .minute: .seconds(60)
            case .hour: .seconds(3_600)
            }
        }

        var next: Window {
            let all = Self.allCases
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
        /// How many ended in each part of the window, the oldest first.
        fileprivate(set) var parts = [Double](repeating: 0, count: RouteTable.parts)
        /// Ascending.
        fileprivate var durations: [Duration] = []

        fileprivate init(_ route: Route) { self.route = route }

        /// The number of tasks.
        var count: Int { durations.count }
        var errorRate: Double { Double(errors) / Double(count) }
        var retryRate: Double { Double(retried) / Double(count) }
        /// How many requests the server gets for one that was asked for.
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
        let counted = tasks.filter { $0.ending != nil }
        let last = counted.compactMap(\.end).max() ?? now
        let start =
            window.length.map { Instant(nanoseconds: now.nanoseconds - $0.nanoseconds) } ?? counted.map(
                \.created
            ).min() ?? now
        let length = max(.nanoseconds(1), (window.length == nil ? last : now) - start)
        // Many tasks ask for the same, and their routes are found once.
        var places: [ObjectIdentifier: Int] = [:]
        var placesOfRoutes: [Route: Int] = [:]
        for task in counted {
            guard let (end, verdict) = task.ending, end >= start, end <= max(now, last) else { continue }
            let place: Int
            if let known = places[ObjectIdentifier(task.asked)] {
                place = known
            } else {
                let route = Route(task.asked)
                place = placesOfRoutes[route] ?? rows.count
                if place == rows.count { rows.append(Row(route)) }
                placesOfRoutes[route] = place
                places[ObjectIdentifier(task.asked)] = place
            }
            let part = Int((end - start).seconds / length.seconds * Double(Self.parts))
            rows[place].add(task, verdict, took: end - task.created, in: min(Self.parts - 1, max(0, part)))
            count += 1
        }
        for index in rows.indices { rows[index].durations.sort() }
    }
}

extension RouteTable.Row {
    fileprivate mutating func add(
        _ task: TaskSummary, _ verdict: TaskRecord.Verdict, took duration: Duration, in part: Int
    ) {
        durations.append(duration)
        if verdict == .failed { errors += 1 }
        if task.isRetried { retried += 1 }
        attempts += max(1, Int(task.attempts))
        bytes += task.bodySize ?? 0
        parts[part] += 1
    }
}
