import FoundationEssentials
import Glibc

/// Keeps the draft of this process in a file, so that it survives a crash.
///
/// The file name contains the process number. If that process no longer runs, an earlier run left the file.
package struct DraftStore: Sendable {
    private let state: StateFolder
    private let folder: String
    private let path: String

    /// Uses the folder `drafts` of the state folder, which is created when a draft is kept.
    package init(_ state: StateFolder, process: Int32 = getpid()) {
        self.state = state
        folder = state.path + "/drafts"
        path = folder + "/\(process).http"
    }

    package func keep(_ text: String?) throws(FileError) {
        guard let text else {
            unlink(path)
            return
        }
        try state.make("drafts")
        // The write is not synced to the disk, because it happens on every key press.
        try OutputFile.write(Array(text.utf8), to: path, isDurable: false)
    }

    /// Takes over the newest draft of an earlier run.
    ///
    /// From now on it belongs to this process.
    package func takeEarlier() -> String? {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let left = names.map { folder + "/" + $0 }.filter(Self.isAbandoned)
        guard let newest = left.max(by: { Self.date(of: $0) < Self.date(of: $1) }),
            let bytes = try? RegularFile(newest, followsLink: false).contents(limit: 16 << 20)
        else { return nil }
        guard rename(newest, path) == 0 else { return nil }
        return String(decoding: bytes, as: UTF8.self)
    }

    private static func isAbandoned(_ path: String) -> Bool {
        let name = path.split(at: "/").last ?? ""
        guard name.hasSuffix(".http"), let process = Int32(name.dropLast(5)), process > 0 else {
            return false
        }
        return process == getpid() || (kill(process, 0) != 0 && errno == ESRCH)
    }

    private static func date(of path: String) -> Date {
        let attributes = try? FileManager.default.attributesOfItem(atPath: path)
        return attributes?[.modificationDate] as? Date ?? .distantPast
    }
}
