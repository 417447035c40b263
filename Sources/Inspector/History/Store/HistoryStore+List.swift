import ClientEngine
import EnginePatterns
import FoundationEssentials
import InspectorTaskFilter

/// A list's question for the tasks of earlier sessions.
package struct HistoryListing: Sendable {
    package var query: TaskQuery
    /// The time from which on tasks belong to somebody else.
    package var end: Date
    /// The tasks that count as marked.
    package var marked: Set<Int>

    package init(_ query: TaskQuery, before end: Date, marked: Set<Int> = []) {
        self.query = query
        self.end = end
        self.marked = marked
    }
}

extension HistoryStore {
    /// The columns of `summary` that a filter looks at, in the order in which ``TaskSummary`` takes them.
    private static let filtered = [
        "task", "created", "elapsed", "method", "url", "status", "size", "first_byte", "wait", "type", "mock",
        "mock_name",
        "state", "verdict", "attempts", "passed", "error", "phase", "is_redirected", "is_reused",
    ]

    /// The columns that a filter needs: which program a task comes from stands in its story alone.
    private func columns(of filter: Filter) throws(HistoryError) -> String {
        guard filter.asksForPrograms else { return Self.filtered.joined(separator: ", ") }
        let story = try storyColumns.map { "(SELECT \($0) FROM task WHERE task.id = summary.task)" }
        return (Self.filtered + story).joined(separator: ", ")
    }

    /// Hands over the numbers of the tasks that a list wants, the newest first, until false is returned; `goesOn` is asked now and then
    /// meanwhile.
    package func list(
        _ listing: HistoryListing, now: Date, while goesOn: () -> Bool = { true }, _ visit: (Int) -> Bool
    ) throws(HistoryError) {
        // Without a filter the numbers alone are enough.
        let filter = listing.query.filter
        let columns = filter.isEmpty ? "task" : try columns(of: filter)
        try find(listing, columns, now: now, while: goesOn) { task, _ in visit(task) }
    }

    /// Hands over what the same tasks come to, their times counted from 1970.
    package func summaries(
        _ listing: HistoryListing, now: Date, while goesOn: () -> Bool = { true },
        _ visit: (TaskSummary) -> Void
    ) throws(HistoryError) {
        let columns = try columns(of: listing.query.filter)
        try find(listing, columns, now: now, while: goesOn) { _, summary in
            if let summary { visit(summary) }
            return true
        }
    }

    private func find(
        _ listing: HistoryListing, _ columns: String, now: Date, while goesOn: () -> Bool,
        _ visit: (Int, TaskSummary?) -> Bool
    ) throws(HistoryError) {
        guard try isSummarized else { return }
        let query = listing.query
        let candidates = try candidates(for: query.texts, while: goesOn)
        (usualDurations, unlinkedCalls) = ([:], nil)
        defer { unlinkedCalls = nil }
        var budget = StepBudget()
        let instant = Instant(milliseconds: now.millisecondsSince1970)
        var (conditions, values) = Self.conditions(query.filter.needs, now: now)
        conditions.append("created < ?")
        values.append(.integer(listing.end.endMilliseconds))
        let sql =
            "SELECT \(columns) FROM summary WHERE \(conditions.joined(separator: " AND ")) ORDER BY task DESC"
        var count = 0
        try database.run(sql, values) { (row) throws(HistoryError) in
            count += 1
            if count.isMultiple(of: 1_000), !goesOn() { return false }
            let task = row.integer(0)
            if let candidates, !candidates.contains(task) { return true }
            let story = query.filter.asksForPrograms ? try story(of: row, Self.filtered.count) : nil
            let summary = columns == "task" ? nil : TaskSummary(row, program: story?.program)
            if !query.filter.isEmpty {
                guard let summary,
                    query.filter.matches(
                        summary, now: instant, isMarked: listing.marked.contains(task), within: &budget,
                        isSlow: { (try? isSlow(task, times: $0)) ?? false }) == true
                else { return true }
            }
            if !query.texts.isEmpty {
                guard goesOn() else { return false }
                guard let record = try entry(task, withBodies: true)?.record, query.occurs(in: record) else {
                    return true
                }
            }
            return visit(task, summary)
        }
    }

    /// Returns the needs of a filter as conditions of SQL.
    private static func conditions(_ needs: [FilterNeed], now: Date) -> ([String], [SQLValue]) {
        var conditions: [String] = []
        var values: [SQLValue] = []
        for need in needs {
            switch need {
            case .method(let method):
                conditions.append("method = ? COLLATE NOCASE")
                values.append(.text(method))
            case .text(let text):
                conditions.append("method || ' ' || url LIKE ? ESCAPE '\\'")
                let escaped = text.replacing("\\", with: "\\\\").replacing("%", with: "\\%").replacing(
                    "_", with: "\\_")
                values.append(.text("%\(escaped)%"))
            case .status(let range):
                conditions.append("status BETWEEN ? AND ?")
                values += [.integer(range.lowerBound), .integer(range.upperBound)]
            case .total(let range):
                conditions.append("elapsed BETWEEN ? AND ?")
                values += [.integer(Int(range.lowerBound)), .integer(Int(range.upperBound))]
            case .age(let range):
                // To the millisecond below: the filter itself looks again.
                let age = Double(min(range.upperBound, Int64(1) << 60)) / 1e9
                conditions.append("created >= ?")
                values.append(.integer((now - age).millisecondsSince1970 - 1))
            case .verdict(let verdict):
                conditions.append("verdict = ?")
                values.append(.text(verdict.rawValue))
            }
        }
        return (conditions, values)
    }
}

extension TaskSummary {
    /// Reads a row of the columns that a filter looks at; its times count from 1970.
    fileprivate init?(_ row: Statement, program: AskingProgram?) {
        guard let state = TaskState.Name(rawValue: row.text(12)),
            let verdict = TaskRecord.Verdict(rawValue: row.text(13))
        else { return nil }
        let (method, url) = (row.text(3), row.text(4))
        let created = row.time(1)
        let origin = TaskOrigin(
            request: Request(method: HTTPMethod(rawValue: method), url: url), url: RequestURL(kept: url),
            date: Date(storedMilliseconds: created))
        let mock = row.isNull(10) ? nil : MockReference(id: row.text(10), name: row.text(11))
        self.init(
            id: row.integer(0), asked: ResolvedRequest(origin),
            labels: Labels(type: row.text(9), mock: mock, program: program),
            created: Instant(milliseconds: created),
            elapsed: row.duration(2) ?? .zero, firstByte: row.duration(7), wait: row.duration(8),
            bodySize: row.size(6), status: row.count(5).map { StatusCode(rawValue: $0) },
            attempts: row.count(14) ?? 0, state: state,
            verdict: verdict, haveAssertionsPassed: row.optional(15).map { $0 == 1 },
            errorKind: row.isNull(16) ? nil : ClientError.Kind(rawValue: row.text(16)),
            errorPhase: row.isNull(17) ? nil : Phase(rawValue: row.text(17)),
            isRedirected: row.integer(18) == 1, isReused: row.integer(19) == 1)
    }
}
