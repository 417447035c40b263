import Glibc

/// Keeps other programs that take it, too, away from the files of a folder while it lives.
///
/// It is an advisory lock (flock) on the folder itself, so that nothing has to be made or cleaned up for it.
struct FolderLock: ~Copyable {
    private let descriptor: Int32

    /// Waits until nobody else has the lock, but not longer than five seconds.
    ///
    /// If a file system has no locks, or the folder cannot be opened, there is nothing to wait for.
    init(_ folder: String) throws(FileError) { descriptor = try Self.locked(folder) }

    /// Opens a folder and locks it; negative where it cannot be opened.
    ///
    /// Not in the initializer, which would end what it has begun a second time: a closed descriptor may be somebody else's by then.
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
