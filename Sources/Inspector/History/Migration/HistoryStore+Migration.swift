import ClientEngine
import Glibc

// The first program that opens a history of an earlier version converts it once. Stories become JSON that is
// complete without a row. The tasks of the journal move into the tables. The indices of searches and calls are
// dropped.
extension HistoryStore {
    /// Creates the tables of a new history, or converts those of an earlier version.
    ///
    /// - Returns: The journal of the earlier version if it was damaged, otherwise `nil`.
    func prepareTables() throws(HistoryError) -> DamagedFile? {
        guard try database.isToBePrepared else { return nil }
        if try database.schemaVersion == 0 {
            // Both settings only work before there are tables.
            try alone { () throws(HistoryError) in
                try database.execute("PRAGMA auto_vacuum=INCREMENTAL; PRAGMA journal_mode=WAL")
            }
        }
        // Frees the pages of dropped tables without overwriting them.
        try database.execute("PRAGMA secure_delete=FAST")
        let journal = try write { () throws(HistoryError) -> EarlierJournal? in
            // Another program may have done this meanwhile.
            guard try database.isToBePrepared else { return nil }
            let (found, journal) = (try database.schemaVersion, EarlierJournal(in: folder))
            if found == 0, journal == nil {
                try database.execute(Schema.tables)
            } else {
                for step in EarlierSchemas.steps.dropFirst(found) { try database.execute(step) }
                try migrateTables(and: journal)
            }
            try database.execute(
                "PRAGMA user_version=\(Schema.version); PRAGMA application_id=\(Schema.application)")
            return journal
        }
        try database.execute("PRAGMA secure_delete=ON")
        guard let journal else { return nil }
        // Deletes the journal only after its tasks are safely stored. If that fails, the journal stays, which is
        // harmless.
        return try? alone { () throws(HistoryError) in
            try database.checkpoint()
            guard journal.isDamaged else {
                unlink(folder.journal)
                return nil
            }
            let path = try folder.setAside([folder.journal])
            return DamagedFile(path, of: .journal(tasks: journal.tasks.count))
        }
    }

    /// Converts the tables of version 7 to version 8.
    private func migrateTables(and journal: EarlierJournal?) throws(HistoryError) {
        try database.execute("DROP VIEW task; DROP VIEW searchable; \(Schema.stories)")
        var lastKind = LastKind()
        try database.run(Self.earlierTasks) { (row) throws(HistoryError) in
            try migrateTask(in: row, &lastKind)
            return true
        }
        if let journal { try append(journal) }
        try database.execute(
            """
            DROP TABLE task_row; DROP TABLE shape; DROP TABLE task_body; DROP TABLE call_file; DROP TABLE call_kind;
            DROP TABLE searched; DROP TABLE journal; DROP TABLE task_text; DROP TABLE body_text;
            ALTER TABLE session DROP COLUMN token;
            INSERT INTO body_use SELECT id, 0 FROM body;
            INSERT INTO body_use SELECT part.value, max(task.id) FROM task, json_each(task.parts) AS part
                WHERE true GROUP BY part.value ON CONFLICT (body) DO UPDATE SET last_task = excluded.last_task;
            DELETE FROM summary WHERE task NOT IN (SELECT id FROM task);
            """)
    }

    private static let earlierTasks = """
        SELECT coalesce(summary.method, task_row.method), coalesce(summary.url, task_row.url),
            coalesce(summary.name, task_row.name), coalesce(task_row.file, summary.file),
            coalesce(summary.elapsed, task_row.elapsed), story, shape.text, task_row.id, session,
            coalesce(parts, (
                SELECT json_group_object(CAST(number AS TEXT), body) FROM task_body WHERE task_body.task = task_row.id)),
            summary.task IS NULL, session.folder
        FROM task_row LEFT JOIN summary ON summary.task = task_row.id LEFT JOIN shape ON shape.id = shape
            LEFT JOIN session ON session.id = session
        """

    /// Converts a task to this version.
    ///
    /// Skips a task whose story cannot be read.
    private func migrateTask(in row: Statement, _ lastKind: inout LastKind) throws(HistoryError) {
        let story = EarlierStory(
            method: row.text(0), url: row.text(1), name: row.optionalText(2), file: row.optionalText(3),
            elapsed: row.integer(4), bytes: row.bytes(5), shape: row.isNull(6) ? nil : row.bytes(6))
        guard let text = story.text else { return }
        try database.run(
            "INSERT INTO task (id, session, story, parts) VALUES (?, ?, ?, ?)",
            [.integer(row.integer(7)), .integer(row.integer(8)), .utf8(text), .utf8(row.bytes(9))])
        guard row.integer(10) == 1, let record = try entry(row.integer(7))?.record else { return }
        let place = story.file.map { SummaryRow.place(of: $0, in: row.optionalText(11)) }
        guard let summary = SummaryRow(record, place: place, &lastKind) else { return }
        try database.run(SummaryRow.insertion(of: 1)) { (statement) throws(HistoryError) in
            try statement.bind(row.integer(7))
            try summary.bind(to: statement)
        }
    }

    private func append(_ journal: EarlierJournal) throws(HistoryError) {
        // A program that was killed after copying tasks into the tables left them in the journal.
        let kept = try database.number(
            "SELECT length FROM journal WHERE generation = ?", [.integer(journal.generation)])
        var sessions: [Int: Int] = [:]
        for task in journal.tasks where task.place >= kept ?? 0 {
            let session = journal.sessions[task.session] ?? [.integer(0), .text("run"), .null]
            if sessions[task.session] == nil {
                sessions[task.session] = try database.number(
                    "SELECT id FROM session WHERE token = ?", [.integer(task.session)])
            }
            if sessions[task.session] == nil {
                try database.run("INSERT INTO session (started, command, folder) VALUES (?, ?, ?)", session)
                sessions[task.session] = database.lastRow
            }
            guard let story = task.story.text else { continue }
            let parts = try addParts(task.parts)
            try database.run(
                "INSERT INTO task (session, story, parts) VALUES (?, ?, ?)",
                [SQLValue(sessions[task.session]), .utf8(story), .utf8(parts.text)])
            try database.run(
                SummaryRow.insertion(of: 1), [.integer(database.lastRow)] + task.summary)
        }
    }
}
