import Glibc
import InspectorValues

/// A file that appears atomically: written without a name, then linked into place.
///
///     open ──▶ unnamed, in the folder ── commit, publish ──▶ linked, if the name is free
///                └─ killed: no file left  └─ commit ───────▶ linked under a temporary name, then renamed over the old file
///
/// Only its owner can read it, unless it keeps the mode of the file that it replaces. Opening it proves that it can
/// be written. Without a commit, no file remains. A killed program can leave a file with a suffix of six letters: if
/// it was killed between the last two steps of a replacement, or if the file system has no unnamed files.
package struct OutputFile: ~Copyable {
    private let path: String
    /// The temporary name next to the target, or `nil` while the file has no name.
    private var temporary: String?
    private let descriptor: Int32

    /// Opens the file.
    ///
    /// With `keepingMode`, it gets the permissions of the existing file, and its owner if possible.
    package init(_ path: String, keepingMode: Bool = false) throws(FileError) {
        let target = try Self.target(of: path)
        (descriptor, temporary) = try Self.open(beside: target)
        self.path = target
        var information = stat()
        guard keepingMode, stat(target, &information) == 0 else { return }
        if fchown(descriptor, information.st_uid, information.st_gid) != 0 {
            _ = fchown(descriptor, .max, information.st_gid)
        }
        fchmod(descriptor, information.st_mode & 0o777)
    }

    deinit {
        close(descriptor)
        if let temporary { unlink(temporary) }
    }

    /// Writes a whole file.
    ///
    /// See ``init(_:keepingMode:)`` and ``commit(isDurable:)``.
    package static func write(
        _ bytes: [UInt8], to path: String, keepingMode: Bool = false, isDurable: Bool = true
    ) throws(FileError) {
        var file = try OutputFile(path, keepingMode: keepingMode)
        try file.commit(bytes, isDurable: isDurable)
    }

    /// Writes the content and moves the file into place.
    ///
    /// See ``commit(isDurable:)``.
    package mutating func commit(_ bytes: [UInt8], isDurable: Bool = true) throws(FileError) {
        try append(bytes)
        try commit(isDurable: isDurable)
    }

    package mutating func append(_ bytes: [UInt8]) throws(FileError) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            if count < 0 && errno == EINTR { continue }
            guard count >= 0 else { throw FileError(path, errno: errno) }
            rest = rest.dropFirst(count)
        }
    }

    /// Moves the file into place.
    ///
    /// With `isDurable`, it is synced to the disk first and survives a power loss.
    package mutating func commit(isDurable: Bool = true) throws(FileError) {
        guard !isDurable || fsync(descriptor) == 0 else { throw FileError(path, errno: errno) }
        // Linking is one atomic step. Replacing an existing file needs two steps.
        if temporary != nil || !linked(as: path) {
            if temporary == nil { temporary = try makeName() }
            guard let name = temporary, rename(name, path) == 0 else { throw FileError(path, errno: errno) }
            temporary = nil
        }
        if isDurable { syncFolder() }
    }

    /// Links the content written so far under a new name.
    ///
    /// Returns `false` if the name is taken.
    borrowing func publish(as path: String) throws(FileError) -> Bool {
        guard fsync(descriptor) == 0 else { throw FileError(path, errno: errno) }
        // Unlike a rename, a link never replaces another file.
        if linked(as: path) { return true }
        guard errno == EEXIST else { throw FileError(path, errno: errno) }
        return false
    }

    /// Makes the file readable for all users, within the limits of the umask.
    package func share() {
        let mask = umask(0o022)
        umask(mask)
        fchmod(descriptor, 0o666 & ~mask)
    }

    /// Writes the content and moves the file into place.
    ///
    /// Returns `false` if a file exists there.
    package mutating func commitNew(_ bytes: [UInt8]) throws(FileError) -> Bool {
        try append(bytes)
        guard try publish(as: path) else { return false }
        syncFolder()
        return true
    }

    // MARK: Names

    /// `O_TMPFILE`, which Swift does not import.
    private static let unnamed: Int32 = 0o20_000_000 | O_DIRECTORY

    /// Opens a new file in the folder of the target, unnamed if the file system supports it.
    private static func open(beside target: String) throws(FileError) -> (Int32, String?) {
        if let number = openUnnamed(in: RequestPaths.folder(of: target)) { return (number, nil) }
        var template = Array("\(target).XXXXXX".utf8CString)
        let number = mkstemp(&template)
        guard number >= 0 else { throw FileError(target, errno: errno) }
        return (
            number, String(decoding: template.dropLast().map { UInt8(truncatingIfNeeded: $0) }, as: UTF8.self)
        )
    }

    /// Opens an unnamed file in a folder.
    ///
    /// Returns `nil` if that is unsupported or the file could not be named later.
    private static func openUnnamed(in folder: String) -> Int32? {
        let number = Glibc.open(folder, unnamed | O_RDWR | O_CLOEXEC, 0o600)
        guard number >= 0 else { return nil }
        guard access("/proc/self/fd/\(number)", F_OK) == 0 else {
            close(number)
            return nil
        }
        return number
    }

    private borrowing func linked(as name: String) -> Bool {
        if let temporary { return link(temporary, name) == 0 }
        return linkat(AT_FDCWD, "/proc/self/fd/\(descriptor)", AT_FDCWD, name, AT_SYMLINK_FOLLOW) == 0
    }

    /// Links the file under a temporary name next to the target.
    private borrowing func makeName() throws(FileError) -> String {
        for _ in 0..<100 {
            let letters = String(UInt32.random(in: 0..<2_176_782_336), radix: 36)
            let name = "\(path).\(String(repeating: "0", count: 6 - letters.count))\(letters)"
            if linked(as: name) { return name }
            guard errno == EEXIST else { break }
        }
        throw FileError(path, errno: errno)
    }

    /// Syncs the folder, so that the new name survives a power loss.
    ///
    /// Errors are ignored, because the file exists anyway.
    private func syncFolder() {
        let folder = Glibc.open(RequestPaths.folder(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { return }
        fsync(folder)
        close(folder)
    }

    /// Returns the path to write to, with links resolved.
    ///
    /// Refuses a device, FIFO or folder.
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
