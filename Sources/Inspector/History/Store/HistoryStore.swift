import ClientEngine
import ClientEngineRecording
import FoundationEssentials
import Glibc
import InspectorValues
import InspectorWorkspace

/// The stored tasks, for one thread at a time.
package final class HistoryStore {
    let folder: HistoryFolder
    let database: Database
    private let lock: HistoryLock?
    /// The journal of an earlier version, if it was damaged and renamed when the history was opened.
    package private(set) var damagedJournal: DamagedFile?
    /// The statements that insert one task and several tasks.
    @exclusivity(unchecked) private var insertions: [Insertions] = []
    /// The rows of recently stored parts, valid until another program writes.
    @exclusivity(unchecked) var keptParts: [ObjectIdentifier: (part: RecordPart, row: Int)] = [:]
    /// The part names of the previous task, because the next one often has the same parts.
    @exclusivity(unchecked) var lastParts = PartNames()
    static let mostKeptParts = 256
    /// SQLite's data version, which changes when another program writes.
    private var dataVersion = 0

    /// The name and version of SQLite, in the form used for other libraries.
    package static var library: String { "SQLite/\(Database.libraryVersion)" }

    /// The sizes at which the log is copied into the database: at any time, and when a program starts, which reads
    /// all of it.
    private static let longestLog = (ever: 4 << 20, atStart: 256 << 10)

    /// Opens the history for writing, and creates it if necessary.
    ///
    /// Unless `copiesLog` is `false`, a long log is first copied into the database, which waits for the disk.
    init(writing folder: HistoryFolder, copiesLog: Bool = true) throws(HistoryError) {
        self.folder = folder
        try folder.make()
        let lock = try HistoryLock(folder.lock)
        self.lock = lock
        database = try Database(path: folder.database)
        // Only copying the log waits for the disk. A crash of the program loses nothing. A crash of the machine may
        // lose the tasks stored last.
        try database.execute("PRAGMA secure_delete=ON; PRAGMA synchronous=NORMAL")
        damagedJournal = try prepareTables()
        if copiesLog, logSize > Self.longestLog.atStart { try? lock.withLock(database.checkpoint) }
    }

    /// Opens the history for reading, even one of a newer version.
    ///
    /// Returns `nil` if there is none. A history of an earlier version is converted first.
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
            // SQLite reads nothing before the first statement.
            _ = try database.schemaVersion
            return database
        } catch {
            guard error.kind == .corrupt else { throw error }
            throw HistoryError(.corrupt, "\(folder.database) cannot be read: \(error)")
        }
    }

    /// Converts a history of an earlier version for reading.
    ///
    /// Returns its journal if that was damaged.
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

    /// Opens the history for changes other than adding tasks.
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

    /// Discards the known rows of parts if another program may have deleted them.
    private func forgetRowsOfOthers() throws(HistoryError) {
        let version = try database.number("PRAGMA data_version") ?? 0
        if version != dataVersion { forgetRows() }
        dataVersion = version
    }

    /// Performs work that cannot be part of a transaction, under the lock of all writers.
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

    /// Stores tasks of a session permanently, either all or none.
    ///
    /// The first call assigns the session its number.
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

    /// Inserts a session, one per start of the program.
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
        // Rows inserted by one statement have consecutive numbers.
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

/// The statements that insert a fixed number of tasks.
///
/// One statement for many rows saves SQLite work.
private struct Insertions {
    let count: Int
    let tasks: Statement
    let summaries: Statement
    /// The number of tasks to insert with one statement if enough are waiting.
    static let many = 16

    init(of count: Int, into database: Database) throws(HistoryError) {
        self.count = count
        tasks = try database.prepare(
            "INSERT INTO task (session, story, parts) VALUES \(Database.rows("(?, ?, ?)", count))")
        summaries = try database.prepare(SummaryRow.insertion(of: count))
    }
}
