import ClientEngine
import FoundationEssentials
import Glibc

/// Remembers which files this program has written, and with what in them, so that it can tell them from others'.
///
/// Each is a small file in the state folder: its name is the digest of the path, its content that of the bytes. A file that
/// somebody has changed since is no longer one of these.
struct WrittenFiles: Sendable {
    let state: StateFolder
    /// The number of files that are remembered, at least; the oldest are forgotten now and then.
    var limit = 10_000

    /// Returns whether the file at a path, without links, is as this program has left it.
    func holds(_ path: String) -> Bool {
        guard let name = Self.digest(Array(path.utf8)),
            let kept = try? RegularFile(folder + "/" + name, followsLink: false).contents(limit: 4096),
            let bytes = try? RegularFile(path, followsLink: false).contents(),
            let digest = Self.digest(bytes)
        else { return false }
        return kept == Array(digest.utf8)
    }

    /// Notes what was written to a path; where that cannot be done, the file is somebody else's the next time.
    func note(_ bytes: [UInt8], at path: String) {
        guard let name = Self.digest(Array(path.utf8)), let digest = Self.digest(bytes),
            let folder = try? state.make("written")
        else { return }
        try? OutputFile.write(Array(digest.utf8), to: folder + "/" + name, isDurable: false)
        // Every 256th time or so is often enough.
        if name.hasPrefix("00") { forgetOldest(in: folder) }
    }

    private func forgetOldest(in folder: String) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        guard names.count > limit else { return }
        let dated = names.map { name in
            var information = stat()
            _ = stat(folder + "/" + name, &information)
            let date = information.st_mtim
            return (name: name, date: Double(date.tv_sec) + Double(date.tv_nsec) / 1e9)
        }
        for (name, _) in dated.sorted(by: { $0.date < $1.date }).dropLast(limit) {
            unlink(folder + "/" + name)
        }
    }

    private var folder: String { state.path + "/written" }

    private static func digest(_ bytes: [UInt8]) -> String? {
        ContentDigest.sha256.bytes(of: bytes)?.hexadecimal
    }
}
