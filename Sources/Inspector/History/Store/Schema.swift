/// The tables of the history.
enum Schema {
    /// The schema version that this program writes.
    ///
    /// SQLite stores it in the file (`user_version`).
    static let version = 8
    /// Identifies the file as one of this program (`application_id`): "insp".
    static let application = 0x696E_7370

    /// The statements that create the tables.
    ///
    /// The story of a task is JSON. `parts` maps the part numbers in it to rows of `body`: `{"-1":3,"0":5}`.
    /// Summaries have a separate table, because lists read all of them without stories. A body can be deleted when
    /// no task up to `last_task` is left.
    static let tables = """
        CREATE TABLE session (
            id INTEGER PRIMARY KEY AUTOINCREMENT, started INTEGER NOT NULL, command TEXT NOT NULL, folder TEXT
        );
        CREATE TABLE summary (
            task INTEGER PRIMARY KEY, created INTEGER NOT NULL, elapsed INTEGER NOT NULL, method TEXT NOT NULL,
            url TEXT NOT NULL, name TEXT, file TEXT, line INTEGER, kind TEXT, status INTEGER, size INTEGER,
            first_byte INTEGER, wait INTEGER, type TEXT NOT NULL, mock TEXT, mock_name TEXT, state TEXT NOT NULL,
            verdict TEXT NOT NULL, attempts INTEGER NOT NULL, passed INTEGER, error TEXT, phase TEXT,
            is_redirected INTEGER NOT NULL, is_reused INTEGER NOT NULL, timed INTEGER
        );
        CREATE TABLE body (
            id INTEGER PRIMARY KEY AUTOINCREMENT, digest TEXT NOT NULL UNIQUE, size INTEGER NOT NULL, content BLOB
        );
        \(stories)
        """

    /// The tables that versions before 8 did not have.
    static let stories = """
        CREATE TABLE task (
            id INTEGER PRIMARY KEY AUTOINCREMENT, session INTEGER NOT NULL, story TEXT NOT NULL, parts TEXT NOT NULL
        );
        CREATE TABLE body_use (body INTEGER PRIMARY KEY, last_task INTEGER NOT NULL);
        """
}

extension Database {
    /// The version of the tables, or 0 if there are none yet.
    var schemaVersion: Int {
        get throws(HistoryError) { try number("PRAGMA user_version") ?? 0 }
    }

    /// Indicates whether the tables must be created or converted from an earlier version.
    ///
    /// - Throws: An error of the kind ``HistoryError/Kind/newer`` for a newer version.
    var isToBePrepared: Bool {
        get throws(HistoryError) {
            let found = try schemaVersion
            guard (0...Schema.version).contains(found) else {
                throw HistoryError(
                    .newer,
                    "a newer version of the program has written it (schema \(found), this one knows \(Schema.version))"
                )
            }
            return found < Schema.version
        }
    }
}
