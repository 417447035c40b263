import ClientEngine
import Glibc
import InspectorWorkspace

/// The tasks of runs, until somebody puts them into the tables: to open these would take a tenth of a run's time.
///
/// ```
/// "inspjrn1" · generation · length      8 bytes each, the least significant byte first
/// entries: so many bytes                a session, its tasks, another session, …
/// ```
///
/// Bytes behind the length were never said to be kept: a program was killed while it wrote them. Everything happens under the lock of the
/// history.
struct HistoryJournal {
    private let folder: HistoryFolder
    /// The bytes that it holds at most: what is more belongs into the tables at once.
    ///
    /// That many are put there in a tenth of a second.
    static let mostBytes = 4 << 20

    init(of folder: HistoryFolder) { self.folder = folder }

    /// Indicates whether there are tasks in it.
    var isFilled: Bool {
        var information = stat()
        return stat(folder.journal, &information) == 0 && information.st_size > Header.size
    }

    /// The end of a session's last entry: where something else stands behind it, or another generation began, the session is named again.
    struct Place: Equatable {
        fileprivate var generation: Int
        fileprivate var end: Int
    }

    /// Appends tasks of a session; false where they belong into the tables.
    func append(
        _ tasks: [StoredTask], of session: HistorySession, at place: inout Place?
    ) throws(HistoryError) -> Bool {
        guard tasks.allSatisfy(\.parts.areInside) else { return false }
        if access(folder.journal, F_OK) != 0 { try folder.makeFolder(folder.path) }
        let lock = try HistoryLock(folder.lock)
        return try lock.withLock { () throws(HistoryError) in
            guard let file = try JournalFile(folder.journal, O_RDWR | O_CREAT),
                let header = try file.header(),
                try file.isWhole(header)
            else { return false }
            let entries = JournalEntries()
            if place != Place(generation: header.generation, end: header.length) {
                entries.append(session.journaled)
            }
            for task in tasks { entries.append(task) }
            guard header.length + entries.bytes.count <= Self.mostBytes else { return false }
            try file.append(entries.bytes, behind: header)
            place = Place(generation: header.generation, end: header.length + entries.bytes.count)
            return true
        }
    }

    /// Reads all of it; nil where there is none, or where a newer version has written it.
    ///
    /// Under the lock.
    func read() throws(HistoryError) -> Content? {
        guard let file = try JournalFile(folder.journal, O_RDWR), let header = try file.header() else {
            return nil
        }
        let entries = JournalReader(try file.entries(of: header))
        return Content(generation: header.generation, length: header.length, entries: entries)
    }

    /// All entries of a generation, and the bytes that they take.
    struct Content {
        let generation: Int
        let length: Int
        var entries: JournalReader
    }

    /// Empties it, unless it holds more by now than what is in the tables.
    ///
    /// Under the lock.
    func empty(upTo content: Content) throws(HistoryError) {
        guard let file = try JournalFile(folder.journal, O_RDWR), let header = try file.header(),
            header.generation == content.generation, header.length == content.length
        else { return }
        try file.clear()
    }

    /// Empties it, whatever it is.
    ///
    /// Under the lock.
    func erase() throws(HistoryError) { try JournalFile(folder.journal, O_RDWR)?.clear() }
}

extension HistoryFolder {
    /// Indicates whether something was kept.
    package var isThere: Bool { hasTables || HistoryJournal(of: self).isFilled }
}

/// The beginning of the journal.
private struct Header {
    var generation = Int.random(in: .min ... .max)
    var length = 0

    static let size = 24
    static let name = Array("inspjrn".utf8)
    private static let mark = name + "1".utf8

    init() {}

    /// Reads a header; nil where it is that of something else, or of a newer version.
    init?(_ bytes: [UInt8]) {
        guard bytes.count == Self.size, bytes.starts(with: Self.mark) else { return nil }
        (generation, length) = bytes.withUnsafeBytes { bytes in
            func number(at offset: Int) -> Int {
                Int(littleEndian: bytes.loadUnaligned(fromByteOffset: offset, as: Int.self))
            }
            return (number(at: 8), number(at: 16))
        }
        guard length >= 0 else { return nil }
    }

    var bytes: [UInt8] {
        [generation, length].reduce(into: Self.mark) { bytes, number in
            withUnsafeBytes(of: number.littleEndian) { bytes += $0 }
        }
    }
}

/// The file of the journal, open.
private final class JournalFile {
    private let path: String
    private let descriptor: Int32

    /// Opens it; nil where it is not there.
    init?(_ path: String, _ flags: Int32) throws(HistoryError) {
        self.path = path
        descriptor = open(path, flags | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else {
            if errno == ENOENT { return nil }
            throw HistoryError(of: path)
        }
    }

    deinit { if descriptor >= 0 { close(descriptor) } }

    private func size() throws(HistoryError) -> Int {
        var information = stat()
        guard fstat(descriptor, &information) == 0 else { throw HistoryError(of: path) }
        return Int(information.st_size)
    }

    /// The header; nil where a newer version has written it.
    ///
    /// What is no journal becomes an empty one: a full disk, or a crash of the machine, has left it.
    func header() throws(HistoryError) -> Header? {
        if try read(0..<Header.name.count) != Header.name { try clear() }
        return Header(try read(0..<Header.size))
    }

    /// Indicates whether all entries are there; a crash of the machine may have kept the header alone.
    func isWhole(_ header: Header) throws(HistoryError) -> Bool { try size() - Header.size >= header.length }

    /// Reads the entries, as far as they are there.
    func entries(of header: Header) throws(HistoryError) -> [UInt8] {
        let count = min(header.length, try size() - Header.size)
        return count > 0 ? try read(Header.size..<Header.size + count) : []
    }

    private func read(_ range: Range<Int>) throws(HistoryError) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: range.count)
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

    /// Puts entries behind the others, and says last that they are there.
    func append(_ entries: ArraySlice<UInt8>, behind header: Header) throws(HistoryError) {
        let end = Header.size + header.length
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
        try write(Header().bytes[...], at: 0)
        guard ftruncate(descriptor, off_t(Header.size)) == 0 else { throw HistoryError(of: path) }
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
