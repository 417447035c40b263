import Glibc

/// The lock that whoever writes holds, in any process.
///
/// SQLite has locks of its own. This one also keeps a writer apart from one that copies the log into the database, which versions
/// before 3.51.3 do not do in all cases (https://sqlite.org/changes.html, 3.53.0).
final class HistoryLock {
    private let descriptor: Int32
    /// The time that another one is waited for.
    private static let patience = 5_000
    /// The microseconds between two looks at whether another one still holds it.
    private static let look: UInt32 = 2_000
    /// The microseconds that whoever wants it again leaves the others: longer than between two of their looks.
    static let gap: UInt32 = 5_000

    init(_ path: String) throws(HistoryError) {
        descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw HistoryError(of: path) }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    func withLock<Result>(_ work: () throws(HistoryError) -> Result) throws(HistoryError) -> Result {
        var waited = 0
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            guard errno == EWOULDBLOCK || errno == EINTR, waited < Self.patience else {
                throw HistoryError(.locked, "another program is writing it for too long")
            }
            usleep(Self.look)
            waited += Int(Self.look) / 1_000
        }
        defer { flock(descriptor, LOCK_UN) }
        return try work()
    }
}
