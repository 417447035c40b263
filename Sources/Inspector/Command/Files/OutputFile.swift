import Foundation

/// A file that appears all at once: written beside its place, then renamed.
///
/// It is readable by its owner only, unless it keeps the mode of the file it replaces.
///
/// Opening it is the proof that it can be written. Unless it is committed, nothing is left behind.
struct OutputFile: ~Copyable {
    private let path: String
    private let temporary: String
    private let descriptor: Int32
    private var isCommitted = false

    /// Opens the file; one that is there keeps its permissions only where that is asked for.
    init(_ path: String, keepingMode: Bool = false) throws(FileError) {
        let target = try Self.target(of: path)
        var template = Array("\(target).XXXXXX".utf8CString)
        let number = mkstemp(&template)
        guard number >= 0 else { throw FileError(path, errno: errno) }
        self.path = target
        descriptor = number
        var information = stat()
        if keepingMode, stat(target, &information) == 0 { fchmod(number, information.st_mode & 0o777) }
        temporary = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit {
        close(descriptor)
        if !isCommitted { unlink(temporary) }
    }

    /// Writes the content and puts the file in its place; see ``commit(isDurable:)``.
    mutating func commit(_ bytes: [UInt8], isDurable: Bool = true) throws(FileError) {
        try append(bytes)
        try commit(isDurable: isDurable)
    }

    /// Writes a piece of the content.
    mutating func append(_ bytes: [UInt8]) throws(FileError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { throw FileError(path, errno: errno) }
            rest = rest.dropFirst(count)
        }
    }

    /// Puts the file in its place; a durable one is on the disk then, and survives a loss of power.
    mutating func commit(isDurable: Bool = true) throws(FileError) {
        guard !isDurable || fsync(descriptor) == 0, rename(temporary, path) == 0 else {
            throw FileError(path, errno: errno)
        }
        isCommitted = true
        if isDurable { syncFolder() }
    }

    /// Puts what was written so far under a name that nothing has; returns false where something has it.
    borrowing func publish(as path: String) throws(FileError) -> Bool {
        guard fsync(descriptor) == 0 else { throw FileError(path, errno: errno) }
        // A link, unlike a new name, never takes the place of another file.
        if link(temporary, path) == 0 { return true }
        guard errno == EEXIST else { throw FileError(path, errno: errno) }
        return false
    }

    /// Lets everybody read the file, as far as the user's mask has it.
    func share() {
        let mask = umask(0o022)
        umask(mask)
        fchmod(descriptor, 0o666 & ~mask)
    }

    /// Writes the content and puts the file in its place unless something is there; tells whether it did.
    mutating func commitNew(_ bytes: [UInt8]) throws(FileError) -> Bool {
        try append(bytes)
        guard try publish(as: path) else { return false }
        syncFolder()
        return true
    }

    /// Makes sure that the new name survives a loss of power; where that cannot be done, the file is there all the same.
    private func syncFolder() {
        let folder = open(RequestPaths.folder(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { return }
        fsync(folder)
        close(folder)
    }

    /// Where to write: behind links, and never over a device, a FIFO or a folder.
    private static func target(of path: String) throws(FileError) -> String {
        guard let resolved = realpath(path, nil) else { return path }
        defer { free(resolved) }
        var information = stat()
        guard stat(resolved, &information) == 0, information.st_mode & S_IFMT == S_IFREG else {
            throw FileError(path, "is not a regular file")
        }
        return String(cString: resolved)
    }
}
