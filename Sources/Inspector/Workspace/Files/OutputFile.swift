import Glibc
import InspectorValues

/// A file that appears all at once: written without a name, then put in its place.
///
///     open ──▶ no name in the folder ── commit, publish ──▶ linked, if the name is free
///                └─ killed: nothing is left └─ commit ─────▶ linked beside, renamed over the file of that name
///
/// It is readable by its owner only, unless it keeps the mode of the file it replaces. Opening it is the proof that it can be
/// written. Unless it is committed, nothing is left. A program that is killed leaves a file with six more letters in its name only in
/// the instant between the two last steps of a replacement, and on file systems that know no files without names.
package struct OutputFile: ~Copyable {
    private let path: String
    /// The name beside the place; nil while the file has none.
    private var temporary: String?
    private let descriptor: Int32

    /// Opens the file; one that is there keeps its permissions, and its owner as far as that can be, where it is asked for.
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

    /// Writes a whole file; see ``init(_:keepingMode:)`` and ``commit(isDurable:)``.
    package static func write(
        _ bytes: [UInt8], to path: String, keepingMode: Bool = false, isDurable: Bool = true
    ) throws(FileError) {
        var file = try OutputFile(path, keepingMode: keepingMode)
        try file.commit(bytes, isDurable: isDurable)
    }

    /// Writes the content and puts the file in its place; see ``commit(isDurable:)``.
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

    /// Puts the file in its place; a durable one is on the disk then, and survives a loss of power.
    package mutating func commit(isDurable: Bool = true) throws(FileError) {
        guard !isDurable || fsync(descriptor) == 0 else { throw FileError(path, errno: errno) }
        // A link is one step, which cannot be interrupted; a file that is there needs two.
        if temporary != nil || !linked(as: path) {
            if temporary == nil { temporary = try makeName() }
            guard let name = temporary, rename(name, path) == 0 else { throw FileError(path, errno: errno) }
            temporary = nil
        }
        if isDurable { syncFolder() }
    }

    /// Puts what was written so far under a name that nothing has; returns false where something has it.
    borrowing func publish(as path: String) throws(FileError) -> Bool {
        guard fsync(descriptor) == 0 else { throw FileError(path, errno: errno) }
        // A link, unlike a new name, never takes the place of another file.
        if linked(as: path) { return true }
        guard errno == EEXIST else { throw FileError(path, errno: errno) }
        return false
    }

    /// Lets everybody read the file, as far as the user's mask has it.
    package func share() {
        let mask = umask(0o022)
        umask(mask)
        fchmod(descriptor, 0o666 & ~mask)
    }

    /// Writes the content and puts the file in its place unless something is there; tells whether it did.
    package mutating func commitNew(_ bytes: [UInt8]) throws(FileError) -> Bool {
        try append(bytes)
        guard try publish(as: path) else { return false }
        syncFolder()
        return true
    }

    // MARK: Names

    /// `O_TMPFILE`, which Swift does not import.
    private static let unnamed: Int32 = 0o20_000_000 | O_DIRECTORY

    /// Returns a new file for a place, without a name where the file system knows such.
    private static func open(beside target: String) throws(FileError) -> (Int32, String?) {
        if let number = openUnnamed(in: RequestPaths.folder(of: target)) { return (number, nil) }
        var template = Array("\(target).XXXXXX".utf8CString)
        let number = mkstemp(&template)
        guard number >= 0 else { throw FileError(target, errno: errno) }
        return (
            number, String(decoding: template.dropLast().map { UInt8(truncatingIfNeeded: $0) }, as: UTF8.self)
        )
    }

    /// Returns a file without a name in a folder; nil where that cannot be, or where it could not be given one
    /// afterwards.
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

    /// Names the file beside its place, for the moment before it takes that.
    private borrowing func makeName() throws(FileError) -> String {
        for _ in 0..<100 {
            let letters = String(UInt32.random(in: 0..<2_176_782_336), radix: 36)
            let name = "\(path).\(String(repeating: "0", count: 6 - letters.count))\(letters)"
            if linked(as: name) { return name }
            guard errno == EEXIST else { break }
        }
        throw FileError(path, errno: errno)
    }

    /// Makes sure that the new name survives a loss of power; where that cannot be done, the file is there all the same.
    private func syncFolder() {
        let folder = Glibc.open(RequestPaths.folder(of: path), O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard folder >= 0 else { return }
        fsync(folder)
        close(folder)
    }

    /// Returns the place to write to: behind links, and never over a device, a FIFO or a folder.
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
