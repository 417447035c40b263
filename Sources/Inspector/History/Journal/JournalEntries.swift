import ClientEngine
import ClientEngineRecording
import EngineJSON
import EngineSupport

// An entry is the generation of the journal, the length of its values and a check of them, its kind and the values; a value is its kind
// and, for bytes and texts, their length:
//
//     u64 generation · u32 length · u64 check · u8 kind · values…     kind: 1 a session, 2 a task
//     u8 0                                  nothing
//     u8 1 · i64                            a number
//     u8 2 · u32 length · bytes             a text in UTF-8
//     u8 3 · u32 length · bytes             bytes
//
// A task's values are the token of its session, its number, its file, its story, the number of its heads, each of them, the number of its
// bodies, each of them, and those of its summary. A story is its shape, or nothing, and its bytes. Instead of a shape that an earlier task
// has too, there is the place of that task's entry; instead of parts, the complement of the place. Both are repeated now and then: damage
// of that entry makes the entries unreadable that name it.
//
// In the first version an entry was its length, its kind and its values. A task did not name its session, and -1 was the place of the
// task before.

enum JournalEntryKind {
    static let session: UInt8 = 1
    static let task: UInt8 = 2
    /// The bytes before the kind.
    static let before = 20
}

enum JournalValueKind {
    static let nothing: UInt8 = 0
    static let number: UInt8 = 1
    static let text: UInt8 = 2
    static let bytes: UInt8 = 3
}

extension UnsafeRawBufferPointer {
    /// The check of an entry's kind and values: a server that sends a body does not know the generation.
    func journalCheck(_ generation: Int, at place: Int) -> UInt64 {
        stableHash(seed: UInt64(bitPattern: Int64(generation &+ place)))
    }
}

/// Entries on their way into the journal.
final class JournalEntries: RowSink {
    @exclusivity(unchecked) private var room = ByteRoom()
    @exclusivity(unchecked) private var shape: (entry: Int, shape: JSONShape)?
    @exclusivity(unchecked) private var parts: (entry: Int, parts: RecordParts)?
    /// The number of tasks since shape and parts were written.
    @exclusivity(unchecked) private var since = 0
    private static let mostSince = 32
    private let header: JournalHeader

    init(after header: JournalHeader) { self.header = header }

    var bytes: ArraySlice<UInt8> { room.bytes }

    func append(_ session: JournaledSession) {
        append(JournalEntryKind.session) { _ in
            bind(session.token)
            bind(session.started)
            bind(session.command)
            bind(session.place)
        }
    }

    func append(_ task: StoredTask, of session: Int) {
        since += 1
        if since > Self.mostSince { (shape, parts, since) = (nil, nil, 1) }
        append(JournalEntryKind.task) { entry in
            bind(session)
            bind(task.number)
            bind(task.file)
            bindStory(of: task, in: entry)
            bindParts(of: task, in: entry)
            task.bindSummary(to: self)
        }
    }

    private func bindStory(of task: StoredTask, in entry: Int) {
        if let own = task.story.shape {
            if let shape, shape.shape === own {
                bind(shape.entry)
            } else {
                bind(bytes: own.bytes)
                shape = (entry, own)
            }
        } else {
            bind(nil as Int?)
        }
        bind(bytes: task.story.bytes)
    }

    private func bindParts(of task: StoredTask, in entry: Int) {
        if let parts, parts.parts === task.parts { return bind(~parts.entry) }
        for parts in [task.parts.heads, task.parts.bodies] {
            bind(parts.count)
            for part in parts { bind(bytes: part.content) }
        }
        parts = (entry, task.parts)
    }

    /// Appends an entry, whose values get to know its place.
    private func append(_ kind: UInt8, _ values: (Int) -> Void) {
        let start = room.count
        let place = header.length + start
        room.write(atMost: JournalEntryKind.before + 1) {
            $0.append(bytesOf: header.generation)
            $0.append(bytesOf: 0 as UInt32)
            $0.append(bytesOf: 0 as UInt64)
            $0.append(kind)
        }
        values(place)
        let begin = start + JournalEntryKind.before
        let check = room.bytes[begin...].withUnsafeBytes { $0.journalCheck(header.generation, at: place) }
        room.replace(at: start + 8, with: UInt32(room.count - begin))
        room.replace(at: start + 12, with: UInt32(truncatingIfNeeded: check))
        room.replace(at: start + 16, with: UInt32(truncatingIfNeeded: check >> 32))
    }

    func bind(_ number: Int?) {
        room.write(atMost: 9) {
            guard let number else { return $0.append(JournalValueKind.nothing) }
            $0.append(JournalValueKind.number)
            $0.append(bytesOf: Int64(number))
        }
    }

    func bind(_ text: String?) {
        guard var text else { return bind(nil as Int?) }
        text.withUTF8 { bind($0, as: JournalValueKind.text) }
    }

    func bind(utf8 text: [UInt8]) { text.withUnsafeBufferPointer { bind($0, as: JournalValueKind.text) } }

    func bind(bytes content: [UInt8]) {
        content.withUnsafeBufferPointer { bind($0, as: JournalValueKind.bytes) }
    }

    private func bind(_ content: UnsafeBufferPointer<UInt8>, as kind: UInt8) {
        room.write(atMost: 5 + content.count) {
            $0.append(kind)
            $0.append(bytesOf: UInt32(content.count))
            $0.append(content)
        }
    }
}

/// A start of the program, as the journal names it.
struct JournaledSession {
    let token: Int
    /// Milliseconds since 1970.
    let started: Int
    let command: String
    let place: SQLValue
}
