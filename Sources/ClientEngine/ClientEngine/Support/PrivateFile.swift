import Glibc

/// Writes files that only their owner can read.
///
/// A reader sees either the old or the new content, never a part of it.
enum PrivateFile {
    /// Writes the bytes to a new file, which then replaces the old one.
    ///
    /// The mode is 0600 before the first byte is written. If `isDurable` is `false`, the content may be lost in a power
    /// failure. Throws `io/process` with the path of the file.
    static func write(_ bytes: [UInt8], to path: String, isDurable: Bool = true) throws(ClientError) {
        let draft = "\(path).\(getpid())-\(UInt32.random(in: 0 ... .max)).new"
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw failure(path) }
        var isWritten = put(bytes, into: descriptor)
        if isDurable { isWritten = fsync(descriptor) == 0 && isWritten }
        isWritten = close(descriptor) == 0 && isWritten
        guard isWritten, rename(draft, path) == 0 else {
            let error = failure(path)
            unlink(draft)
            throw error
        }
    }

    private static func put(_ bytes: [UInt8], into descriptor: Int32) -> Bool {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return false }
            rest = rest.dropFirst(count)
        }
        return true
    }

    private static func failure(_ path: String) -> ClientError {
        ClientError(.io, .process, "\(path) cannot be written: \(String(cString: strerror(errno)))")
    }
}
