import Foundation

extension ConfinedFolder {
    /// Writes a file in the folder, all at once, and returns its name.
    ///
    /// - Parameters:
    ///   - bytes: the content.
    ///   - name: relative to the folder and without `..`; folders that are not there are made.
    ///   - isReplacing: whether a file of that name is replaced; otherwise a number is put behind the name.
    /// - Returns: the name it got.
    /// - Throws: a ``FileError`` when something is in the way, or the path leads outside.
    func write(_ bytes: [UInt8], to name: String, replacing isReplacing: Bool) throws(FileError) -> String {
        let parts = name.split(separator: "/").map(String.init)
        guard let last = parts.last else { throw FileError(name, "names no file") }
        let folder = try makeFolder(parts.dropLast())
        try refuseLink(folder + "/" + last, name: name)
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

    private func refuseLink(_ path: String, name: String) throws(FileError) {
        var information = stat()
        guard lstat(path, &information) == 0 else { return }
        guard information.st_mode & S_IFMT == S_IFREG else {
            throw FileError(name, "is not a regular file")
        }
    }

    /// `answer.json`, `answer-1.json`, `answer-2.json`.
    private static func name(_ name: String, numbered number: Int) -> String {
        guard number > 0 else { return name }
        guard let dot = name.lastIndex(of: "."), dot > name.startIndex else { return "\(name)-\(number)" }
        return "\(name[..<dot])-\(number)\(name[dot...])"
    }
}
