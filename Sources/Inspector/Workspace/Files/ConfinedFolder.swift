import ClientEngineWireMock
import FoundationEssentials
import Glibc
import RequestFormats

/// A folder whose files may be read because a request or mock names them.
///
/// Files outside it may not. A request file from a stranger must not be able to send `~/.ssh/id_rsa`, block on a
/// FIFO, or read a device endlessly. Symbolic links are resolved before the check.
struct ConfinedFolder: Sendable {
    /// The path of the folder, with symbolic links resolved.
    let root: String
    /// The subfolder whose hidden files may be read.
    ///
    /// `nil` allows all hidden files.
    private let inner: String?

    init(_ path: String) throws(FileError) {
        root = try Self.realPath(of: path)
        inner = nil
    }

    private init(root: String, inner: String) {
        (self.root, self.inner) = (root, inner)
    }

    /// Returns the folder that the user opened if it contains this one.
    ///
    /// Otherwise returns this folder.
    func opened(_ path: String) -> ConfinedFolder {
        guard let opened = try? ConfinedFolder(path), root == opened.root || root.lies(in: opened.root) else {
            return self
        }
        return opened
    }

    /// Returns the folder from which the requests of this folder may send files.
    ///
    /// This is the opened folder without its hidden files, except those in this folder. An opened folder that
    /// contains the home folder is not used, because a downloaded request must not be able to send documents.
    func sendable(from path: String) -> ConfinedFolder {
        let opened = opened(path)
        let named =
            ProcessEnvironment.variables["HOME"] ?? FileManager.default.homeDirectoryForCurrentUser.path
        let home = (try? Self.realPath(of: named)) ?? named
        guard opened.root != root, home != opened.root, !home.lies(in: opened.root) else { return self }
        return ConfinedFolder(root: opened.root, inner: root)
    }

    /// Returns the real path of a regular file in the folder, given a relative or absolute path.
    func path(of name: String) throws(FileError) -> String {
        let path = try confined(name)
        _ = try RegularFile(path, name: name, followsLink: false)
        return path
    }

    /// Returns the content of a file in the folder.
    ///
    /// Throws if it exceeds `limit` bytes.
    func contents(of name: String, limit: Int = 64 << 20) throws(FileError) -> [UInt8] {
        // The path contains no links. A link that replaces the file now is refused.
        try RegularFile(try confined(name), name: name, followsLink: false).contents(limit: limit)
    }

    /// Returns the real path of a subfolder.
    func confinedFolder(_ name: String) throws(FileError) -> String { try confined(name) }

    /// Returns the path of a regular file with links resolved, or `nil` if it does not exist.
    static func realPath(ofFile path: String) -> String? {
        guard let real = try? realPath(of: path), (try? RegularFile(real, followsLink: false)) != nil else {
            return nil
        }
        return real
    }

    private func confined(_ name: String) throws(FileError) -> String {
        let path = try Self.realPath(of: name.hasPrefix("/") ? name : root + "/" + name)
        guard path.lies(in: root) else { throw FileError(name, "lies outside of \(root)") }
        if let inner, !path.lies(in: inner),
            path.dropFirst(root.count).split(at: "/").contains(where: { $0.hasPrefix(".") })
        {
            throw FileError(name, "is hidden and lies outside of \(inner)")
        }
        return path
    }

    private static func realPath(of path: String) throws(FileError) -> String {
        guard let resolved = realpath(path, nil) else { throw FileError(path, errno: errno) }
        defer { free(resolved) }
        return String(cString: resolved)
    }
}

extension ConfinedFolder: FileSource {
    func location(of path: String) throws(FileSourceError) -> String {
        try Result { () throws(FileError) in try self.path(of: path) }.mapError(FileSourceError.init).get()
    }

    func bytes(of path: String) throws(FileSourceError) -> [UInt8] {
        try Result { () throws(FileError) in try contents(of: path) }.mapError(FileSourceError.init).get()
    }
}

extension FileSourceError {
    fileprivate init(_ error: FileError) { self.init(error.description) }
}

extension String {
    /// Returns whether a path is inside a folder.
    ///
    /// Both paths have their links resolved.
    func lies(in folder: String) -> Bool { hasPrefix(folder == "/" ? "/" : folder + "/") }

    /// Returns the path with a number before the file extension: `out/answer-2.json`.
    func numbered(_ number: Int) -> String {
        let slash = unicodeScalars.lastIndex(of: "/").map { unicodeScalars.index(after: $0) } ?? startIndex
        let dot = self[slash...].unicodeScalars.lastIndex(of: ".") ?? endIndex
        return "\(self[..<dot])-\(number)\(self[dot...])"
    }
}
