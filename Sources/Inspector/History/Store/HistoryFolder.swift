import FoundationEssentials
import Glibc
import InspectorWorkspace

/// The files of the history, which only their owner can read.
///
/// The folder is created with mode 0700 and each file with mode 0600, before anything is written.
///
/// ```
/// inspector/history.sqlite        the tables; SQLite adds -wal and -shm files
/// inspector/history.lock          held by the writing program
/// inspector/history-bodies/ab/…   large bodies, named by the SHA-256 of their content
/// ```
///
/// Damaged tables are renamed to `….corrupt-TIME`.
package struct HistoryFolder: Sendable, Equatable {
    let path: String

    package init(path: String) { self.path = path }

    package var database: String { path + "/history.sqlite" }
    var lock: String { path + "/history.lock" }
    /// The file in which short-lived programs of earlier versions left their tasks (``EarlierJournal``).
    package var journal: String { path + "/history.journal" }
    var bodies: String { path + "/history-bodies" }

    func body(_ digest: String) -> String { bodies + "/" + digest.prefix(2) + "/" + digest }

    /// The files of SQLite, the main one first.
    var databaseFiles: [String] { [database, database + "-wal", database + "-shm"] }

    var hasTables: Bool { access(database, F_OK) == 0 }

    /// Indicates whether anything was kept.
    package var isThere: Bool { hasTables || access(journal, F_OK) == 0 }

    /// Indicates whether the database can be written, or a log exists.
    var isWritten: Bool { access(path, W_OK) == 0 || access(database + "-wal", F_OK) == 0 }

    /// Creates missing files, and removes the permissions of other users.
    func make() throws(HistoryError) {
        try makeFolder(path)
        for file in databaseFiles + [lock] {
            // SQLite treats an empty log as a new one, and gives -wal and -shm the permissions of the main file.
            // Existing files are not opened here: closing them would release the locks of all SQLite connections of
            // the process (https://sqlite.org/howtocorrupt.html, 2.2).
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

    /// Returns the permissions of a file or folder, or `nil` if it does not exist.
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

    /// Renames a damaged database.
    ///
    /// Returns `nil` if it is intact, because another program renamed the damaged one.
    package func setDamagedAside(at date: Date = Date()) throws(HistoryError) -> DamagedFile? {
        try HistoryLock(lock).withLock { () throws(HistoryError) in
            if isWhole { return nil }
            return DamagedFile(try setAside(databaseFiles, at: date), of: .tables)
        }
    }

    /// Renames files to free names, the main one first.
    ///
    /// Returns the new name of the main one.
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

    /// Runs `work`.
    ///
    /// If it finds a damaged database, renames the database, calls `tell`, and runs `work` once more.
    package func beginningAnewIfDamaged<Result, Failure: Error>(
        tell: (DamagedFile) -> Void, _ work: () throws(Failure) -> Result
    ) throws(Failure) -> Result {
        do throws(Failure) {
            return try work()
        } catch {
            // If the file cannot be renamed, the second try reports the damage.
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

    /// Describes the failure of a system call, by `errno`.
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
