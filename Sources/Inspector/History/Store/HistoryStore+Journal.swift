// The journal holds the tasks of short programs. Whoever opens the history puts them into the tables, in one transaction, which also
// notes how far: a program that ends before the journal is emptied does no harm.
extension HistoryStore {
    /// The sessions, from the newest on, among which one is looked for.
    private static let newestSessions = 1_000

    /// Opens a history to put what lies in its journal into the tables; where that fails, it stays there, and the reason is returned.
    @discardableResult
    static func takeInJournal(of folder: HistoryFolder) -> HistoryError? {
        guard HistoryJournal(of: folder).isFilled else { return nil }
        do throws(HistoryError) {
            _ = try HistoryStore(writing: folder)
            return nil
        } catch {
            return error
        }
    }

    /// Puts what lies in the journal into the tables.
    func takeInJournal() throws(HistoryError) {
        let journal = HistoryJournal(of: folder)
        guard journal.isFilled else { return }
        let content = try write { () throws(HistoryError) -> HistoryJournal.Content? in
            guard let content = try journal.read() else { return nil }
            let kept = try database.number(
                "SELECT length FROM journal WHERE generation = ?", [.integer(content.generation)])
            try append(content.entries, behind: kept ?? 0)
            try database.execute("DELETE FROM journal")
            try database.run(
                "INSERT INTO journal (generation, length) VALUES (?, ?)",
                [.integer(content.generation), .integer(content.length)])
            return content
        }
        guard let content else { return }
        // What lay there for long must not be lost with what was kept last. Where that cannot be, it stays and does no harm.
        try? alone { () throws(HistoryError) in
            try database.checkpoint()
            try journal.empty(upTo: content)
        }
    }

    /// Keeps the tasks of entries that begin at a place or behind it; those before it are in the tables.
    private func append(_ entries: JournalReader, behind kept: Int) throws(HistoryError) {
        var entries = entries
        var session: JournaledSession?
        var tasks: [StoredTask] = []
        while case let place = entries.place, let entry = entries.next() {
            switch entry {
            case .session(let named):
                try append(tasks, of: session)
                (session, tasks) = (named, [])
            case .task(let task):
                if place >= kept { tasks.append(task) }
            }
        }
        try append(tasks, of: session)
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

extension HistorySession {
    /// The session as the journal names it.
    var journaled: JournaledSession {
        JournaledSession(token: token, started: started, command: command, place: SQLValue(place))
    }
}
