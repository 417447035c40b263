import Foundation

/// Texts that are being edited outside: each in a file of its own that only its owner can read.
final class Drafts {
    private let folder: String

    /// Makes a folder for the drafts of this run; nil when there is no room for one.
    init?() {
        var template = Array((NSTemporaryDirectory() + "/inspector.XXXXXX").utf8CString)
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

    /// Takes away what an editor left there: it may hold secrets.
    func take(_ path: String) -> String? {
        defer { unlink(path) }
        return FileManager.default.contents(atPath: path).map { String(decoding: $0, as: UTF8.self) }
    }
}
