import FoundationEssentials
import Glibc
import InspectorWorkspace

/// A folder of files under the user's folder for temporary files; gone with its owner.
struct TemporaryFolder: ~Copyable {
    let path: String

    /// Writes the files, each with its path in the folder, whose name begins with what it is for.
    init(_ files: [(path: String, text: String)], for purpose: String = "demo") throws(FileError) {
        let parent = FileManager.default.temporaryDirectory.path
        let prefix = "inspector-\(purpose)."
        Self.removeAbandoned(prefix, in: parent)
        var template = Array("\(parent)/\(prefix)\(getpid()).XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw FileError(parent, errno: errno) }
        let folder = String(
            decoding: template.dropLast().map { UInt8(truncatingIfNeeded: $0) }, as: UTF8.self)
        for file in files {
            try Self.write(file.text, to: "\(folder)/\(file.path)")
        }
        path = folder
    }

    deinit {
        // Best effort: what cannot be removed lies where the system cleans up.
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Removes the folders that a signal ended.
    private static func removeAbandoned(_ prefix: String, in parent: String) {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? [] {
            guard name.hasPrefix(prefix), let process = name.split(at: ".").dropFirst().first,
                let number = Int32(process), kill(number, 0) == -1, errno == ESRCH
            else { continue }
            try? FileManager.default.removeItem(atPath: "\(parent)/\(name)")
        }
    }

    private static func write(_ text: String, to path: String) throws(FileError) {
        let folder = String(path[..<(path.unicodeScalars.lastIndex(of: "/") ?? path.endIndex)])
        do {
            try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
            try Data(text.utf8).write(to: URL(fileURLWithPath: path))
        } catch {
            throw FileError(path, "cannot be written")
        }
    }
}
