import ClientEngine
import InspectorValues

/// The calls that passed at the first attempt and have no links yet, by their kinds, the newest of each kind first.
struct UnlinkedCalls {
    /// The last task that has links.
    let lastLinked: Int
    fileprivate var calls: [String: [TimedCall]] = [:]
}

private typealias TimedCall = (task: Int, took: Duration)

// What calls of a kind usually take: the newest of them are found by links, and those without links are looked through.
extension HistoryStore {
    /// The number of calls whose phases are looked at.
    private static let calls = 30

    /// Returns the usual duration of calls of a kind; `nil` if too few are known.
    package func usualDuration(of kind: CallKind) throws(HistoryError) -> UsualDuration? {
        UsualDuration(
            try timedCalls(of: kind, UsualDuration.most, try findUnlinkedCalls(of: kind)).map(\.took))
    }

    /// Returns the usual duration of calls of a kind and that of their phases; `nil` if too few are known.
    package func usualCall(of kind: CallKind) throws(HistoryError) -> UsualCall? {
        guard try isSummarized else { return nil }
        let unlinked = try findUnlinkedCalls(of: kind)
        let calls = try timedCalls(of: kind, UsualDuration.most, unlinked)
        guard let duration = UsualDuration(calls.map(\.took)) else { return nil }
        var timings: [Timings] = []
        for call in calls.prefix(Self.calls) {
            if let exchange = try entry(call.task)?.record?.lastExchange { timings.append(exchange.timings) }
        }
        return UsualCall(duration: duration, calls: timings)
    }

    /// Returns whether a kept call was clearly slower than such calls usually are, or at least `times` as slow.
    ///
    /// A list that asks for many calls looks through those without links once.
    package func isSlow(_ task: Int, times: Double?) throws(HistoryError) -> Bool {
        guard try isSummarized else { return false }
        var call: (kind: String, took: Duration)?
        try database.run(
            "SELECT kind, timed FROM summary WHERE task = ? AND kind IS NOT NULL", [.integer(task)]
        ) { row in
            call = row.duration(1).map { (row.text(0), $0) }
            return false
        }
        guard let call else { return false }
        if usualDurations[call.kind] == nil {
            if unlinkedCalls == nil { unlinkedCalls = try findUnlinkedCalls(of: nil) }
            let calls = try unlinkedCalls.map { (unlinked) throws(HistoryError) in
                try timedCalls(of: CallKind(call.kind), UsualDuration.most, unlinked)
            }
            usualDurations[call.kind] = .some(UsualDuration((calls ?? []).map(\.took)))
        }
        return usualDurations[call.kind]??.isSlow(call.took, times: times) ?? false
    }

    /// Returns the newest calls of a kind, at most `count`.
    private func timedCalls(
        of kind: CallKind, _ count: Int, _ unlinked: UnlinkedCalls
    ) throws(HistoryError) -> [TimedCall] {
        var calls = Array((unlinked.calls[kind.description] ?? []).prefix(count))
        guard try hasLinks else { return calls }
        // A task that has got its links meanwhile is among the others already.
        try database.run(
            "SELECT task, timed FROM call_kind WHERE kind = ? AND task <= ? ORDER BY task DESC LIMIT ?",
            [.text(kind.description), .integer(unlinked.lastLinked), .integer(count - calls.count)]
        ) { row in
            calls.append((row.integer(0), row.duration(1) ?? .zero))
            return true
        }
        return calls
    }

    /// Looks through the tasks without links, for calls of a kind, or of all kinds.
    private func findUnlinkedCalls(of kind: CallKind?) throws(HistoryError) -> UnlinkedCalls {
        var unlinked = UnlinkedCalls(lastLinked: try lastLinked)
        try database.run(
            """
            SELECT task, timed, kind FROM summary
            WHERE task > ? AND timed IS NOT NULL AND \(kind == nil ? "kind IS NOT NULL" : "kind = ?") ORDER BY task DESC
            """, [.integer(unlinked.lastLinked)] + (kind.map { [.text($0.description)] } ?? [])
        ) { row in
            let calls = unlinked.calls[row.text(2)]?.count ?? 0
            if calls < UsualDuration.most {
                unlinked.calls[row.text(2), default: []].append((row.integer(0), row.duration(1) ?? .zero))
            }
            return true
        }
        return unlinked
    }
}
