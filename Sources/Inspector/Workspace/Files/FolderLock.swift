import Glibc

/// Locks a folder against other programs that use the same lock, until the value is destroyed.
///
/// It is an advisory lock (flock) on the folder itself, so no lock file is needed.
struct FolderLock: ~Copyable {
    private let descriptor: Int32

    /// Waits up to five seconds for the lock.
    ///
    /// If the file system has no locks or the folder cannot be opened, continues without a lock.
    init(_ folder: String) throws(FileError) { descriptor = try Self.locked(folder) }

    /// Opens and locks a folder.
    ///
    /// Returns a negative number if the folder cannot be opened. This is no part of the initialiser: if that threw,
    /// `deinit` would close the descriptor a second time, when another file may own it.
    private static func locked(_ folder: String) throws(FileError) -> Int32 {
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return descriptor }
        let end = ContinuousClock.now + .seconds(5)
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK || errno == EINTR {
            guard ContinuousClock.now < end else {
                close(descriptor)
                throw FileError(folder, "is being written to by another program")
            }
            usleep(2_000)
        }
        return descriptor
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }
}
