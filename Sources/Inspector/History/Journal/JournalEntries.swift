import ClientEngine
import EngineJSON

// An entry is its length, its kind and values; a value is its kind and, for bytes and texts, their length:
//
//     u32 length · u8 kind · values…        kind: 1 a session, 2 a task
//     u8 0                                  nothing
//     u8 1 · i64                            a number
//     u8 2 · u32 length · bytes             a text in UTF-8
//     u8 3 · u32 length · bytes             bytes
//
// A task's values are its number, its file, its story, the number of its heads, each of them, the number of its bodies, each of them, and
// those of its summary. A story is its shape, or nothing, and its bytes. What a task has in common with the one before it is a number
// instead: the shape, and all parts.

private enum EntryKind {
    static let session: UInt8 = 1
    static let task: UInt8 = 2
}

private enum ValueKind {
    static let nothing: UInt8 = 0
    static let number: UInt8 = 1
    static let text: UInt8 = 2
    static let bytes: UInt8 = 3
}

/// Stands for what the task before has, too.
private let asBefore = -1

/// Entries on their way into the journal.
final class JournalEntries: RowSink {
    @exclusivity(unchecked) private var room = ByteRoom()
    @exclusivity(unchecked) private var last: StoredTask?

    var bytes: ArraySlice<UInt8> { room.bytes }

    func append(_ session: JournaledSession) {
        append(EntryKind.session) {
            bind(session.token)
            bind(session.started)
            bind(session.command)
            bind(session.place)
        }
    }

    func append(_ task: StoredTask) {
        append(EntryKind.task) {
            bind(task.number)
            bind(task.file)
            if let shape = task.story.shape, last?.story.shape === shape {
                bind(asBefore)
            } else if let shape = task.story.shape {
                bind(bytes: shape.bytes)
            } else {
                bind(nil as Int?)
            }
            bind(bytes: task.story.bytes)
            if task.parts === last?.parts {
                bind(asBefore)
            } else {
                for parts in [task.parts.heads, task.parts.bodies] {
                    bind(parts.count)
                    for part in parts { bind(bytes: part.content) }
                }
            }
            task.bindSummary(to: self)
        }
        last = task
    }

    private func append(_ kind: UInt8, _ values: () -> Void) {
        let start = room.count
        room.write(atMost: 5) {
            $0.append(bytesOf: 0 as UInt32)
            $0.append(kind)
        }
        values()
        room.replace(at: start, with: UInt32(room.count - start - 4))
    }

    func bind(_ number: Int?) {
        room.write(atMost: 9) {
            guard let number else { return $0.append(ValueKind.nothing) }
            $0.append(ValueKind.number)
            $0.append(bytesOf: Int64(number))
        }
    }

    func bind(_ text: String?) {
        guard var text else { return bind(nil as Int?) }
        text.withUTF8 { bind($0, as: ValueKind.text) }
    }

    func bind(utf8 text: [UInt8]) { text.withUnsafeBufferPointer { bind($0, as: ValueKind.text) } }

    func bind(bytes content: [UInt8]) { content.withUnsafeBufferPointer { bind($0, as: ValueKind.bytes) } }

    private func bind(_ content: UnsafeBufferPointer<UInt8>, as kind: UInt8) {
        room.write(atMost: 5 + content.count) {
            $0.append(kind)
            $0.append(bytesOf: UInt32(content.count))
            $0.append(content)
        }
    }
}

/// Reads entries; it ends where one cannot be read, which a crash of the machine may have left.
struct JournalReader {
    enum Entry {
        case session(JournaledSession)
        case task(StoredTask)
    }

    private let bytes: [UInt8]
    /// Where the next entry begins.
    private(set) var place = 0
    /// The end of the entry that is read.
    private var end = 0
    private var last: StoredTask?

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func next() -> Entry? {
        end = bytes.count
        guard let length = length() else { return nil }
        end = place + length
        guard end <= bytes.count, let kind = byte() else { return nil }
        switch kind {
        case EntryKind.session: return session().map { .session($0) }
        case EntryKind.task:
            last = task()
            return last.map { .task($0) }
        default: return nil
        }
    }

    private mutating func session() -> JournaledSession? {
        // What was the same in another session's last task is not told.
        last = nil
        guard let token = number(), let started = number(), case .text(let command)? = value(),
            let place = value(), isAtEnd
        else { return nil }
        return JournaledSession(token: token, started: started, command: command, place: place)
    }

    private mutating func task() -> StoredTask? {
        guard let number = number(), let file = value(), let story = story(), let parts = parts() else {
            return nil
        }
        var summary: [SQLValue] = []
        for _ in 0..<StoredSummary.count {
            guard let value = value() else { return nil }
            summary.append(value)
        }
        guard isAtEnd else { return nil }
        let name: String? = if case .text(let name) = file { name } else { nil }
        return StoredTask(number: number, file: name, story, parts, summary)
    }

    private mutating func story() -> StoredStory? {
        guard let before = value(), case .bytes(let content)? = value() else { return nil }
        switch before {
        case .null: return StoredStory(text: content)
        case .integer(asBefore): return last?.story.shape.map { StoredStory($0, content) }
        case .bytes(let shape): return StoredStory(JSONShape(shape), content)
        default: return nil
        }
    }

    private mutating func parts() -> StoredParts? {
        guard let count = number() else { return nil }
        if count == asBefore { return last?.parts }
        guard let heads = parts(count), let bodyCount = number(), let bodies = parts(bodyCount) else {
            return nil
        }
        return StoredParts(heads: heads, bodies: bodies)
    }

    private mutating func parts(_ count: Int) -> [StoredPart]? {
        var parts: [StoredPart] = []
        while parts.count < count {
            guard case .bytes(let content)? = value() else { return nil }
            parts.append(StoredPart(content))
        }
        return parts
    }

    // MARK: Values

    private var isAtEnd: Bool { place == end }

    private mutating func number() -> Int? {
        if case .integer(let number)? = value() { number } else { nil }
    }

    private mutating func value() -> SQLValue? {
        switch byte() {
        case ValueKind.nothing: .null
        case ValueKind.number: read(8).map { .integer(Int(Int64(littleEndian: Self.load($0)))) }
        case ValueKind.text:
            length().flatMap { read($0) }.flatMap(Self.text).map { .text($0) }
        case ValueKind.bytes: length().flatMap { read($0) }.map { .bytes(Array($0)) }
        default: nil
        }
    }

    /// Returns bytes as a text; nil where they are not UTF-8.
    private static func text(_ bytes: ArraySlice<UInt8>) -> String? {
        // `String(validating:as:)` would take each byte through generic code.
        do { return String(copying: try UTF8Span(validating: bytes.span)) } catch { return nil }
    }

    private mutating func byte() -> UInt8? { read(1)?.first }

    private mutating func length() -> Int? { read(4).map { Int(UInt32(littleEndian: Self.load($0))) } }

    private mutating func read(_ count: Int) -> ArraySlice<UInt8>? {
        guard count <= end - place else { return nil }
        defer { place += count }
        return bytes[place..<place + count]
    }

    private static func load<Number: FixedWidthInteger>(_ bytes: ArraySlice<UInt8>) -> Number {
        bytes.withUnsafeBytes { $0.loadUnaligned(as: Number.self) }
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
