import ClientEngine
import InspectorValues

// The usual duration of a kind of calls is computed from summaries of the newest calls that passed at the first
// attempt.
extension HistoryStore {
    /// The number of calls whose phases are read.
    private static let calls = 30

    /// Returns the usual duration of a kind of calls, or `nil` if too few calls are known.
    package func usualDuration(of kind: CallKind) throws(HistoryError) -> UsualDuration? {
        UsualDuration(try timedCalls(of: kind).map(\.took))
    }

    /// Returns the usual duration of a kind of calls and of their phases, or `nil` if too few calls are known.
    package func usualCall(of kind: CallKind) throws(HistoryError) -> UsualCall? {
        let calls = try timedCalls(of: kind)
        guard let duration = UsualDuration(calls.map(\.took)) else { return nil }
        var timings: [Timings] = []
        for call in calls.prefix(Self.calls) {
            if let exchange = try entry(call.task)?.record?.lastExchange { timings.append(exchange.timings) }
        }
        return UsualCall(duration: duration, calls: timings)
    }

    /// Returns the usual durations of all kinds with enough known calls.
    func usualDurations() throws(HistoryError) -> [String: UsualDuration] {
        var calls: [String: [Duration]] = [:]
        try database.run(
            "SELECT kind, timed FROM summary WHERE kind IS NOT NULL AND timed IS NOT NULL ORDER BY task DESC"
        ) { row in
            let kind = row.text(0)
            if calls[kind]?.count ?? 0 < UsualDuration.most {
                calls[kind, default: []].append(row.duration(1) ?? .zero)
            }
            return true
        }
        return calls.compactMapValues { UsualDuration($0) }
    }

    private func timedCalls(of kind: CallKind) throws(HistoryError) -> [(task: Int, took: Duration)] {
        var calls: [(task: Int, took: Duration)] = []
        try database.run(
            "SELECT task, timed FROM summary WHERE kind = ? AND timed IS NOT NULL ORDER BY task DESC LIMIT ?",
            [.text(kind.description), .integer(UsualDuration.most)]
        ) { row in
            calls.append((row.integer(0), row.duration(1) ?? .zero))
            return true
        }
        return calls
    }
}
