import Glibc

// A link leads from a part, a file or a kind of calls to the tasks that have it. Each is a row in the middle of a table, so that links
// cost more than the task itself: they are made behind what is kept, as the index of the search is, and before that. The tasks that have
// none yet are looked through.
extension HistoryStore {
    /// The tasks that one step links.
    static let linkedAtOnce = 500
    /// The first version of the tables that has links.
    private static let firstVersion = 4

    /// Indicates whether the tables have links; those of an earlier version get them where they may be written.
    var hasLinks: Bool {
        get throws(HistoryError) {
            try database.number("PRAGMA user_version") ?? 0 >= Self.firstVersion
        }
    }

    /// The last task that has its links; 0 where none has.
    var lastLinked: Int {
        get throws(HistoryError) {
            try hasLinks ? try database.number("SELECT last_linked FROM searchable") ?? 0 : 0
        }
    }

    /// The same as a part of a statement, which sees it and all else in one state of the tables.
    var lastLinkedTerm: String {
        get throws(HistoryError) { try hasLinks ? "(SELECT last_linked FROM searchable)" : "0" }
    }

    /// Indicates whether there are tasks without their links.
    var isUnlinked: Bool {
        get throws(HistoryError) {
            try database.number("SELECT id FROM task WHERE id > ? LIMIT 1", [.integer(try lastLinked)]) != nil
        }
    }

    /// Makes the links of tasks that have none: of one step at least, and of no more after `limit`; returns `false` if some are left.
    func linkAll(within limit: Duration) throws(HistoryError) -> Bool {
        let end = ContinuousClock.now + limit
        while try isUnlinked {
            _ = try write { () throws(HistoryError) in try link() }
            guard ContinuousClock.now < end else { return try !isUnlinked }
            usleep(HistoryLock.gap)
        }
        return true
    }

    /// Makes the links of at most `count` tasks that have none, and notes the last task of each shape; returns `false` if all have them.
    ///
    /// It is part of a transaction.
    func link(atMost count: Int = linkedAtOnce) throws(HistoryError) -> Bool {
        var unlinked: ClosedRange<Int>?
        try database.run(
            "SELECT min(id), max(id) FROM (SELECT id FROM task WHERE id > ? ORDER BY id LIMIT ?)",
            [.integer(try lastLinked), .integer(count)]
        ) { row in
            if !row.isNull(0) { unlinked = row.integer(0)...row.integer(1) }
            return false
        }
        guard let unlinked else { return false }
        let bounds: [SQLValue] = [.integer(unlinked.lowerBound), .integer(unlinked.upperBound)]
        try database.run(
            """
            INSERT OR IGNORE INTO task_body (task, number, body) SELECT task.id, part.key, part.value
            FROM task, json_each(task.parts) AS part WHERE task.id BETWEEN ? AND ?
            """, bounds)
        try linkCalls(unlinked)
        try database.run(
            """
            UPDATE shape SET last_task = last FROM
                (SELECT shape AS used, max(id) AS last FROM task_row WHERE id BETWEEN ? AND ? GROUP BY shape)
            WHERE id = used
            """, bounds)
        try database.run("UPDATE searched SET last_linked = ?", [.integer(unlinked.upperBound)])
        return true
    }

    /// Makes the links that lead to tasks from their file and their kind.
    func linkCalls(_ tasks: ClosedRange<Int>) throws(HistoryError) {
        let bounds: [SQLValue] = [.integer(tasks.lowerBound), .integer(tasks.upperBound)]
        try database.run(
            """
            INSERT OR IGNORE INTO call_file (file, method, name, task)
            SELECT file, method, coalesce(name, ''), task FROM summary
            WHERE task BETWEEN ? AND ? AND file IS NOT NULL
            """, bounds)
        try database.run(
            """
            INSERT OR IGNORE INTO call_kind (kind, task, timed) SELECT kind, task, timed FROM summary
            WHERE task BETWEEN ? AND ? AND kind IS NOT NULL AND timed IS NOT NULL
            """, bounds)
    }

    /// Deletes the links that lead to a task; before its row and its summary.
    func unlink(_ task: Int) throws(HistoryError) {
        try database.run("DELETE FROM task_body WHERE task = ?", [.integer(task)])
        try database.run(
            """
            DELETE FROM call_file WHERE task = ?1
            AND (file, method, name) = (SELECT file, method, coalesce(name, '') FROM summary WHERE task = ?1)
            """, [.integer(task)])
        try database.run(
            "DELETE FROM call_kind WHERE task = ?1 AND kind = (SELECT kind FROM summary WHERE task = ?1)",
            [.integer(task)])
    }

    /// The statement that finds the numbers of a task's parts, and their rows.
    ///
    /// Its parameter is what the task's row says of its parts, or the task.
    static func parts(areNamed: Bool) -> String {
        areNamed
            ? "SELECT CAST(key AS INTEGER) AS number, value AS row FROM json_each(?)"
            : "SELECT number, body AS row FROM task_body WHERE task = ?"
    }
}
