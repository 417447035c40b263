import ClientEngine
import EngineJSON
import EnginePatterns
import FoundationEssentials
import InspectorTaskFilter
import InspectorValues

/// A query for tasks of earlier sessions.
package struct HistoryListing: Sendable {
    package var query: TaskQuery
    /// The exclusive end of the search.
    ///
    /// Later tasks belong to other lists.
    package var end: Date
    /// The tasks to treat as marked.
    package var marked: Set<Int>

    package init(_ query: TaskQuery, before end: Date, marked: Set<Int> = []) {
        self.query = query
        self.end = end
        self.marked = marked
    }
}

extension HistoryStore {
    /// Calls `visit` with the number of each matching task, newest first, until it returns `false`.
    ///
    /// Occasionally calls `goesOn`, and ends if that returns `false`.
    package func list(
        _ listing: HistoryListing, now: Date, while goesOn: () -> Bool = { true },
        _ visit: (Int) throws(HistoryError) -> Bool
    ) throws(HistoryError) {
        // Without a filter, the numbers suffice.
        try find(listing, readsSummaries: !listing.query.filter.isEmpty, now: now, while: goesOn) {
            (task, _) throws(HistoryError) in try visit(task)
        }
    }

    /// Calls `visit` with the summary of each matching task.
    ///
    /// Its times count from 1970.
    package func summaries(
        _ listing: HistoryListing, now: Date, while goesOn: () -> Bool = { true },
        _ visit: (TaskSummary) -> Void
    ) throws(HistoryError) {
        try find(listing, readsSummaries: true, now: now, while: goesOn) { _, summary in
            if let summary { visit(summary) }
            return true
        }
    }

    private func find(
        _ listing: HistoryListing, readsSummaries: Bool, now: Date, while goesOn: () -> Bool,
        _ visit: (Int, TaskSummary?) throws(HistoryError) -> Bool
    ) throws(HistoryError) {
        let query = listing.query
        let columns = readsSummaries ? "task, \(SummaryRow.columns)" : "task"
        let story = readsSummaries ? 1 + SummaryRow.count : 1
        // Only the story contains the program of a task.
        let readsStories = query.filter.asksForPrograms || !query.texts.isEmpty
        let tables = readsStories ? "summary JOIN task ON task.id = summary.task" : "summary"
        var budget = StepBudget()
        let instant = Instant(milliseconds: now.millisecondsSince1970)
        var (conditions, values) = Self.conditions(query.filter.needs, now: now)
        conditions.append("created < ?")
        values.append(.integer(listing.end.endMilliseconds))
        let sql = """
            SELECT \(columns)\(readsStories ? ", story, parts" : "") FROM \(tables)
            WHERE \(conditions.joined(separator: " AND ")) ORDER BY summary.task DESC
            """
        var usual: [String: UsualDuration]?
        var search = RoughSearch(for: query)
        let most = query.texts.isEmpty ? 1_000 : 100
        var count = 0
        try database.run(sql, values) { (row) throws(HistoryError) in
            count += 1
            if count.isMultiple(of: most), !goesOn() { return false }
            let task = row.integer(0)
            var summary: TaskSummary?
            if readsSummaries {
                let program = query.filter.asksForPrograms ? AskingProgram(inStory: row, story) : nil
                summary = TaskSummary(row, program: program)
            }
            if !query.filter.isEmpty {
                guard let summary,
                    query.filter.matches(
                        summary, now: instant, isMarked: listing.marked.contains(task), within: &budget,
                        isSlow: { isSlow(row, times: $0, &usual) }) == true
                else { return true }
            }
            if !query.texts.isEmpty {
                guard try search.mayFind(in: row, story: story, of: self) else { return true }
                guard goesOn() else { return false }
                guard let record = try entry(task, withBodies: true)?.record, query.occurs(in: record) else {
                    return true
                }
            }
            return try visit(task, summary)
        }
    }

    /// Returns whether a row's call was slower than usual, or at least `times` times the median of its kind.
    ///
    /// A list reads the calls of all kinds once.
    private func isSlow(_ row: Statement, times: Double?, _ usual: inout [String: UsualDuration]?) -> Bool {
        guard let took = row.duration(SummaryRow.Column.timed), !row.isNull(SummaryRow.Column.kind) else {
            return false
        }
        let known = usual ?? (try? usualDurations()) ?? [:]
        usual = known
        return known[row.text(SummaryRow.Column.kind)]?.isSlow(took, times: times) ?? false
    }

    /// Converts the needs of a filter to SQL conditions.
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
                // Rounded down to milliseconds, because the filter itself checks again.
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

extension AskingProgram {
    private static let mark = RoughText(#""program":"#)

    /// Reads the program of a task from its story.
    ///
    /// Returns `nil` if there is none.
    fileprivate init?(inStory row: Statement, _ column: Int) {
        guard row.withBytes(column, Self.mark.mayOccur),
            let story = try? JSONValue(parsing: row.bytes(column)), let name = story["program"]?.string,
            let process = story["pid"]?.int
        else { return nil }
        self.init(name: name, process: process)
    }
}
