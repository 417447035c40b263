import ClientEngineRecording
import EngineJSON
import Glibc

/// Reads entries, and skips those that are damaged.
struct JournalReader {
    enum Entry {
        case session(JournaledSession)
        /// A task, and the token of its session, which an entry that was skipped may have named.
        case task(StoredTask, session: Int)
    }

    /// Indicates whether entries, or something before them, could not be read.
    private(set) var isDamaged: Bool
    /// The place of the entry that was read last.
    private(set) var entry = 0
    private let bytes: [UInt8]
    private let version: JournalVersion
    private let generation: Int
    private var place = 0
    /// The end of the entry that is read.
    private var end = 0
    /// The token of the session that the entries before belong to; in the first version a made-up one after damage.
    private var token: Int
    /// The shape and the parts that were read last, each with its entry.
    private var lastShape: (entry: Int, shape: JSONShape)?
    private var lastParts: (entry: Int, parts: RecordParts)?
    /// Takes the place of the previous entry in the first version.
    private static let before = -1

    init(_ bytes: [UInt8], of header: JournalHeader, isDamaged: Bool) {
        (self.bytes, self.isDamaged) = (bytes, isDamaged)
        (version, generation) = (header.version, header.generation)
        token = generation
    }

    mutating func next() -> Entry? {
        while place < bytes.count {
            entry = place
            if let entry = readEntry() { return entry }
            isDamaged = true
            place = placeOfEntry(after: entry)
        }
        return nil
    }

    // MARK: Entries

    private mutating func readEntry() -> Entry? {
        end = bytes.count
        guard isIntact(), let kind = byte() else { return nil }
        switch kind {
        case JournalEntryKind.session: return session().map { .session($0) }
        case JournalEntryKind.task: return task()
        default: return nil
        }
    }

    /// Reads the prefix before the kind; returns `false` if the entry is not as it was written.
    private mutating func isIntact() -> Bool {
        if version == .first {
            guard let length = length(), length <= bytes.count - place else { return false }
            end = place + length
            return true
        }
        guard let mark = read(8), Self.load(mark) == generation, let length = length(), let check = read(8),
            length <= bytes.count - place
        else { return false }
        end = place + length
        let own = bytes[place..<end].withUnsafeBytes { $0.journalCheck(generation, at: entry) }
        return Self.load(check) == own
    }

    /// Returns the next place where an entry may begin; that of the end if there is none.
    private mutating func placeOfEntry(after place: Int) -> Int {
        if version == .first {
            // Nothing says which entry names the session, the shape and the parts that the next ones have.
            (lastShape, lastParts, token) = (nil, nil, generation &+ place)
            return end
        }
        return bytes.withUnsafeBytes { bytes in
            var next = place + 1
            while let start = bytes.baseAddress, next + 8 <= bytes.count,
                let found = memchr(start + next, Int32(generation & 0xFF), bytes.count - next - 7)
            {
                next = UnsafeRawPointer(found) - start
                if bytes.number(at: next) == generation { return next }
                next += 1
            }
            return bytes.count
        }
    }

    private mutating func session() -> JournaledSession? {
        guard let token = number(), let started = number(), case .text(let command)? = value(),
            let place = value(), isAtEnd
        else { return nil }
        self.token = token
        return JournaledSession(token: token, started: started, command: command, place: place)
    }

    private mutating func task() -> Entry? {
        if version != .first {
            guard let token = number() else { return nil }
            self.token = token
        }
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
        return .task(StoredTask(number: number, file: name, story, parts, summary), session: token)
    }

    private mutating func story() -> StoredStory? {
        guard let before = value(), case .bytes(let content)? = value() else { return nil }
        switch before {
        case .null: return StoredStory(text: content)
        case .integer(let place):
            return lastShape.flatMap { isMeant($0.entry, by: place) ? StoredStory($0.shape, content) : nil }
        case .bytes(let bytes):
            let own = JSONShape(bytes)
            lastShape = (entry, own)
            return StoredStory(own, content)
        default: return nil
        }
    }

    private mutating func parts() -> RecordParts? {
        guard let count = number() else { return nil }
        if count < 0 {
            let place = version == .first ? count : ~count
            return lastParts.flatMap { isMeant($0.entry, by: place) ? $0.parts : nil }
        }
        guard let heads = parts(count), let bodyCount = number(), let bodies = parts(bodyCount) else {
            return nil
        }
        let own = RecordParts(heads: heads, bodies: bodies)
        lastParts = (entry, own)
        return own
    }

    private func isMeant(_ entry: Int, by place: Int) -> Bool {
        version == .first ? place == Self.before : place == entry
    }

    private mutating func parts(_ count: Int) -> [RecordPart]? {
        var parts: [RecordPart] = []
        while parts.count < count {
            guard case .bytes(let content)? = value() else { return nil }
            parts.append(RecordPart(content))
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
        case JournalValueKind.nothing: .null
        case JournalValueKind.number: read(8).map { .integer(Self.load($0)) }
        case JournalValueKind.text:
            length().flatMap { read($0) }.flatMap(Self.text).map { .text($0) }
        case JournalValueKind.bytes: length().flatMap { read($0) }.map { .bytes(Array($0)) }
        default: nil
        }
    }

    /// Returns bytes as a text; `nil` if they are not UTF-8.
    private static func text(_ bytes: ArraySlice<UInt8>) -> String? {
        // `String(validating:as:)` would take each byte through generic code.
        do { return String(copying: try UTF8Span(validating: bytes.span)) } catch { return nil }
    }

    private mutating func byte() -> UInt8? { read(1)?.first }

    private mutating func length() -> Int? { read(4).map { Int(Self.load($0) as UInt32) } }

    private mutating func read(_ count: Int) -> ArraySlice<UInt8>? {
        guard count <= end - place else { return nil }
        defer { place += count }
        return bytes[place..<place + count]
    }

    private static func load<Number: FixedWidthInteger>(_ bytes: ArraySlice<UInt8>) -> Number {
        bytes.withUnsafeBytes { Number(littleEndian: $0.loadUnaligned(as: Number.self)) }
    }
}
