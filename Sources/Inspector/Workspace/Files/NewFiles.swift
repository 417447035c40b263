import FoundationEssentials
import Glibc
import RequestFormats

/// Writes files into a folder.
///
/// Never overwrites a file and never writes outside the folder.
package struct NewFiles {
    /// Notes for the user about files stored under other names.
    package private(set) var notices: [String] = []
    /// The folder as the caller named it.
    private let folder: String
    private let root: String

    /// The maximum number of alternative names for a file whose name is taken.
    private static let triedNames = 1000

    package init(_ folder: String) throws(FileError) {
        try Self.make(folder)
        self.folder = folder
        root = try ConfinedFolder(folder).root
    }

    /// Creates the folders for a file before anything is written.
    package func prepare(_ file: CollectionWriter.File) throws(FileError) {
        let names = file.path.split(at: "/", omittingEmptySubsequences: false)
        guard let last = names.last, !["", ".", ".."].contains(last) else {
            throw FileError(file.path, "names no file")
        }
        var path = root
        for name in names.dropLast() where !name.isEmpty {
            path += "/" + name
            guard mkdir(path, 0o777) == 0 || errno == EEXIST else { throw FileError(file.path, errno: errno) }
            // An existing link may lead anywhere.
            let real = try ConfinedFolder(path).root
            guard real == root || real.lies(in: root) else {
                throw FileError(file.path, "lies outside of \(folder)")
            }
        }
    }

    /// Writes a file and returns its path.
    ///
    /// If the name is taken, the file gets another one.
    package mutating func write(_ file: CollectionWriter.File) throws(FileError) -> String {
        try prepare(file)
        for number in 1...Self.triedNames {
            let name = number == 1 ? file.path : file.path.numbered(number)
            let path = root + "/" + name
            if Self.isTaken(path) { continue }
            var output = try OutputFile(path)
            if !file.isPrivate { output.share() }
            guard try output.commitNew(Array(file.text.utf8)) else { continue }
            if number > 1 { note(file, name) }
            return folder == "." ? name : folder + "/" + name
        }
        throw FileError(file.path, "is there already, and so is every other name for it")
    }

    private mutating func note(_ file: CollectionWriter.File, _ name: String) {
        let isEnvironment = file.path.hasSuffix(".json")
        notices.append(
            "\(file.path) is there already; this one is \(name)"
                + (isEnvironment ? ", and its variables count once they are in the other" : ""))
    }

    private static func isTaken(_ path: String) -> Bool {
        var information = stat()
        return lstat(path, &information) == 0
    }

    private static func make(_ folder: String) throws(FileError) {
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        } catch {
            throw FileError(folder, "is no folder and cannot become one")
        }
    }
}
