import FoundationEssentials
import Glibc

/// The size of the history.
package struct HistoryStatistics: Sendable, Equatable {
    package var tasks: Int
    package var sessions: Int
    /// The used size of the database in bytes, without free pages.
    package var databaseBytes: Int
    package var bodyFiles: Int
    package var bodyFileBytes: Int
    /// Milliseconds since 1970, or `nil` if there is no task.
    package var oldest: Int?
    package var newest: Int?
    /// Indicates whether SQLite found the database intact.
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
            oldest: try database.number("SELECT min(created) FROM summary")?.clamped(to: StoredRange.time),
            newest: try database.number("SELECT max(created) FROM summary")?.clamped(to: StoredRange.time),
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

    /// The number of tasks that a step deletes, and of pages that it frees.
    ///
    /// A step blocks other writers for some 10 ms.
    static let step = (tasks: 100, pages: 1_000)
    /// The number of first tasks to search for old ones.
    ///
    /// Tasks are stored in the order in which they end, and few take long.
    private static let looked = 1_000

    /// Deletes up to `count` tasks: those older than the limit, otherwise some of the oldest if the history is too
    /// large.
    ///
    /// Returns the number of deleted tasks. Other programs can write between two calls.
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

    /// Returns some free pages to the file system.
    ///
    /// Returns `false` if none is left.
    func shrink() throws(HistoryError) -> Bool {
        guard try database.number("PRAGMA freelist_count") ?? 0 > 0 else { return false }
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
                for task in tasks {
                    try database.run("DELETE FROM task WHERE id = ?", [.integer(task)])
                    try database.run("DELETE FROM summary WHERE task = ?", [.integer(task)])
                }
                return try deleteUnusedBodies()
            }
            for file in files { Glibc.unlink(file) }
        }
        return tasks.count
    }

    /// Deletes bodies that no remaining task uses.
    ///
    /// Returns the files of those that have one.
    private func deleteUnusedBodies() throws(HistoryError) -> [String] {
        let unused = try ids(
            "SELECT body FROM body_use WHERE last_task < ifnull((SELECT min(id) FROM task), last_task + 1)")
        var files: [String] = []
        for body in unused.map(SQLValue.integer) {
            try database.run("SELECT digest FROM body WHERE id = ? AND content IS NULL", [body]) { row in
                files.append(folder.body(row.text(0)))
                return true
            }
            try database.run("DELETE FROM body WHERE id = ?", [body])
            try database.run("DELETE FROM body_use WHERE body = ?", [body])
        }
        return files
    }

    /// Returns whether a program should apply the limits after a session, because short programs are never idle.
    static func holdsLimits(after session: Int) -> Bool { session % 5 == 0 }

    /// Deletes some old tasks after every fifth session, for a command whose user waits for the prompt.
    package func catchUp(_ limits: HistoryLimits) throws(HistoryError) {
        guard let last = try database.number("SELECT max(id) FROM session"), Self.holdsLimits(after: last)
        else {
            return
        }
        let end = ContinuousClock.now + .milliseconds(8)
        let store = try HistoryStore(writing: folder, copiesLog: false)
        while try store.prune(to: limits, now: Date(), atMost: 10) > 0, ContinuousClock.now < end {}
    }

    /// Applies the limits for at most a quarter of a second.
    ///
    /// The next session continues.
    func holdLimits(_ limits: HistoryLimits) throws(HistoryError) {
        let end = ContinuousClock.now + Self.patience
        while ContinuousClock.now < end, try prune(to: limits, now: Date()) > 0 { usleep(HistoryLock.gap) }
        while ContinuousClock.now < end, try shrink() { usleep(HistoryLock.gap) }
    }

    /// The maximum time for deferrable work at the end of a program.
    private static let patience = Duration.milliseconds(250)

    /// Deletes everything, so that no data is left in any file.
    package func erase() throws(HistoryError) {
        try alone { () throws(HistoryError) in
            try database.transaction { () throws(HistoryError) in
                try database.execute(
                    """
                    DELETE FROM task; DELETE FROM summary; DELETE FROM body; DELETE FROM body_use; DELETE FROM session;
                    """)
            }
            try database.execute("VACUUM")
            try database.checkpoint()
            unlink(folder.journal)
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
