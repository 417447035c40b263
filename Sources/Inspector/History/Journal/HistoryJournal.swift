import ClientEngine
import FoundationEssentials
import Glibc

/// The tasks of runs, until another command puts them into the tables: opening these would take a tenth of a run's time.
///
/// A ``JournalHeader`` is followed by entries: a session, its tasks, another session, and so on. Bytes after the header's length belong to
/// tasks that were never reported as kept, because a program was killed while it wrote them. All access is under the lock of the history.
struct HistoryJournal {
    private let folder: HistoryFolder
    /// The size limit of the entries, in bytes; more tasks go straight into the tables.
    ///
    /// A full journal is put into the tables in a tenth of a second.
    static let mostBytes = 4 << 20

    init(of folder: HistoryFolder) { self.folder = folder }

    /// Indicates whether there are tasks in it.
    var isFilled: Bool {
        var information = stat()
        return stat(folder.journal, &information) == 0 && information.st_size > JournalHeader.size
    }

    /// The end of a session's last entry: after entries of others, and in another generation, the session is named again.
    struct Place: Equatable {
        fileprivate var generation: Int
        fileprivate var end: Int
    }

    /// Appends tasks of a session; returns `false` if they belong into the tables.
    func append(
        _ tasks: [StoredTask], of session: HistorySession, at place: inout Place?
    ) throws(HistoryError) -> Bool {
        guard tasks.allSatisfy(\.parts.areInside) else { return false }
        if access(folder.journal, F_OK) != 0 { try folder.makeFolder(folder.path) }
        let lock = try HistoryLock(folder.lock)
        return try lock.withLock { () throws(HistoryError) in
            // The tables take in a journal of another version, or one that is damaged, before they take tasks.
            guard let file = try JournalFile(folder.journal, O_RDWR | O_CREAT),
                case .header(let header) = try file.beginning(), header.version == .current,
                try file.size() - header.entries >= header.length
            else { return false }
            let entries = JournalEntries(after: header)
            if place != Place(generation: header.generation, end: header.length) {
                entries.append(session.journaled)
            }
            for task in tasks { entries.append(task, of: session.token) }
            guard header.length + entries.bytes.count <= Self.mostBytes else { return false }
            try file.append(entries.bytes, after: header)
            place = Place(generation: header.generation, end: header.length + entries.bytes.count)
            return true
        }
    }

    /// Reads all of it; `nil` if it does not exist, or if a newer version has written it.
    ///
    /// Under the lock.
    func read() throws(HistoryError) -> Content? {
        guard let file = try JournalFile(folder.journal, O_RDWR) else { return nil }
        switch try file.beginning() {
        case .newer: return nil
        case .header(let header):
            let room = try file.size() - header.entries
            let bytes = try file.read(header.entries..<header.entries + min(header.length, room))
            let entries = JournalReader(bytes, of: header, isDamaged: room < header.length)
            return Content(generation: header.generation, length: header.length, entries: entries)
        case .damaged:
            // The first entry repeats the generation.
            let bytes = try file.read(JournalHeader.size..<(try file.size()))
            var header = JournalHeader()
            header.length = bytes.count
            header.generation = bytes.count < 8 ? 0 : bytes.withUnsafeBytes { $0.number(at: 0) }
            let entries = JournalReader(bytes, of: header, isDamaged: true)
            return Content(generation: header.generation, length: header.length, entries: entries)
        }
    }

    /// All entries of a generation, and the bytes that they take.
    struct Content {
        let generation: Int
        let length: Int
        var entries: JournalReader
        /// The number of tasks that were read, those included that the tables have already.
        var tasks = 0
    }

    /// Empties it, or renames it if it is damaged, unless it holds more by now than what is in the tables; returns the damaged file.
    ///
    /// Under the lock.
    func remove(_ content: Content) throws(HistoryError) -> DamagedFile? {
        guard let now = try read(), now.generation == content.generation, now.length == content.length else {
            return nil
        }
        guard content.entries.isDamaged else {
            try erase()
            return nil
        }
        let path = try folder.setAside([folder.journal], at: Date())
        return DamagedFile(path, of: .journal(tasks: content.tasks))
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
