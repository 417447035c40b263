import Foundation

/// Texts that are being edited outside: each in a file of its own that only its owner can read.
final class Drafts {
    private let folder: String

    /// Makes a folder for the drafts of this run, and takes away what runs that were killed have left; nil when there is no
    /// room for one.
    init?() {
        let parent = NSTemporaryDirectory()
        Self.sweep(parent)
        var template = Array((parent + "/inspector.\(getpid()).XXXXXX").utf8CString)
        guard mkdtemp(&template) != nil else { return nil }
        folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit {
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// Writes a text where an editor finds it.
    func write(_ bytes: [UInt8], name: String) -> String? {
        let path = folder + "/" + name
        let isWritten = FileManager.default.createFile(
            atPath: path, contents: Data(bytes), attributes: [.posixPermissions: 0o600])
        return isWritten ? path : nil
    }

    /// Takes what an editor left there, and away with all that it has: it may hold secrets.
    func take(_ path: String) -> String? {
        defer { clear() }
        return FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
    }

    /// Takes away every file, an editor's copies too.
    func clear() {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [] {
            try? FileManager.default.removeItem(atPath: folder + "/" + name)
        }
    }

    /// Removes the folders of processes of ours that are gone.
    private static func sweep(_ parent: String) {
        for name in (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? [] {
            let parts = name.split(separator: ".")
            guard parts.count == 3, parts[0] == "inspector", let process = Int32(parts[1]), process > 0,
                kill(process, 0) != 0, errno == ESRCH, isOwn(parent + "/" + name)
            else { continue }
            try? FileManager.default.removeItem(atPath: parent + "/" + name)
        }
    }

    /// Whether it is a folder, and no link, of this user.
    private static func isOwn(_ path: String) -> Bool {
        var status = stat()
        return lstat(path, &status) == 0 && status.st_uid == geteuid() && status.st_mode & S_IFMT == S_IFDIR
    }
}
