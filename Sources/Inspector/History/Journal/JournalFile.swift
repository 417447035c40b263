import Glibc
import InspectorWorkspace

/// The beginning of the journal: a name with the version, three numbers of 8 bytes, the least significant byte first.
///
/// ```
/// "inspjrn2" · generation · length of the entries · check of both
/// "inspjrn1" · generation · length of the entries
/// ```
struct JournalHeader: Equatable {
    /// A random number, which each entry repeats.
    var generation = Int.random(in: .min ... .max)
    /// The number of bytes of the entries.
    var length = 0
    var version = JournalVersion.current

    static let name = Array("inspjrn".utf8)
    static let size = 32

    init() {}

    /// Reads a header; `nil` if it is damaged, or not one of a known version.
    init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.size else { return nil }
        let (generation, length, check) = bytes.withUnsafeBytes { bytes in
            (bytes.number(at: 8), bytes.number(at: 16), bytes.number(at: 24))
        }
        (self.generation, self.length) = (generation, length)
        // The check counts more than the name, which a single wrong byte turns into that of another version.
        let isChecked = self.check == UInt64(bitPattern: Int64(check))
        guard length >= 0, isChecked || bytes.starts(with: JournalVersion.first.mark) else { return nil }
        version = isChecked ? .current : .first
    }

    var bytes: [UInt8] {
        let numbers = [UInt64(bitPattern: Int64(generation)), UInt64(length), check]
        return numbers.reduce(into: JournalVersion.current.mark) { bytes, number in
            withUnsafeBytes(of: number.littleEndian) { bytes += $0 }
        }
    }

    private var check: UInt64 {
        withUnsafeBytes(of: (generation.littleEndian, length.littleEndian)) { $0.stableHash(seed: 2) }
    }

    /// The offset of the first entry in the file.
    var entries: Int { version == .first ? 24 : Self.size }
}

/// The formats of the journal that this version of the program reads.
enum JournalVersion: UInt8 {
    case first = 1
    /// Each entry has a check, and can be found without those before it.
    case current = 2

    var mark: [UInt8] { JournalHeader.name + [UInt8(ascii: "0") + rawValue] }

    /// Indicates whether bytes begin with the name of a journal that a newer version of the program writes.
    static func isNewer(_ bytes: [UInt8]) -> Bool {
        guard bytes.starts(with: JournalHeader.name), bytes.count > JournalHeader.name.count else {
            return false
        }
        let newer = UInt8(ascii: "1") + current.rawValue...UInt8(ascii: "9")
        return newer.contains(bytes[JournalHeader.name.count])
    }
}

/// The file of the journal, open.
final class JournalFile {
    enum Beginning: Equatable {
        case header(JournalHeader)
        case damaged
        /// A newer version of the program has written it.
        case newer
    }

    private let path: String
    private let descriptor: Int32

    /// Opens it; `nil` if it does not exist.
    init?(_ path: String, _ flags: Int32) throws(HistoryError) {
        self.path = path
        descriptor = open(path, flags | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0o600)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw HistoryError(of: path)
        }
        var information = stat()
        guard fstat(descriptor, &information) == 0, information.st_mode & S_IFMT == S_IFREG else {
            throw HistoryError(FileError(path, "is not a regular file"))
        }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    func size() throws(HistoryError) -> Int {
        var information = stat()
        guard fstat(descriptor, &information) == 0 else { throw HistoryError(of: path) }
        return Int(information.st_size)
    }

    /// Reads the header, after it has written one into a file that has no room for entries.
    func beginning() throws(HistoryError) -> Beginning {
        let bytes = try read(0..<JournalHeader.size)
        if let header = JournalHeader(bytes) { return .header(header) }
        if JournalVersion.isNewer(bytes) { return .newer }
        guard try size() <= JournalHeader.size else { return .damaged }
        try clear()
        return JournalHeader(try read(0..<JournalHeader.size)).map { .header($0) } ?? .damaged
    }

    /// Reads bytes, as far as they are there.
    func read(_ range: Range<Int>) throws(HistoryError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: min(range.count, max(0, try size() - range.lowerBound)))
        var filled = 0
        while filled < bytes.count {
            let count = bytes.withUnsafeMutableBytes { room in
                pread(
                    descriptor, room.baseAddress.map { $0 + filled }, room.count - filled,
                    off_t(range.lowerBound + filled))
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw HistoryError(of: path) }
            if count == 0 { break }
            filled += count
        }
        return Array(bytes.prefix(filled))
    }

    /// Appends entries to the others, and then notes that they are there.
    func append(_ entries: ArraySlice<UInt8>, after header: JournalHeader) throws(HistoryError) {
        let end = header.entries + header.length
        do throws(HistoryError) {
            try write(entries, at: end)
            var header = header
            header.length += entries.count
            try write(header.bytes[...], at: 0)
        } catch {
            // The disk may need the room for something else.
            ftruncate(descriptor, off_t(end))
            throw error
        }
    }

    /// Begins a new generation, without entries.
    func clear() throws(HistoryError) {
        try write(JournalHeader().bytes[...], at: 0)
        guard ftruncate(descriptor, off_t(JournalHeader.size)) == 0 else { throw HistoryError(of: path) }
    }

    private func write(_ bytes: ArraySlice<UInt8>, at offset: Int) throws(HistoryError) {
        var written = 0
        while written < bytes.count {
            let count = bytes.withUnsafeBytes { bytes in
                pwrite(
                    descriptor, bytes.baseAddress.map { $0 + written }, bytes.count - written,
                    off_t(offset + written))
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw HistoryError(of: path) }
            written += count
        }
    }
}

extension UnsafeRawBufferPointer {
    /// Returns eight bytes as a number, the least significant byte first.
    func number(at offset: Int) -> Int {
        Int(littleEndian: loadUnaligned(fromByteOffset: offset, as: Int.self))
    }
}
