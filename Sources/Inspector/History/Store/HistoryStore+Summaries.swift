import ClientEngine
import FoundationEssentials
import InspectorValues

extension HistoryStore {
    /// Sums up tasks that an earlier version has kept, at most so many; false when none is left.
    package func summarize(atMost count: Int = 500) throws(HistoryError) -> Bool {
        guard try hasUnsummarized else { return false }
        return try write { () throws(HistoryError) in
            var rows: [(entry: HistoryEntry, folder: String?)] = []
            try database.run(
                """
                SELECT \(try entryColumns), folder FROM task JOIN session ON session.id = task.session
                WHERE task.id NOT IN (SELECT task FROM summary) ORDER BY task.id DESC LIMIT ?
                """, [.integer(count)]
            ) { (row) throws(HistoryError) in
                guard let entry = try entry(of: row) else { return true }
                let folder = HistoryEntry.columnCount
                rows.append((entry, row.isNull(folder) ? nil : row.text(folder)))
                return true
            }
            var added = 0
            var lastKind = LastKind()
            for row in rows {
                let entry = row.entry
                guard let record = entry.record else { continue }
                let place = entry.file.map { StoredSummary.place(of: $0, in: row.folder) }
                guard let summary = StoredSummary(record, place: place, &lastKind) else { continue }
                try database.run(StoredSummary.insertion(of: 1)) { (statement) throws(HistoryError) in
                    try statement.bind(entry.id)
                    try summary.bind(to: statement)
                }
                try linkCalls(entry.id...entry.id)
                added += 1
            }
            return added > 0 && rows.count == count
        }
    }

    /// Opens the history to list it; nil where there is none.
    ///
    /// Sums up first the tasks that an earlier version has kept, as far as the files may be written.
    package convenience init?(listing folder: HistoryFolder) throws(HistoryError) {
        try self.init(reading: folder)
        guard try hasUnsummarized, let writing = try? HistoryStore(changing: folder) else { return }
        while (try? writing.summarize()) == true {}
    }

    /// Indicates whether there are tasks without a summary: the oldest is the last to get one.
    package var hasUnsummarized: Bool {
        get throws(HistoryError) {
            guard try isSummarized else { return true }
            return try database.number(
                """
                SELECT id FROM task WHERE id = (SELECT min(id) FROM task)
                AND NOT EXISTS (SELECT 1 FROM summary WHERE summary.task = task.id)
                """) != nil
        }
    }

    /// Indicates whether the tables have what lists ask for; those of an earlier version get it where they may be written.
    package var isSummarized: Bool {
        get throws(HistoryError) {
            try database.number("SELECT count(*) FROM sqlite_master WHERE name = 'summary'") == 1
        }
    }
}
