import FoundationEssentials
import Glibc

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
            oldest: try database.number("SELECT min(created) FROM task")?.clamped(to: StoredRange.time),
            newest: try database.number("SELECT max(created) FROM task")?.clamped(to: StoredRange.time),
            isWhole: isWhole)
    }

    private func usedBytes() throws(HistoryError) -> Int {
        let pages = try database.number("PRAGMA page_count") ?? 0
        let free = try database.number("PRAGMA freelist_count") ?? 0
        return (pages - free) * (try database.number("PRAGMA page_size") ?? 0)
    }

    private func fileBytes() throws(HistoryError) -> Int {
        let sum = try database.number("SELECT CAST(total(size) AS INTEGER) FROM body WHERE content IS NULL")
        return (sum ?? 0).clamped(to: StoredRange.size)
    }

    /// The tasks that one step deletes, and the pages that one gives back: some hundredths of a second, in which nobody else can write.
    static let step = (tasks: 100, pages: 1_000)
    /// The first tasks among which old ones are looked for: tasks are kept in the order in which they end, and few take long.
    private static let looked = 1_000

    /// Deletes at most `count` tasks that are older than the limit, or else some of the oldest if the rest is too large; returns the number
    /// of deleted tasks.
    ///
    /// Between two calls other programs can write.
    func prune(to limits: HistoryLimits, now: Date, atMost count: Int = step.tasks) throws(HistoryError)
        -> Int
    {
        let oldest = (now - Double(limits.days) * 86_400).millisecondsSince1970
        let old = try ids(
            """
            SELECT task FROM (SELECT task, created FROM summary ORDER BY task LIMIT ?) WHERE created < ? LIMIT ?
            """, [.integer(Self.looked), .integer(oldest), .integer(count)])
        if !old.isEmpty { return try delete(old) }
        guard try usedBytes() + fileBytes() > limits.bytes else { return 0 }
        let first = try ids("SELECT id FROM task ORDER BY id LIMIT ?", [.integer(count)])
        return try delete(Array(first.prefix((first.count + 3) / 4)))
    }

    /// Gives some pages back in which nothing is; false when none is left.
    func shrink() throws(HistoryError) -> Bool {
        try alone { () throws(HistoryError) in
            try database.execute("PRAGMA incremental_vacuum(\(Self.step.pages))")
        }
        return try database.number("PRAGMA freelist_count") ?? 0 > 0
    }

    private func ids(_ sql: String, _ values: [SQLValue] = []) throws(HistoryError) -> [Int] {
        var ids: [Int] = []
        try database.run(sql, values) { row in
            ids.append(row.integer(0))
            return true
        }
        return ids
    }

    private func delete(_ tasks: [Int]) throws(HistoryError) -> Int {
        try alone { () throws(HistoryError) in
            let files = try database.transaction { () throws(HistoryError) in
                // Links alone tell which bodies another task has, too; few are missing here.
                while try link() {}
                let bodies = try deleteRows(of: tasks)
                try deleteUnusedShapes()
                return try deleteUnused(bodies)
            }
            for file in files { Glibc.unlink(file) }
        }
        return tasks.count
    }

    /// Deletes tasks, and returns the bodies that they had.
    private func deleteRows(of tasks: [Int]) throws(HistoryError) -> Set<Int> {
        let last = try database.number("SELECT last_task FROM searchable") ?? 0
        var bodies: Set<Int> = []
        for task in tasks {
            bodies.formUnion(try ids("SELECT body FROM task_body WHERE task = ?", [.integer(task)]))
            if task <= last { try removeFromIndex(task) }
            try unlink(task)
            try database.run("DELETE FROM task_row WHERE id = ?", [.integer(task)])
            try database.run("DELETE FROM summary WHERE task = ?", [.integer(task)])
        }
        return bodies
    }

    private func removeFromIndex(_ task: Int) throws(HistoryError) {
        try database.run("SELECT \(try searchedColumns) FROM task WHERE id = ?", [.integer(task)]) {
            (row) throws(HistoryError) in
            try database.run(
                "INSERT INTO task_text (task_text, rowid, text) VALUES ('delete', ?, ?)",
                [.integer(task), .text(try text(ofTask: row))])
            return false
        }
    }

    /// Deletes the shapes that only tasks have had that are gone.
    private func deleteUnusedShapes() throws(HistoryError) {
        try database.run(
            "DELETE FROM shape WHERE last_task < ifnull((SELECT min(id) FROM task_row), last_task + 1)")
    }

    /// Deletes those of some bodies that no task has any more, and returns the files of those that have one.
    private func deleteUnused(_ bodies: Set<Int>) throws(HistoryError) -> [String] {
        let last = try database.number("SELECT last_body FROM searchable") ?? 0
        var files: [String] = []
        for body in bodies.sorted() {
            var (text, isUsed) = (nil as String?, true)
            try database.run(
                """
                SELECT id, digest, size, content FROM body
                WHERE id = ? AND NOT EXISTS (SELECT 1 FROM task_body WHERE task_body.body = body.id)
                """, [.integer(body)]
            ) { row in
                isUsed = false
                if row.isNull(3) { files.append(folder.body(row.text(1))) }
                if body <= last { text = self.text(ofBody: row) }
                return false
            }
            if isUsed { continue }
            if let text {
                try database.run(
                    "INSERT INTO body_text (body_text, rowid, text) VALUES ('delete', ?, ?)",
                    [.integer(body), .text(text)])
            }
            try database.run("DELETE FROM body WHERE id = ?", [.integer(body)])
        }
        return files
    }

    /// Indicates whether the limits are held after a session: programs that never rest do so now and then.
    static func holdsLimits(after session: Int) -> Bool { session % 5 == 0 }

    /// Does a part of what can wait, for a command whose user waits for the prompt: links, and now and then old tasks.
    package static func catchUp(in folder: HistoryFolder, _ limits: HistoryLimits) throws(HistoryError) {
        let end = ContinuousClock.now + .milliseconds(8)
        let store = try HistoryStore(writing: folder, copiesLog: false)
        while try store.isUnlinked {
            _ = try store.write { () throws(HistoryError) in try store.link(atMost: Self.small.links) }
            guard ContinuousClock.now < end else { return }
        }
        guard let last = try store.lastSession, holdsLimits(after: last) else { return }
        while ContinuousClock.now < end,
            try store.prune(to: limits, now: Date(), atMost: Self.small.tasks) > 0
        {}
    }

    /// The tasks that a step of some milliseconds links, or deletes.
    private static let small = (links: 50, tasks: 10)

    /// Holds the limits for a quarter of a second at most: the next session continues.
    func holdLimits(_ limits: HistoryLimits) throws(HistoryError) {
        let end = ContinuousClock.now + Self.patience
        guard try linkAll(within: Self.patience) else { return }
        var hasDeleted = false
        while ContinuousClock.now < end, try prune(to: limits, now: Date()) > 0 {
            hasDeleted = true
            usleep(HistoryLock.gap)
        }
        while hasDeleted, ContinuousClock.now < end, try shrink() { usleep(HistoryLock.gap) }
    }

    /// The time that the end of a program takes for what can wait.
    private static let patience = Duration.milliseconds(250)

    /// The newest session; nil where there is none.
    var lastSession: Int? {
        get throws(HistoryError) { try database.number("SELECT max(id) FROM session") }
    }

    /// Deletes everything, so that nothing of it is left in any of the files.
    package func erase() throws(HistoryError) {
        try alone { () throws(HistoryError) in
            try database.transaction { () throws(HistoryError) in
                try database.execute(
                    """
                    DELETE FROM task_row; DELETE FROM summary; DELETE FROM task_body; DELETE FROM body; DELETE FROM session;
                    DELETE FROM call_file; DELETE FROM call_kind; DELETE FROM shape;
                    INSERT INTO task_text (task_text) VALUES ('delete-all');
                    INSERT INTO body_text (body_text) VALUES ('delete-all');
                    """)
            }
            try database.execute("VACUUM")
            try database.checkpoint()
            try HistoryJournal(of: folder).erase()
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
