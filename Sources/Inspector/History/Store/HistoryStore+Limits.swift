import FoundationEssentials
import Glibc

/// The limits of the history.
package struct HistoryLimits: Sendable, Equatable {
    /// Of the database and the body files together.
    package var bytes = 1 << 30
    package var days = 90

    package init(bytes: Int? = nil, days: Int? = nil) {
        self.bytes = bytes ?? self.bytes
        self.days = days ?? self.days
    }
}

/// The size of the history.
package struct HistoryStatistics: Sendable, Equatable {
    package var tasks: Int
    package var sessions: Int
    /// Of the database, without what is free in it.
    package var databaseBytes: Int
    package var bodyFiles: Int
    package var bodyFileBytes: Int
    /// Milliseconds since 1970; nil where there is no task.
    package var oldest: Int?
    package var newest: Int?
    /// Indicates whether SQLite finds all of it intact.
    package var isWhole: Bool
}

extension HistoryStore {
    package func statistics() throws(HistoryError) -> HistoryStatistics {
        var isWhole = false
        try database.run("PRAGMA quick_check(1)") { row in
            isWhole = row.text(0) == "ok"
            return false
        }
        return HistoryStatistics(
            tasks: try database.number("SELECT count(*) FROM task") ?? 0,
            sessions: try database.number("SELECT count(DISTINCT session) FROM task") ?? 0,
            databaseBytes: try usedBytes(),
            bodyFiles: try database.number("SELECT count(*) FROM body WHERE content IS NULL") ?? 0,
            bodyFileBytes: try fileBytes(),
            oldest: try database.number("SELECT min(created) FROM task"),
            newest: try database.number("SELECT max(created) FROM task"), isWhole: isWhole)
    }

    private func usedBytes() throws(HistoryError) -> Int {
        let pages = try database.number("PRAGMA page_count") ?? 0
        let free = try database.number("PRAGMA freelist_count") ?? 0
        return (pages - free) * (try database.number("PRAGMA page_size") ?? 0)
    }

    private func fileBytes() throws(HistoryError) -> Int {
        try database.number("SELECT sum(size) FROM body WHERE content IS NULL") ?? 0
    }

    /// Deletes what is older than the limit, and then the oldest until the rest is small enough; returns how many tasks that
    /// were.
    @discardableResult
    func prune(to limits: HistoryLimits, now: Date) throws(HistoryError) -> Int {
        let oldest = Int((now.timeIntervalSince1970 - Double(limits.days) * 86_400) * 1_000)
        var deleted = 0
        while true {
            let old = try ids(
                "SELECT task FROM summary WHERE created < ? ORDER BY task LIMIT 500", [.integer(oldest)])
            if old.isEmpty { break }
            try delete(old)
            deleted += old.count
        }
        while try usedBytes() + fileBytes() > limits.bytes {
            let first = try ids("SELECT id FROM task ORDER BY id LIMIT 500")
            if first.isEmpty { break }
            try delete(Array(first.prefix(max(1, first.count / 4))))
            deleted += max(1, first.count / 4)
        }
        if deleted > 0 {
            try alone { () throws(HistoryError) in try database.execute("PRAGMA incremental_vacuum") }
        }
        return deleted
    }

    private func ids(_ sql: String, _ values: [SQLValue] = []) throws(HistoryError) -> [Int] {
        var ids: [Int] = []
        try database.run(sql, values) { row in
            ids.append(row.integer(0))
            return true
        }
        return ids
    }

    private func delete(_ tasks: [Int]) throws(HistoryError) {
        try alone { () throws(HistoryError) in
            let files = try database.transaction { () throws(HistoryError) in
                try deleteRows(of: tasks)
                return try deleteUnusedBodies()
            }
            for file in files { unlink(file) }
        }
    }

    private func deleteRows(of tasks: [Int]) throws(HistoryError) {
        let last = try database.number("SELECT last_task FROM searchable") ?? 0
        for task in tasks {
            if task <= last, let entry = try entry(task) {
                let text = Self.text(method: entry.method, url: entry.url, story: entry.story)
                try database.run(
                    "INSERT INTO task_text (task_text, rowid, text) VALUES ('delete', ?, ?)",
                    [.integer(task), .text(text)])
            }
            try database.run("DELETE FROM task WHERE id = ?", [.integer(task)])
            try database.run("DELETE FROM summary WHERE task = ?", [.integer(task)])
            try database.run("DELETE FROM task_body WHERE task = ?", [.integer(task)])
        }
    }

    /// Deletes the bodies that no task names any more, and returns the files of those that have one.
    private func deleteUnusedBodies() throws(HistoryError) -> [String] {
        let last = try database.number("SELECT last_body FROM searchable") ?? 0
        var bodies: [(id: Int, text: String?, file: String?)] = []
        try database.run(
            """
            SELECT id, digest, size, content FROM body
            WHERE NOT EXISTS (SELECT 1 FROM task_body WHERE task_body.body = body.id)
            """
        ) { row in
            let file = row.isNull(3) ? folder.body(row.text(1)) : nil
            bodies.append((row.integer(0), text(ofBody: row), file))
            return true
        }
        for body in bodies {
            if body.id <= last, let text = body.text {
                try database.run(
                    "INSERT INTO body_text (body_text, rowid, text) VALUES ('delete', ?, ?)",
                    [.integer(body.id), .text(text)])
            }
            try database.run("DELETE FROM body WHERE id = ?", [.integer(body.id)])
        }
        return bodies.compactMap(\.file)
    }

    /// Deletes everything, so that nothing of it is left in any of the files.
    package func erase() throws(HistoryError) {
        try alone { () throws(HistoryError) in
            try database.transaction { () throws(HistoryError) in
                try database.execute(
                    """
                    DELETE FROM task; DELETE FROM summary; DELETE FROM task_body; DELETE FROM body; DELETE FROM session;
                    INSERT INTO task_text (task_text) VALUES ('delete-all');
                    INSERT INTO body_text (body_text) VALUES ('delete-all');
                    """)
            }
            try database.execute("VACUUM")
            try database.checkpoint()
            try removeBodyFiles()
        }
    }

    private func removeBodyFiles() throws(HistoryError) {
        guard access(folder.bodies, F_OK) == 0 else { return }
        do {
            try FileManager.default.removeItem(atPath: folder.bodies)
        } catch {
            throw HistoryError(of: folder.bodies)
        }
    }
}
