import Glibc

/// Keeps other programs that take it, too, away from the files of a folder while it lives.
///
/// It is an advisory lock (flock) on the folder itself, so that nothing has to be made or cleaned up for it.
struct FolderLock: ~Copyable {
    private let descriptor: Int32

    /// Waits until nobody else has the lock, but not longer than five seconds.
    ///
    /// If a file system has no locks, or the folder cannot be opened, there is nothing to wait for.
    init(_ folder: String) throws(FileError) {
        descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        let end = ContinuousClock.now + .seconds(5)
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0, errno == EWOULDBLOCK || errno == EINTR {
            guard ContinuousClock.now < end else {
                close(descriptor)
                throw FileError(folder, "is being written to by another program")
            }
            usleep(2_000)
        }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }
}
