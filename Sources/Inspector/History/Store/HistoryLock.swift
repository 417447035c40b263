import Glibc

/// The lock that the writing program holds.
///
/// SQLite has separate locks. This lock also prevents a write while another program copies the log into the
/// database. SQLite versions before 3.51.3 do not prevent that in all cases (https://sqlite.org/changes.html,
/// 3.53.0).
final class HistoryLock {
    private let descriptor: Int32
    /// The maximum time to wait for the lock, in milliseconds.
    private static let patience = 5_000
    /// The polling interval in microseconds while another program holds the lock.
    private static let look: UInt32 = 2_000
    /// The pause in microseconds before taking the lock again.
    ///
    /// It exceeds the polling interval, so that other programs get it.
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
