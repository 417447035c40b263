import CEngineFile
import FoundationEssentials
import Glibc

/// A file that is written in the folder of its destination, and replaces the destination when it is complete.
///
/// Because both are in the same folder, this replacement is atomic. The file is never opened through a symbolic link.
/// Only one holder in all processes has it open, and uses it sequentially.
final class PartialFile: Sendable {
    struct Source: Sendable, Hashable, Codable {
        var url: String
        /// The value for `If-Range`: a strong entity tag, or the date of the last change.
        var validator: String
    }

    private let destination: String
    private let path: String
    private let descriptor: Int32
    private var notePath: String { path + "-source" }

    /// Opens a file for a destination: a new one, or that of an earlier download to continue it.
    ///
    /// Throws `io/queue`, also if another download is writing to the file.
    init(for destination: String, isKept: Bool) throws(ClientError) {
        let parts = destination.split(at: "/")
        guard let name = parts.last, destination.last != "/" else {
            throw ClientError(.io, .queue, "“\(destination)” names no file")
        }
        let folder = destination.dropLast(name.count)
        var status = stat()
        guard stat(destination, &status) != 0 || status.st_mode & S_IFMT != S_IFDIR else {
            throw ClientError(.io, .queue, "“\(destination)” is a folder")
        }
        let mark = isKept ? "" : String(UInt64.random(in: 0 ... .max), radix: 36) + "."
        let path = "\(folder).\(name).\(mark)part"
        let creation = isKept ? O_CREAT : O_CREAT | O_EXCL
        (self.destination, self.path) = (destination, path)
        descriptor = open(path, O_RDWR | creation | O_NOFOLLOW | O_CLOEXEC | O_NONBLOCK, 0o666)
        guard descriptor >= 0 else { throw Self.error("cannot write beside “\(destination)”", .queue) }
        // In a shared folder, another user may have created the file, or a second link to one of the user's own files.
        guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_nlink == 1,
            status.st_uid == geteuid(), flock(descriptor, LOCK_EX | LOCK_NB) == 0
        else {
            let what = "is in use by another download, or is no file of its own"
            throw ClientError(.io, .queue, "“\(path)” \(what)")
        }
    }

    deinit {
        close(descriptor)
    }

    /// The number of bytes in the file, with their source, or `nil` if it is unknown.
    var kept: (count: Int, source: Source)? {
        var status = stat()
        guard fstat(descriptor, &status) == 0, status.st_size > 0,
            let note = try? Data(contentsOf: URL(fileURLWithPath: notePath)), note.count < 1 << 16,
            let source = try? JSONBytesDecoder().decode(Source.self, from: note)
        else { return nil }
        return (Int(status.st_size), source)
    }

    /// Truncates the file to `count` bytes.
    ///
    /// For a new download to keep, it also stores the source of its content.
    func begin(at count: Int, of source: Source?) throws(ClientError) {
        guard ftruncate(descriptor, off_t(count)) == 0, lseek(descriptor, off_t(count), SEEK_SET) >= 0 else {
            throw Self.error("cannot write “\(path)”")
        }
        guard count == 0 else { return }
        unlink(notePath)
        // Without the stored source, the download cannot be continued later, but it need not fail.
        guard let source, let note = try? JSONEncoder().encode(source) else { return }
        try? note.write(to: URL(fileURLWithPath: notePath), options: .atomic)
    }

    func write(_ bytes: [UInt8]) throws(ClientError) {
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes { all in
                let rest = UnsafeRawBufferPointer(rebasing: all[written...])
                return Glibc.write(descriptor, rest.baseAddress, rest.count)
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw Self.error("cannot write “\(path)”") }
            written += count
        }
    }

    /// Starts writing some of the bytes to the disk, so that ``publish()`` need not wait for them.
    func beginWriteback(of bytes: Range<Int>) {
        cengine_begin_writeback(descriptor, off_t(bytes.lowerBound), off_t(bytes.count))
    }

    /// Writes the content to the disk, and replaces the destination with the file.
    ///
    /// A symbolic link at the destination is replaced, not followed.
    func publish() throws(ClientError) {
        guard fsync(descriptor) == 0, rename(path, destination) == 0 else {
            throw Self.error("cannot put the download to “\(destination)”", .process)
        }
        unlink(notePath)
        let folder = open(Self.folder(of: destination), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { return }
        fsync(folder)
        close(folder)
    }

    func discard() {
        unlink(path)
        unlink(notePath)
    }

    private static func folder(of path: String) -> String {
        path.unicodeScalars.lastIndex(of: "/").map { String(path[...$0]) } ?? "."
    }

    private static func error(_ what: String, _ phase: Phase = .receive) -> ClientError {
        ClientError(.io, phase, "\(what): \(String(cString: strerror(errno)))")
    }
}
