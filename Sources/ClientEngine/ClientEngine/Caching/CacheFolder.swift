import FoundationEssentials
import Glibc

/// Stores responses in files, one for each key, in a folder that only its owner can access.
///
/// ```
/// checksum of everything after this line
/// {"key": …, "responses": […], "bodies": [lengths]}
/// bodies
/// ```
///
/// A file that is invalid or incomplete is ignored. Each call may wait for the disk.
struct CacheFolder: Sendable {
    private struct Heads: Codable {
        var key: String
        var responses: [CachedResponse]
        var bodies: [Int]
    }

    let path: String
    let limit: Int
    private static let suffix = ".response"

    /// Creates the folder if it is missing.
    ///
    /// Returns `nil` if it cannot be used, or if other users could read it.
    init?(path: String, limit: Int) {
        self.path = path
        self.limit = limit
        try? FileManager.default.createDirectory(
            atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        var status = stat()
        guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR, status.st_uid == geteuid() else {
            return nil
        }
        if status.st_mode & 0o077 != 0, chmod(path, 0o700) != 0 { return nil }
    }

    func responses(for key: String) -> [CachedResponse] {
        let file = file(for: key)
        guard let bytes = try? Data(contentsOf: URL(filePath: file)),
            let responses = Self.decode(Array(bytes), key)
        else { return [] }
        // The modification time of a file is the time when it was last used.
        utimes(file, nil)
        return responses
    }

    /// Stores the responses of a key, replacing earlier ones.
    ///
    /// If the disk is full, none are stored.
    func set(_ responses: [CachedResponse], for key: String) {
        let file = file(for: key)
        guard !responses.isEmpty, let bytes = Self.encode(responses, key) else {
            unlink(file)
            return
        }
        do throws(ClientError) {
            try PrivateFile.write(bytes, to: file, isDurable: false)
        } catch {
            unlink(file)
        }
    }

    var size: Int { files.reduce(0) { $0 + $1.size } }

    func clear() {
        for file in files { unlink(file.path) }
    }

    /// Removes the least recently used files until the size is below the limit.
    func shrink() {
        let files = files
        var size = files.reduce(0) { $0 + $1.size }
        guard size > limit else { return }
        for file in files.sorted(by: { ($0.used, $0.path) < ($1.used, $1.path) }) {
            guard size > limit * 9 / 10 else { return }
            unlink(file.path)
            size -= file.size
        }
    }

    private func file(for key: String) -> String {
        "\(path)/\(Array(key.utf8).checksum)\(Self.suffix)"
    }

    /// The files of the cache.
    ///
    /// Other files in the folder are ignored.
    private var files: [(path: String, size: Int, used: Date)] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
        return names.filter { $0.hasSuffix(Self.suffix) }.compactMap { name in
            let file = "\(path)/\(name)"
            guard let found = try? FileManager.default.attributesOfItem(atPath: file),
                let size = found[.size] as? Int, let used = found[.modificationDate] as? Date
            else { return nil }
            return (file, size, used)
        }
    }

    private static func encode(_ responses: [CachedResponse], _ key: String) -> [UInt8]? {
        let heads = Heads(key: key, responses: responses, bodies: responses.map(\.body.count))
        guard let text = try? JSONEncoder().encode(heads) else { return nil }
        var rest = Array(text) + [UInt8(ascii: "\n")]
        for response in responses { rest += response.body }
        return Array((rest.checksum + "\n").utf8) + rest
    }

    private static func decode(_ bytes: [UInt8], _ key: String) -> [CachedResponse]? {
        guard let line = bytes.firstIndex(of: UInt8(ascii: "\n")) else { return nil }
        let rest = Array(bytes[(line + 1)...])
        guard Array(rest.checksum.utf8) == Array(bytes[..<line]),
            let end = rest.firstIndex(of: UInt8(ascii: "\n")),
            var heads = try? JSONBytesDecoder().decode(Heads.self, from: rest[..<end]), heads.key == key,
            heads.bodies.count == heads.responses.count, heads.bodies.allSatisfy({ $0 >= 0 }),
            heads.bodies.reduce(0, +) == rest.count - end - 1
        else { return nil }
        var from = end + 1
        for (index, count) in heads.bodies.enumerated() {
            heads.responses[index].body = Array(rest[from..<(from + count)])
            from += count
        }
        return heads.responses
    }
}

extension [UInt8] {
    /// FNV-1a with 64 bits, in hexadecimal digits.
    ///
    /// It detects damaged files, but does not protect against attackers.
    var checksum: String {
        let hash = reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        return hash.hexadecimal(digits: 16)
    }
}
