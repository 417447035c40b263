import FoundationEssentials
import Glibc
import InspectorWorkspace

/// A text that is edited outside, in a file that only its owner can read.
///
/// It may hold secrets, so nothing of it is left once the editor has ended, nor what the editor has put beside it. What a
/// program that was killed has left is removed by the next one (``sweep(_:)``). Everything here waits for a disk.
final class EditedFile: Sendable {
    let path: String
    private let folder: String
    /// Locked while this lives, which tells other programs that the folder is in use.
    private let lock: Int32

    private static let prefix = "inspector.edit."
    /// The age in seconds below which a folder may not be locked yet.
    private static let youngest = 60

    static var parent: String { FileManager.default.temporaryDirectory.path }

    /// Writes a text into a folder of its own.
    init(_ bytes: [UInt8], name: String, in parent: String = parent) throws(FileError) {
        var template = Array("\(parent)/\(Self.prefix)XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { throw FileError(parent, errno: errno) }
        folder = String(decoding: template.dropLast().map { UInt8(truncatingIfNeeded: $0) }, as: UTF8.self)
        path = folder + "/" + name
        lock = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        if lock >= 0 { flock(lock, LOCK_SH | LOCK_NB) }
        do throws(FileError) {
            try OutputFile.write(bytes, to: path, isDurable: false)
        } catch {
            remove()
            throw error
        }
    }

    deinit {
        if lock >= 0 { close(lock) }
    }

    /// Reads what an editor left, and removes it; nil when it is gone.
    func collect() -> String? {
        defer { remove() }
        return FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
    }

    func remove() { try? FileManager.default.removeItem(atPath: folder) }

    /// Removes the folders of programs that are gone.
    static func sweep(_ parent: String = parent) {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? []
        where name.hasPrefix(prefix) {
            let path = parent + "/" + name
            var information = stat()
            guard lstat(path, &information) == 0, information.st_mode & S_IFMT == S_IFDIR,
                information.st_uid == geteuid(), time(nil) - information.st_mtim.tv_sec > youngest
            else { continue }
            let folder = open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
            guard folder >= 0 else { continue }
            defer { close(folder) }
            if flock(folder, LOCK_EX | LOCK_NB) == 0 { try? FileManager.default.removeItem(atPath: path) }
        }
    }
}
