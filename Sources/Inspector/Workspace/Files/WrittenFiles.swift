import ClientEngine
import FoundationEssentials
import Glibc

/// Remembers the files that this program wrote, with their content, to distinguish them from other files.
///
/// For each file the state folder contains a small file: its name is the digest of the path, its content the digest
/// of the content. A file that was changed since no longer counts as written by this program.
struct WrittenFiles: Sendable {
    let state: StateFolder
    /// The minimum number of files to remember.
    ///
    /// The oldest ones are removed occasionally.
    var limit = 10_000

    /// Returns whether the file is unchanged since this program wrote it.
    ///
    /// Links in the path must be resolved.
    func holds(_ path: String) -> Bool {
        guard let name = Self.digest(Array(path.utf8)),
            let kept = try? RegularFile(folder + "/" + name, followsLink: false).contents(limit: 4096),
            let bytes = try? RegularFile(path, followsLink: false).contents(),
            let digest = Self.digest(bytes)
        else { return false }
        return kept == Array(digest.utf8)
    }

    /// Records the content written to a path.
    ///
    /// If that fails, the file counts as foreign the next time.
    func note(_ bytes: [UInt8], at path: String) {
        guard let name = Self.digest(Array(path.utf8)), let digest = Self.digest(bytes),
            let folder = try? state.make("written")
        else { return }
        try? OutputFile.write(Array(digest.utf8), to: folder + "/" + name, isDurable: false)
        // Once in about 256 times is sufficient.
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
