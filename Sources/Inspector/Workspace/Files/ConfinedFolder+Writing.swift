import Glibc

extension ConfinedFolder {
    /// Where a file of some name would stand.
    struct Place {
        /// Its path, relative to the folder and without links.
        var name: String
        /// Whether there is a file of that name already.
        var isThere: Bool
    }

    /// Follows the links in a path, as far as it is there, without making anything.
    ///
    /// - Parameter name: relative to the folder and without `..`.
    /// - Returns: the place.
    /// - Throws: a ``FileError`` when the path leads outside, or something that is no file is in the way.
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

    /// The whole path of a file whose name was returned by ``place(of:)`` or ``write(_:to:replacing:)``.
    func path(ofFile name: String) -> String { root + "/" + name }

    /// Writes a file in the folder, all at once, and returns its name.
    ///
    /// - Parameters:
    ///   - bytes: the content.
    ///   - name: relative to the folder and without `..`; folders that are not there are made.
    ///   - isReplacing: whether a file of that name is replaced; otherwise a number is put behind the name.
    /// - Returns: the name it got.
    /// - Throws: a ``FileError`` when something is in the way, or the path leads outside.
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
            let candidate = Self.name(last, numbered: number)
            if try file.publish(as: folder + "/" + candidate) { return prefix + candidate }
        }
        throw FileError(name, "has 9,999 neighbours of that name already")
    }

    /// Makes folders inside of each other, never through a link that leads outside.
    private func makeFolder(_ names: ArraySlice<String>) throws(FileError) -> String {
        var folder = root
        for name in names {
            let next = folder + "/" + name
            if mkdir(next, 0o755) != 0, errno != EEXIST { throw FileError(next, errno: errno) }
            folder = try confinedFolder(next)
        }
        return folder
    }

    /// Tells whether a file is there; a link or anything else in its place is refused.
    private func isFile(_ path: String, name: String) throws(FileError) -> Bool {
        var information = stat()
        guard lstat(path, &information) == 0 else { return false }
        guard information.st_mode & S_IFMT == S_IFREG else {
            throw FileError(name, "is not a regular file")
        }
        return true
    }

    /// `answer.json`, `answer-1.json`, `answer-2.json`.
    private static func name(_ name: String, numbered number: Int) -> String {
        guard number > 0 else { return name }
        guard let dot = name.unicodeScalars.lastIndex(of: "."), dot > name.startIndex else {
            return "\(name)-\(number)"
        }
        return "\(name[..<dot])-\(number)\(name[dot...])"
    }
}
