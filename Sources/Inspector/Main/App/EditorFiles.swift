import FoundationEssentials
import Glibc

/// Texts that are being edited outside: each in a file of its own that only its owner can read.
///
/// They may hold secrets, so that nothing of them is left once the editor has ended, and what a program that was killed has
/// left is taken away by the next one.
final class EditorFiles {
    private let folder: String
    /// Locked while this program lives, by which others know that the folder is in use.
    private let lock: Int32

    private static let prefix = "inspector.edit."
    /// Folders younger than this, in seconds, may not be locked yet.
    private static let youngest = 60

    /// Makes a folder for the files of this run; nil when there is no room for one.
    init?(in parent: String = FileManager.default.temporaryDirectory.path) {
        Self.sweep(parent)
        var template = Array("\(parent)/\(Self.prefix)XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else { return nil }
        folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
        lock = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        if lock >= 0 { flock(lock, LOCK_SH | LOCK_NB) }
    }

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
        if lock >= 0 { close(lock) }
    }

    /// Writes a text where an editor finds it.
    func write(_ bytes: [UInt8], name: String) -> String? {
        let path = folder + "/" + name
        let isWritten = FileManager.default.createFile(
            atPath: path, contents: Data(bytes), attributes: [.posixPermissions: 0o600])
        return isWritten ? path : nil
    }

    /// Takes what an editor left there, and everything that it has put beside it.
    func collect(_ path: String) -> String? {
        defer { clear() }
        return FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Takes away everything that is there.
    func clear() {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
            try? FileManager.default.removeItem(atPath: folder + "/" + name)
        }
    }

    /// Takes away the folders of programs that are gone.
    private static func sweep(_ parent: String) {
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
