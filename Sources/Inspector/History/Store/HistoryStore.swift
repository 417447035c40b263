import ClientEngine
import ClientEngineRecording
import FoundationEssentials
import Glibc
import InspectorValues
import InspectorWorkspace

/// The kept tasks, for one thread at a time.
package final class HistoryStore {
    let folder: HistoryFolder
    let database: Database
    private let lock: HistoryLock?
    /// The journal of an earlier version, if it was found damaged when the history was opened, and set aside.
    package private(set) var damagedJournal: DamagedFile?
    /// The statements that put one task in, and many.
    @exclusivity(unchecked) private var insertions: [Insertions] = []
    /// Where the parts of the last tasks are kept, as long as nobody else has written.
    @exclusivity(unchecked) var keptParts: [ObjectIdentifier: (part: RecordPart, row: Int)] = [:]
    /// How the row of the task before names its parts: mostly the next one has the same.
    @exclusivity(unchecked) var lastParts = PartNames()
    static let mostKeptParts = 256
    /// Changes when another program has written.
    private var dataVersion = 0

    /// SQLite with its version, as other libraries are named.
    package static var library: String { "SQLite/\(Database.libraryVersion)" }

    /// The size at which the log is copied into the database, and that at which a program does so that begins: all of it is read at each
    /// start.
    private static let longestLog = (ever: 4 << 20, atStart: 256 << 10)

    /// Opens the history to write into it, and makes it where there is none.
    ///
    /// Unless `copiesLog` is `false`, a long log is copied into the database first, which waits for the disk.
    init(writing folder: HistoryFolder, copiesLog: Bool = true) throws(HistoryError) {
        self.folder = folder
        try folder.make()
        let lock = try HistoryLock(folder.lock)
        self.lock = lock
        database = try Database(path: folder.database)
        // Copying the log is the one thing that waits for the disk: a crash of the program loses nothing, one of the
        // machine may lose what was kept last.
        try database.execute("PRAGMA secure_delete=ON; PRAGMA synchronous=NORMAL")
        damagedJournal = try prepareTables()
        if copiesLog, logSize > Self.longestLog.atStart { try? lock.withLock(database.checkpoint) }
    }

    /// Opens the history to read it only, also one of a newer version; `nil` where there is none.
    ///
    /// One of an earlier version is rewritten first.
    package init?(reading folder: HistoryFolder) throws(HistoryError) {
        (self.folder, lock) = (folder, nil)
        var database = try Self.openToRead(folder)
        let found = try database?.schemaVersion ?? 0
        if found == 0 ? access(folder.journal, F_OK) == 0 : found < Schema.version {
            damagedJournal = try Self.migrate(folder)
            database = try Self.openToRead(folder)
        } else if found == 0 {
            return nil
        }
        guard let database else { return nil }
        self.database = database
    }

    private static func openToRead(_ folder: HistoryFolder) throws(HistoryError) -> Database? {
        guard folder.hasTables else { return nil }
        do throws(HistoryError) {
            let database = try Database(
                path: folder.database, for: folder.isWritten ? .reading : .readingWhatNobodyWrites)
            // Nothing is read before the first statement.
            _ = try database.schemaVersion
            return database
        } catch {
            guard error.kind == .corrupt else { throw error }
            throw HistoryError(.corrupt, "\(folder.database) cannot be read: \(error)")
        }
    }

    /// Rewrites a history of an earlier version, so that it can be read; returns its journal if that was damaged.
    private static func migrate(_ folder: HistoryFolder) throws(HistoryError) -> DamagedFile? {
        do throws(HistoryError) {
            return try HistoryStore(writing: folder).damagedJournal
        } catch {
            switch error.kind {
            case .corrupt, .newer: throw error
            case .full, .locked, .readOnly, .other:
                throw HistoryError(
                    error.kind,
                    """
                    an earlier version of the program has written it, and it has to be rewritten once, which fails: \(error). \
                    Make \(folder.path) and the files in it writable, with room for them on the disk
                    """)
            }
        }
    }

    /// Opens the history to change it in other ways than adding to it.
    package convenience init(changing folder: HistoryFolder) throws(HistoryError) {
        try self.init(writing: folder)
    }

    func write<Result>(_ work: () throws(HistoryError) -> Result) throws(HistoryError) -> Result {
        guard let lock else { throw HistoryError(.readOnly, "it was opened to be read") }
        return try lock.withLock { () throws(HistoryError) in
            defer { if logSize > Self.longestLog.ever { try? database.checkpoint() } }
            do throws(HistoryError) {
                return try database.transaction { () throws(HistoryError) in
                    try forgetRowsOfOthers()
                    return try work()
                }
            } catch {
                forgetRows()
                throw error
            }
        }
    }

    /// Forgets where parts are kept when another program may have deleted them.
    private func forgetRowsOfOthers() throws(HistoryError) {
        let version = try database.number("PRAGMA data_version") ?? 0
        if version != dataVersion { forgetRows() }
        dataVersion = version
    }

    /// Does what cannot be part of a transaction, while nobody else writes.
    func alone<Result>(_ work: () throws(HistoryError) -> Result) throws(HistoryError) -> Result {
        guard let lock else { throw HistoryError(.readOnly, "it was opened to be read") }
        forgetRows()
        return try lock.withLock(work)
    }

    private func forgetRows() {
        (keptParts, lastParts) = ([:], PartNames())
    }

    private var logSize: Int { fileSize(folder.database + "-wal") }

    // MARK: Adding

    /// Keeps tasks of a session, all or none of them; they are there for good when it returns.
    ///
    /// The first ones give the session its number.
    func append(
        _ tasks: [StoredTask], of session: HistorySession, as number: inout Int?
    ) throws(HistoryError) {
        let known = number
        number = try write { () throws(HistoryError) in
            var row = known
            if row == nil { row = try begin(session) }
            if let row { try append(tasks, session: row) }
            return row
        }
    }

    /// Begins a session: one start of the program.
    private func begin(_ session: HistorySession) throws(HistoryError) -> Int {
        try database.run(
            "INSERT INTO session (started, command, folder) VALUES (?, ?, ?)",
            [.integer(session.started), .text(session.command), SQLValue(session.place)])
        return database.lastRow
    }

    private func append(_ tasks: [StoredTask], session: Int) throws(HistoryError) {
        var rest = tasks[...]
        var uses: [Int: Int] = [:]
        while !rest.isEmpty {
            let count = rest.count < Insertions.many ? 1 : Insertions.many
            try append(rest.prefix(count), session: session, by: insertions(of: count), noting: &uses)
            rest = rest.dropFirst(count)
        }
        try note(uses)
    }

    private func append(
        _ tasks: ArraySlice<StoredTask>, session: Int, by insertions: Insertions,
        noting uses: inout [Int: Int]
    ) throws(HistoryError) {
        var parts: [PartNames] = []
        parts.reserveCapacity(tasks.count)
        for task in tasks { parts.append(try addParts(task.written.parts)) }
        try database.run(insertions.tasks) { (statement) throws(HistoryError) in
            for (task, parts) in zip(tasks, parts) {
                try statement.bind(session)
                try statement.bind(utf8: task.written.story)
                try statement.bind(utf8: parts.text)
            }
        }
        // Rows that one statement puts in have numbers one after the other.
        let first = database.lastRow - tasks.count + 1
        try database.run(insertions.summaries) { (statement) throws(HistoryError) in
            for (index, task) in tasks.enumerated() {
                try statement.bind(first + index)
                try task.summary.bind(to: statement)
            }
        }
        for (index, parts) in parts.enumerated() {
            for row in parts.rows { uses[row] = first + index }
        }
    }

    private func insertions(of count: Int) throws(HistoryError) -> Insertions {
        if let known = insertions.first(where: { $0.count == count }) { return known }
        let new = try Insertions(of: count, into: database)
        insertions.append(new)
        return new
    }

    func fileSize(_ path: String) -> Int {
        var information = stat()
        return stat(path, &information) == 0 ? Int(information.st_size) : -1
    }
}

/// The statements that put a number of tasks in: SQLite begins and ends each once for all of its rows.
private struct Insertions {
    let count: Int
    let tasks: Statement
    let summaries: Statement
    /// The number of tasks that are put in at once where there are so many.
    static let many = 16

    init(of count: Int, into database: Database) throws(HistoryError) {
        self.count = count
        tasks = try database.prepare(
            "INSERT INTO task (session, story, parts) VALUES \(Database.rows("(?, ?, ?)", count))")
        summaries = try database.prepare(SummaryRow.insertion(of: count))
    }
}
