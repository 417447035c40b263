// The journal holds the tasks of short programs. Whoever opens the history puts them into the tables, in one transaction, which also
// notes how far: a program that ends before the journal is emptied does no harm.
extension HistoryStore {
    /// The sessions, from the newest on, among which one is looked for.
    private static let newestSessions = 1_000

    /// Opens a history to put the tasks of its journal into the tables.
    ///
    /// - Returns: the journal, if it was damaged.
    /// - Throws: the reason why the tasks stay in the journal.
    @discardableResult
    static func takeInJournal(of folder: HistoryFolder) throws(HistoryError) -> DamagedFile? {
        guard HistoryJournal(of: folder).isFilled else { return nil }
        return try HistoryStore(writing: folder).damagedJournal
    }

    /// Puts the tasks of the journal into the tables; returns the journal if it was damaged.
    func takeInJournal() throws(HistoryError) -> DamagedFile? {
        let journal = HistoryJournal(of: folder)
        guard journal.isFilled else { return nil }
        let content = try write { () throws(HistoryError) -> HistoryJournal.Content? in
            guard var content = try journal.read() else { return nil }
            let kept = try database.number(
                "SELECT length FROM journal WHERE generation = ?", [.integer(content.generation)])
            content.tasks = try append(&content.entries, after: kept ?? 0)
            try database.execute("DELETE FROM journal")
            try database.run(
                "INSERT INTO journal (generation, length) VALUES (?, ?)",
                [.integer(content.generation), .integer(content.length)])
            return content
        }
        guard let content else { return nil }
        // What lay there for long must not be lost with what was kept last. Where that cannot be, it stays and does no harm.
        return try? alone { () throws(HistoryError) in
            try database.checkpoint()
            return try journal.remove(content)
        }
    }

    /// Keeps the tasks of entries that begin at a place or after it: those before it are in the tables.
    ///
    /// - Returns: the number of all tasks.
    private func append(_ entries: inout JournalReader, after kept: Int) throws(HistoryError) -> Int {
        var session: JournaledSession?
        var tasks: [StoredTask] = []
        var count = 0
        while let entry = entries.next() {
            switch entry {
            case .session(let named):
                try append(tasks, of: session)
                (session, tasks) = (named, [])
            case .task(let task, let token):
                if session?.token != token {
                    try append(tasks, of: session)
                    (session, tasks) = (JournaledSession(unnamed: token), [])
                }
                count += 1
                if entries.entry >= kept { tasks.append(task) }
            }
        }
        try append(tasks, of: session)
        return count
    }

    private func append(_ tasks: [StoredTask], of session: JournaledSession?) throws(HistoryError) {
        guard let session, !tasks.isEmpty else { return }
        if let known = try row(of: session.token) {
            try append(tasks, session: known)
        } else {
            try append(tasks, session: begin(session))
        }
    }

    /// Returns where a session is kept; nil where it is not among the newest.
    func row(of session: Int) throws(HistoryError) -> Int? {
        try database.number(
            "SELECT id FROM session WHERE id > (SELECT max(id) FROM session) - ? AND token = ?",
            [.integer(Self.newestSessions), .integer(session)])
    }
}

extension JournaledSession {
    /// Creates a session of which only the token is known: the entry that named it is damaged.
    fileprivate init(unnamed token: Int) {
        self.init(token: token, started: 0, command: "run", place: .null)
    }
}

extension HistorySession {
    /// The session as the journal names it.
    var journaled: JournaledSession {
        JournaledSession(token: token, started: started, command: command, place: SQLValue(place))
    }
}
