import ClientEngine
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
    /// What kinds of calls usually take, as far as a list has asked for it.
    var usualDurations: [String: UsualDuration?] = [:]
    /// Where the parts of the last tasks are kept, as long as nobody else has written.
    private var keptParts: [ObjectIdentifier: (part: StoredPart, row: Int)] = [:]
    private static let mostKeptParts = 256
    /// Changes when another program has written.
    private var dataVersion = 0

    /// SQLite with its version, as other libraries are named.
    package static var library: String { "SQLite/\(Database.libraryVersion)" }

    /// The size up to which a body stands in the database; larger ones are files.
    static let longestInside = 16 << 10
    /// The size at which the log is copied into the database.
    private static let longestLog = 4 << 20

    /// Opens the history to write into it, and makes it where there is none.
    init(writing folder: HistoryFolder) throws(HistoryError) {
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
    }

    /// Opens the history to read it only, also one of a newer version; nil where there is none.
    package init?(reading folder: HistoryFolder) throws(HistoryError) {
        guard folder.isThere else { return nil }
        self.folder = folder
        lock = nil
        do throws(HistoryError) {
            let access: Database.Access = folder.isWritten ? .reading : .readingWhatNobodyWrites
            database = try Database(path: folder.database, for: access)
            guard try database.number("SELECT count(*) FROM sqlite_master WHERE name='task'") == 1 else {
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
            defer { if logSize > Self.longestLog { try? database.checkpoint() } }
            do throws(HistoryError) {
                return try database.transaction { () throws(HistoryError) in
                    try forgetPartsOfOthers()
                    return try work()
                }
            } catch {
                keptParts = [:]
                throw error
            }
        }
    }

    /// Forgets where parts are kept when another program may have deleted them.
    private func forgetPartsOfOthers() throws(HistoryError) {
        let version = try database.number("PRAGMA data_version") ?? 0
        if version != dataVersion { keptParts = [:] }
        dataVersion = version
    }

    /// Does what cannot be part of a transaction, while nobody else writes.
    func alone(_ work: () throws(HistoryError) -> Void) throws(HistoryError) {
        guard let lock else { throw HistoryError(.readOnly, "it was opened to be read") }
        keptParts = [:]
        try lock.withLock(work)
    }

    private var logSize: Int { fileSize(folder.database + "-wal") }

    // MARK: Adding

    /// Begins a session: one start of the program.
    func beginSession(command: String, folder: String?, at date: Date) throws(HistoryError) -> Int {
        try write { () throws(HistoryError) in
            try database.run(
                "INSERT INTO session (started, command, folder) VALUES (?, ?, ?)",
                [.integer(Int(date.timeIntervalSince1970 * 1_000)), .text(command), SQLValue(folder)])
            return database.lastRow
        }
    }

    /// Keeps tasks, all or none of them; they are there for good when it returns.
    func append(_ tasks: [StoredTask], session: Int) throws(HistoryError) {
        try write { () throws(HistoryError) in
            for task in tasks { try append(task, session: session) }
        }
    }

    private func append(_ task: StoredTask, session: Int) throws(HistoryError) {
        let columns = task.columns
        try database.run(
            """
            INSERT INTO task (session, number, created, elapsed, method, url, name, file, status, verdict,
                attempts, story) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
            """,
            [
                .integer(session), .integer(columns.number), .integer(columns.created),
                .integer(columns.elapsed), .text(columns.method), .text(columns.url),
                SQLValue(columns.name), SQLValue(columns.file), SQLValue(columns.status),
                .text(columns.verdict), .integer(columns.attempts), .bytes(task.story),
            ])
        let row = database.lastRow
        try insert(task.summary, of: row)
        for (index, head) in task.heads.enumerated() { try add(head, as: -1 - index, to: row) }
        for (number, body) in task.bodies.enumerated() { try add(body, as: number, to: row) }
    }

    private func add(_ part: StoredPart, as number: Int, to task: Int) throws(HistoryError) {
        try database.run(
            "INSERT INTO task_body (task, number, body) VALUES (?, ?, ?)",
            [.integer(task), .integer(number), .integer(try row(of: part))])
    }

    /// Returns where a part is kept, once for all tasks that have the same.
    private func row(of part: StoredPart) throws(HistoryError) -> Int {
        if let known = keptParts[ObjectIdentifier(part)] { return known.row }
        let row = part.content.count > Self.longestInside ? try rowOfFile(part) : try rowInside(part)
        if keptParts.count >= Self.mostKeptParts { keptParts = [:] }
        keptParts[ObjectIdentifier(part)] = (part, row)
        return row
    }

    private func rowOfFile(_ part: StoredPart) throws(HistoryError) -> Int {
        let digest = try Self.digest(of: part.content)
        // Under the lock, as files are removed: no row may name one that is not there.
        try writeFile(part.content, digest: digest)
        let row = try database.number("SELECT id FROM body WHERE digest = ?", [.text(digest)])
        return try row ?? insert(.text(digest), part.content.count, .null)
    }

    /// What is short is found by a short hash, and then compared; of those that share one, which takes intent, a few are told apart.
    private func rowInside(_ part: StoredPart) throws(HistoryError) -> Int {
        var key = part.content.shortKey
        for _ in 0..<8 {
            let digest = SQLValue.bytes(withUnsafeBytes(of: key.bigEndian, Array.init))
            var found: (row: Int, isSame: Bool)?
            try database.run("SELECT id, content FROM body WHERE digest = ?", [digest]) { row in
                found = (row.integer(0), row.holds(part.content, 1))
                return false
            }
            guard let found else { return try insert(digest, part.content.count, .bytes(part.content)) }
            if found.isSame { return found.row }
            key &+= 1
        }
        let digest = SQLValue.text(try Self.digest(of: part.content))
        let row = try database.number("SELECT id FROM body WHERE digest = ?", [digest])
        return try row ?? insert(digest, part.content.count, .bytes(part.content))
    }

    private func insert(
        _ digest: SQLValue, _ size: Int, _ content: SQLValue
    ) throws(HistoryError) -> Int {
        try database.run(
            "INSERT INTO body (digest, size, content) VALUES (?, ?, ?)", [digest, .integer(size), content])
        return database.lastRow
    }

    /// The SHA-256 of a body, by which it is named.
    static func digest(of body: [UInt8]) throws(HistoryError) -> String {
        guard let digest = ContentDigest.sha256.bytes(of: body) else {
            throw HistoryError(.other, "OpenSSL does not compute SHA-256 here")
        }
        return digest.hexadecimal
    }

    private func writeFile(_ body: [UInt8], digest: String) throws(HistoryError) {
        let path = folder.body(digest)
        if fileSize(path) == body.count { return }
        try folder.makeFolder(String(path.dropLast(digest.count + 1)))
        do throws(FileError) {
            try OutputFile.write(body, to: path, isDurable: false)
        } catch {
            throw HistoryError(error)
        }
    }

    func fileSize(_ path: String) -> Int {
        var information = stat()
        return stat(path, &information) == 0 ? Int(information.st_size) : -1
    }
}

extension [UInt8] {
    /// A hash that is always the same for the same bytes, eight of them at a step.
    fileprivate var shortKey: UInt64 {
        withUnsafeBytes { bytes in
            var (key, index) = (UInt64(bytes.count) &* 0x9E37_79B9_7F4A_7C15, 0)
            func mix(_ word: UInt64) {
                let (high, low) = (key ^ word).multipliedFullWidth(by: 0xD6E8_FEB8_6659_FD93)
                key = high ^ low &+ 0x9E37_79B9_7F4A_7C15
            }
            while index + 8 <= bytes.count {
                mix(bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self).littleEndian)
                index += 8
            }
            var rest: UInt64 = 0
            while index < bytes.count {
                rest = rest << 8 | UInt64(bytes[index])
                index += 1
            }
            mix(rest)
            return key
        }
    }
}
