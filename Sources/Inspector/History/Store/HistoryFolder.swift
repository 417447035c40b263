import FoundationEssentials
import Glibc
import InspectorWorkspace

/// The files of the history, which nobody but their owner can read: the folder is made with 0700 and each file with 0600, before
/// anything is written into it.
///
/// ```
/// inspector/history.sqlite        the tables; -wal and -shm beside it are SQLite's
/// inspector/history.lock          held by whoever writes
/// inspector/history-bodies/ab/…   large bodies, named by the SHA-256 of their content
/// ```
///
/// The tables get a new name, `….corrupt-TIME`, when they are found damaged.
package struct HistoryFolder: Sendable, Equatable {
    let path: String

    package init(path: String) { self.path = path }

    package var database: String { path + "/history.sqlite" }
    var lock: String { path + "/history.lock" }
    /// The file in which short programs of earlier versions left their tasks (``EarlierJournal``).
    package var journal: String { path + "/history.journal" }
    var bodies: String { path + "/history-bodies" }

    func body(_ digest: String) -> String { bodies + "/" + digest.prefix(2) + "/" + digest }

    /// The files of SQLite, the main one first.
    var databaseFiles: [String] { [database, database + "-wal", database + "-shm"] }

    var hasTables: Bool { access(database, F_OK) == 0 }

    /// Indicates whether something was kept.
    package var isThere: Bool { hasTables || access(journal, F_OK) == 0 }

    /// Indicates whether somebody can write the database, or has left a log.
    var isWritten: Bool { access(path, W_OK) == 0 || access(database + "-wal", F_OK) == 0 }

    /// Makes what is missing, and takes away from others what they could read.
    func make() throws(HistoryError) {
        try makeFolder(path)
        for file in databaseFiles + [lock] {
            // SQLite takes a log of no bytes for a new one, and gives -wal and -shm the permissions of the main file. What is there is not
            // opened: closing it would take SQLite's locks from all connections of the process (https://sqlite.org/howtocorrupt.html, 2.2).
            if let mode = mode(of: file) {
                if mode != 0o600 { try restrict(file) }
            } else if file == database || file == lock {
                try makeFile(file)
            }
        }
    }

    func makeFolder(_ folder: String) throws(HistoryError) {
        if mode(of: folder) == 0o700 { return }
        var made = ""
        for part in folder.split(at: "/") {
            made.append("/")
            made.append(contentsOf: part)
            if mkdir(made, 0o700) == 0 || errno == EEXIST { continue }
            throw HistoryError(of: made)
        }
        guard chmod(folder, 0o700) == 0 else { throw HistoryError(of: folder) }
    }

    /// The permissions of a file or a folder; `nil` where there is none.
    private func mode(of path: String) -> mode_t? {
        var information = stat()
        return lstat(path, &information) == 0 ? information.st_mode & 0o7777 : nil
    }

    private func makeFile(_ file: String) throws(HistoryError) {
        let descriptor = open(file, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw HistoryError(of: file) }
        defer { close(descriptor) }
        guard fchmod(descriptor, 0o600) == 0 else { throw HistoryError(of: file) }
    }

    private func restrict(_ file: String) throws(HistoryError) {
        guard fchmodat(AT_FDCWD, file, 0o600, AT_SYMLINK_NOFOLLOW) == 0 else { throw HistoryError(of: file) }
    }

    /// Renames a damaged database; returns `nil` if it is not damaged, because another program has renamed it.
    package func setDamagedAside(at date: Date = Date()) throws(HistoryError) -> DamagedFile? {
        try HistoryLock(lock).withLock { () throws(HistoryError) in
            if isWhole { return nil }
            return DamagedFile(try setAside(databaseFiles, at: date), of: .tables)
        }
    }

    /// Renames files, the main one first, to names that are free, and returns that of the main one.
    func setAside(_ files: [String], at date: Date = Date()) throws(HistoryError) -> String {
        let main = files[0]
        var mark = ".corrupt-\(date.millisecondsSince1970 / 1_000)"
        while access(main + mark, F_OK) == 0 { mark += "-again" }
        for file in files where access(file, F_OK) == 0 {
            try restrict(file)
            let moved = main + mark + file.dropFirst(main.count)
            guard rename(file, moved) == 0 else { throw HistoryError(of: file) }
        }
        return main + mark
    }

    /// Runs `work`, and again with a new database if it finds a damaged one, which is set aside and reported.
    package func beginningAnewIfDamaged<Result, Failure: Error>(
        tell: (DamagedFile) -> Void, _ work: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        do throws(Failure) {
            return try work()
        } catch {
            // Where it cannot be renamed, the damage is what the second try reports.
            guard (error as? HistoryError)?.kind == .corrupt, let damaged = try? setDamagedAside() else {
                throw error
            }
            tell(damaged)
            return try work()
        }
    }

    private var isWhole: Bool {
        do throws(HistoryError) {
            var isWhole = false
            try Database(path: database).run("PRAGMA quick_check(1)") { row in
                isWhole = row.text(0) == "ok"
                return false
            }
            return isWhole
        } catch {
            return error.kind != .corrupt
        }
    }
}

extension HistoryError {
    init(_ error: FileError) {
        self.init(Self.kind(of: error.code), error.description)
    }

    /// Describes the failure of a call of the system, by `errno`.
    init(of file: String, code: Int32 = errno) {
        self.init(FileError(file, errno: code))
    }

    private static func kind(of code: Int32?) -> Kind {
        switch code {
        case ENOSPC, EDQUOT, EFBIG: .full
        case EROFS, EACCES, EPERM: .readOnly
        default: .other
        }
    }
}
