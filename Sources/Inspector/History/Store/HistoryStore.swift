import ClientEngine
import ClientEngineRecording
import EngineJSON
import FoundationEssentials
import Glibc
import InspectorValues
import InspectorWorkspace

/// The kept tasks, for one thread at a time.
package final class HistoryStore {
    let folder: HistoryFolder
    let database: Database
    private let lock: HistoryLock?
    /// The reason why the tasks in the journal could not be put into the tables, so that they are not found.
    package private(set) var journalError: HistoryError?
    /// The journal, if it was found damaged when the history was opened.
    package private(set) var damagedJournal: DamagedFile?
    /// The usual durations of the kinds of calls that a list has asked for.
    var usualDurations: [String: UsualDuration?] = [:]
    /// The calls without links of all kinds, which a list looks through once.
    var unlinkedCalls: UnlinkedCalls?
    /// The statements that put one task in, and many.
    @exclusivity(unchecked) private var insertions: [Insertions] = []
    /// Where the parts of the last tasks are kept, as long as nobody else has written.
    @exclusivity(unchecked) var keptParts: [ObjectIdentifier: (part: RecordPart, row: Int)] = [:]
    /// How the row of the task before names its parts: mostly the next one has the same.
    @exclusivity(unchecked) var lastParts = PartNames()
    static let mostKeptParts = 256
    /// Where the shapes of the last stories are kept, in the same way, and the last of them.
    @exclusivity(unchecked) var keptShapes: [ObjectIdentifier: KeptShape] = [:]
    @exclusivity(unchecked) var lastShape: KeptShape?
    typealias KeptShape = (shape: JSONShape, row: Int)
    /// The shapes of stories that were read, by their rows, whose numbers never mean others.
    var readShapes: [Int: JSONShape] = [:]
    static let mostKeptShapes = 1_000
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
        database = try lock.withLock { () throws(HistoryError) in
            let database = try Database(path: folder.database)
            // Copying the log is the one thing that waits for the disk: a crash of the program loses nothing, one of the
            // machine may lose what was kept last.
            try database.execute("PRAGMA secure_delete=ON; PRAGMA synchronous=NORMAL")
            try Schema.prepare(database)
            return database
        }
        if copiesLog, logSize > Self.longestLog.atStart { try? lock.withLock(database.checkpoint) }
        damagedJournal = try takeInJournal()
    }

    /// Opens the history to read it only, also one of a newer version; nil where there is none.
    ///
    /// What lies in the journal is put into the tables before, as far as these may be written.
    package init?(reading folder: HistoryFolder) throws(HistoryError) {
        do throws(HistoryError) {
            damagedJournal = try Self.takeInJournal(of: folder)
        } catch {
            guard folder.hasTables, error.kind != .corrupt else { throw error }
            journalError = error
        }
        guard folder.hasTables else { return nil }
        self.folder = folder
        lock = nil
        do throws(HistoryError) {
            let access: Database.Access = folder.isWritten ? .reading : .readingWhatNobodyWrites
            database = try Database(path: folder.database, for: access)
            guard try database.number("SELECT count(*) FROM sqlite_master WHERE name='task'") == 1 else {
                if let journalError { throw journalError }
                return nil
            }
        } catch {
            guard error.kind != .corrupt else {
                throw HistoryError(.corrupt, "\(folder.database) cannot be read: \(error)")
            }
            throw error
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

    /// Forgets where parts and shapes are kept when another program may have deleted them.
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
        (keptShapes, lastShape) = ([:], nil)
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
            if row == nil { row = try begin(session.journaled) }
            if let row { try append(tasks, session: row) }
            return row
        }
    }

    /// Begins a session: one start of the program.
    func begin(_ session: JournaledSession) throws(HistoryError) -> Int {
        try database.run(
            "INSERT INTO session (token, started, command, folder) VALUES (?, ?, ?, ?)",
            [.integer(session.token), .integer(session.started), .text(session.command), session.place])
        return database.lastRow
    }

    func append(_ tasks: [StoredTask], session: Int) throws(HistoryError) {
        var rest = tasks[...]
        while !rest.isEmpty {
            let count = rest.count < Insertions.many ? 1 : Insertions.many
            try append(rest.prefix(count), session: session, by: insertions(of: count))
            rest = rest.dropFirst(count)
        }
    }

    private func append(
        _ tasks: ArraySlice<StoredTask>, session: Int, by insertions: Insertions
    ) throws(HistoryError) {
        var beside: [(parts: [UInt8], shape: Int?)] = []
        beside.reserveCapacity(tasks.count)
        for task in tasks {
            let shape = try task.story.shape.map { (shape) throws(HistoryError) in try row(of: shape) }
            beside.append((try addParts(of: task), shape))
        }
        try database.run(insertions.tasks) { (statement) throws(HistoryError) in
            for index in tasks.indices {
                let (task, beside) = (tasks[index], beside[index - tasks.startIndex])
                try statement.bind(session)
                try statement.bind(task.number)
                try statement.bind(task.file)
                try statement.bind(bytes: task.story.bytes)
                try statement.bind(utf8: beside.parts)
                try statement.bind(beside.shape)
            }
        }
        // Rows that one statement puts in have numbers one after the other.
        let last = database.lastRow
        try database.run(insertions.summaries) { (statement) throws(HistoryError) in
            for index in tasks.indices {
                try statement.bind(last - (tasks.endIndex - 1 - index))
                try tasks[index].bindSummary(to: statement)
            }
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
            """
            INSERT INTO task_row (session, number, created, elapsed, method, url, verdict, attempts, file, story, parts, shape)
            VALUES \(Database.rows("(?, ?, 0, 0, '', '', '', 0, ?, ?, ?, ?)", count))
            """)
        summaries = try database.prepare(StoredSummary.insertion(of: count))
    }
}
