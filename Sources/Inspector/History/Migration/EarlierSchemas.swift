/// The tables of versions 1 to 7, each derived from the one before.
enum EarlierSchemas {
    /// The statements that migrate each version to the next.
    ///
    /// The first one starts from an empty database.
    static let steps: [String] = [
        """
        CREATE TABLE session (
            id INTEGER PRIMARY KEY AUTOINCREMENT, started INTEGER NOT NULL, command TEXT NOT NULL, folder TEXT
        );
        CREATE TABLE task (
            id INTEGER PRIMARY KEY AUTOINCREMENT, session INTEGER NOT NULL, number INTEGER NOT NULL,
            created INTEGER NOT NULL, elapsed INTEGER NOT NULL, method TEXT NOT NULL, url TEXT NOT NULL,
            name TEXT, file TEXT, status INTEGER, verdict TEXT NOT NULL, attempts INTEGER NOT NULL,
            story BLOB NOT NULL
        );
        CREATE INDEX task_created ON task (created);
        CREATE TABLE body (
            id INTEGER PRIMARY KEY AUTOINCREMENT, digest TEXT NOT NULL UNIQUE, size INTEGER NOT NULL,
            content BLOB
        );
        CREATE TABLE task_body (
            task INTEGER NOT NULL, number INTEGER NOT NULL, body INTEGER NOT NULL, PRIMARY KEY (task, number)
        ) WITHOUT ROWID;
        CREATE INDEX task_body_body ON task_body (body);
        CREATE VIRTUAL TABLE task_text USING fts5(text, content='', tokenize='trigram', detail='none');
        CREATE VIRTUAL TABLE body_text USING fts5(text, content='', tokenize='trigram', detail='none');
        CREATE TABLE searchable (last_task INTEGER NOT NULL, last_body INTEGER NOT NULL);
        INSERT INTO searchable VALUES (0, 0);
        """,
        // A separate table, so that queries over all tasks do not read stories.
        """
        CREATE TABLE summary (
            task INTEGER PRIMARY KEY, created INTEGER NOT NULL, elapsed INTEGER NOT NULL, method TEXT NOT NULL,
            url TEXT NOT NULL, name TEXT, file TEXT, line INTEGER, kind TEXT, status INTEGER, size INTEGER,
            first_byte INTEGER, wait INTEGER, type TEXT NOT NULL, mock TEXT, mock_name TEXT, state TEXT NOT NULL,
            verdict TEXT NOT NULL, attempts INTEGER NOT NULL, passed INTEGER, error TEXT, phase TEXT,
            is_redirected INTEGER NOT NULL, is_reused INTEGER NOT NULL, timed INTEGER
        );
        CREATE INDEX summary_file ON summary (file, method, name);
        CREATE INDEX summary_kind ON summary (kind);
        """,
        // From version 3 on, heads are stored next to the stories like bodies, with negative numbers. The digest of
        // a body without a file is a short one. Tasks are stored in the order in which they end, so the oldest are
        // found without an index.
        "DROP INDEX IF EXISTS task_created;",
        // From version 4 on, a task refers to its parts itself (`{"-1":3,"0":5}` maps their numbers to rows of
        // `body`). The links from a part, a file or a kind of calls to its tasks are written afterwards.
        """
        ALTER TABLE task ADD COLUMN parts TEXT;
        ALTER TABLE searchable ADD COLUMN last_linked INTEGER NOT NULL DEFAULT 0;
        CREATE TABLE call_file (
            file TEXT NOT NULL, method TEXT NOT NULL, name TEXT NOT NULL, task INTEGER NOT NULL,
            PRIMARY KEY (file, method, name, task)
        ) WITHOUT ROWID;
        CREATE TABLE call_kind (
            kind TEXT NOT NULL, task INTEGER NOT NULL, timed INTEGER NOT NULL, PRIMARY KEY (kind, task)
        ) WITHOUT ROWID;
        DROP INDEX summary_file;
        DROP INDEX summary_kind;
        """,
        // From version 5 on, the row of a task does not repeat the columns of its summary. An old task may have no
        // summary yet. All versions read both through a view named like the old table.
        """
        ALTER TABLE task RENAME TO task_row;
        CREATE VIEW task AS SELECT task_row.id AS id, session, number,
            coalesce(summary.created, task_row.created) AS created, coalesce(summary.elapsed, task_row.elapsed) AS elapsed,
            coalesce(summary.method, task_row.method) AS method, coalesce(summary.url, task_row.url) AS url,
            coalesce(summary.name, task_row.name) AS name, task_row.file AS file,
            coalesce(summary.status, task_row.status) AS status, coalesce(summary.verdict, task_row.verdict) AS verdict,
            coalesce(summary.attempts, task_row.attempts) AS attempts, story, parts
        FROM task_row LEFT JOIN summary ON summary.task = task_row.id;
        """,
        // From version 6 on, a story consists of the shape of a text, shared by many tasks, and its values. A story
        // without a shape is the text itself. The row of a task omits the file if the summary contains it in the
        // same form. A shape is deleted after the last task known to use it, and its number is never reused. A
        // running program of an earlier version would link and index stories that it cannot read, so the table that
        // it writes for that becomes a view.
        """
        ALTER TABLE searchable RENAME TO searched;
        CREATE VIEW searchable AS SELECT * FROM searched;
        CREATE TABLE shape (id INTEGER PRIMARY KEY AUTOINCREMENT, text BLOB NOT NULL UNIQUE, last_task INTEGER);
        ALTER TABLE task_row ADD COLUMN shape INTEGER;
        DROP VIEW task;
        CREATE VIEW task AS SELECT task_row.id AS id, session, number,
            coalesce(summary.created, task_row.created) AS created, coalesce(summary.elapsed, task_row.elapsed) AS elapsed,
            coalesce(summary.method, task_row.method) AS method, coalesce(summary.url, task_row.url) AS url,
            coalesce(summary.name, task_row.name) AS name, coalesce(task_row.file, summary.file) AS file,
            coalesce(summary.status, task_row.status) AS status, coalesce(summary.verdict, task_row.verdict) AS verdict,
            coalesce(summary.attempts, task_row.attempts) AS attempts, story, shape, parts
        FROM task_row LEFT JOIN summary ON summary.task = task_row.id;
        """,
        // From version 7 on, tasks of short-lived programs wait in a file. A token identifies a session in both the
        // tables and the journal. The table records how many bytes of the journal's last generation are in the
        // tables.
        """
        ALTER TABLE session ADD COLUMN token INTEGER;
        CREATE TABLE journal (generation INTEGER NOT NULL, length INTEGER NOT NULL);
        """,
    ]
}
