import Glibc

extension ConfinedFolder {
    struct Place {
        /// The path relative to the folder, with symbolic links resolved.
        var name: String
        /// Indicates whether a file with this name exists.
        var isThere: Bool
    }

    /// Resolves the symbolic links in the existing part of a path, without creating anything.
    ///
    /// The path is relative and contains no `..`.
    func place(of name: String) throws(FileError) -> Place {
        let parts = name.split(at: "/").map(String.init)
        guard let last = parts.last else { throw FileError(name, "names no file") }
        let start = root == "/" ? "" : root
        var folder = start
        for part in parts.dropLast() {
            let next = folder + "/" + part
            folder = access(next, F_OK) == 0 ? try confinedFolder(next) : next
        }
        let path = folder + "/" + last
        return Place(
            name: String(decoding: path.utf8.dropFirst(start.utf8.count + 1), as: UTF8.self),
            isThere: try isFile(path, name: name))
    }

    /// Returns the full path of a file name returned by ``place(of:)`` or ``write(_:to:replacing:)``.
    func path(ofFile name: String) -> String { root + "/" + name }

    /// Writes a file in the folder atomically, and returns its name.
    ///
    /// The name is relative and contains no `..`. Missing folders are created. Unless `replacing` is `true`, an
    /// existing file is kept and the new name gets a number.
    func write(_ bytes: [UInt8], to name: String, replacing isReplacing: Bool) throws(FileError) -> String {
        let parts = name.split(at: "/").map(String.init)
        guard let last = parts.last else { throw FileError(name, "names no file") }
        let folder = try makeFolder(parts.dropLast())
        _ = try isFile(folder + "/" + last, name: name)
        var file = try OutputFile(folder + "/" + last)
        if isReplacing {
            try file.commit(bytes)
            return name
        }
        try file.append(bytes)
        let prefix = parts.dropLast().map { $0 + "/" }.joined()
        for number in 0...9_999 {
            let candidate = number == 0 ? last : last.numbered(number)
            if try file.publish(as: folder + "/" + candidate) { return prefix + candidate }
        }
        throw FileError(name, "has 9,999 neighbours of that name already")
    }

    /// Creates nested folders.
    ///
    /// Refuses a link that leads outside this folder.
    private func makeFolder(_ names: ArraySlice<String>) throws(FileError) -> String {
        var folder = root
        for name in names {
            let next = folder + "/" + name
            if mkdir(next, 0o755) != 0, errno != EEXIST { throw FileError(next, errno: errno) }
            folder = try confinedFolder(next)
        }
        return folder
    }

    /// Returns whether a regular file exists at the path.
    ///
    /// Throws if anything else is there, such as a link.
    private func isFile(_ path: String, name: String) throws(FileError) -> Bool {
        var information = stat()
        guard lstat(path, &information) == 0 else { return false }
        guard information.st_mode & S_IFMT == S_IFREG else {
            throw FileError(name, "is not a regular file")
        }
        return true
    }
}
