import ClientEngineRecording
import InspectorWorkspace

/// The journal of version 7, in which short-lived programs left their tasks, up to the first damaged entry.
///
/// The file contains a name, three numbers of 8 bytes (least significant byte first), and entries:
///
///     "inspjrn2" · generation · length of the entries · check of both
///     u64 generation · u32 length · u64 check · u8 kind · values…     kind: 1 a session, 2 a task
///
/// A value is a kind and its content: 0 nothing, 1 a number of 8 bytes, 2 a text, 3 bytes. Texts and bytes follow
/// their length in 4 bytes. A task consists of these values:
///
/// - the token of its session, its number and its file
/// - its story: its shape, or the offset of the entry with that shape, and its bytes
/// - its heads and bodies: the number of each and all of them, or the complement of the offset of the entry with
///   them
/// - its summary
struct EarlierJournal {
    struct Task {
        /// The offset of the entry.
        let place: Int
        /// The token of the session.
        let session: Int
        let story: EarlierStory
        let parts: RecordParts
        /// The values for ``SummaryRow/columns``.
        let summary: [SQLValue]
    }

    private(set) var generation = 0
    private(set) var isDamaged = true
    private(set) var tasks: [Task] = []
    /// The start, command and folder of each session, by token.
    private(set) var sessions: [Int: [SQLValue]] = [:]
    private var shapes: [Int: [UInt8]] = [:]
    private var parts: [Int: RecordParts] = [:]

    /// Reads the journal in a folder.
    ///
    /// Returns `nil` if there is none.
    init?(in folder: HistoryFolder) {
        guard let bytes = try? RegularFile(folder.journal, followsLink: false).contents() else { return nil }
        // An emptied journal consists of its header.
        isDamaged = bytes.count > 32
        guard isDamaged else { return }
        var header = Values(bytes, 8..<32)
        guard bytes.starts(with: "inspjrn2".utf8), let generation = header.word(), let length = header.word(),
            let check = header.word(), (0...bytes.count - 32).contains(length),
            Values.hash(bytes, 8..<24, seed: 2) == check
        else { return }
        self.generation = generation
        var values = Values(bytes, 32..<32 + length)
        while !values.isAtEnd {
            let place = values.place - 32
            guard let entry = values.entry(of: generation, at: place), read(entry, at: place) else { return }
        }
        isDamaged = false
    }

    /// Reads an entry.
    ///
    /// Returns `false` if it is invalid.
    private mutating func read(_ entry: Values, at place: Int) -> Bool {
        var values = entry
        switch values.byte() {
        case 1:
            guard case .integer(let token)? = values.next() else { return false }
            sessions[token] = (0..<3).compactMap { _ in values.next() }
            return values.isAtEnd && sessions[token]?.count == 3
        case 2:
            guard case .integer(let token)? = values.next(), values.next() != nil, let file = values.next(),
                let shape = values.next(), case .bytes(let story)? = values.next(),
                let parts = readParts(&values, at: place)
            else { return false }
            switch shape {
            case .bytes(let own): shapes[place] = own
            case .integer(let other): shapes[place] = shapes[other]
            default: break
            }
            let summary = (0..<SummaryRow.count).compactMap { _ in values.next() }
            guard values.isAtEnd, summary.count == SummaryRow.count, case .integer(let elapsed) = summary[1],
                case .text(let method) = summary[2], case .text(let url) = summary[3]
            else { return false }
            let earlier = EarlierStory(
                method: method, url: url, name: summary[4].text, file: file.text ?? summary[5].text,
                elapsed: elapsed, bytes: story, shape: shapes[place])
            tasks.append(Task(place: place, session: token, story: earlier, parts: parts, summary: summary))
            return true
        default: return false
        }
    }

    private mutating func readParts(_ values: inout Values, at place: Int) -> RecordParts? {
        guard case .integer(let count)? = values.next() else { return nil }
        if count < 0 {
            parts[place] = parts[~count]
        } else {
            guard let heads = values.parts(count), case .integer(let more)? = values.next(),
                let bodies = values.parts(more)
            else { return nil }
            parts[place] = RecordParts(heads: heads, bodies: bodies)
        }
        return parts[place]
    }
}

/// Reads consecutive values of the journal.
private struct Values {
    private let bytes: [UInt8]
    private(set) var place: Int
    private let end: Int

    init(_ bytes: [UInt8], _ range: Range<Int>) {
        (self.bytes, place, end) = (bytes, range.lowerBound, range.upperBound)
    }

    var isAtEnd: Bool { place == end }

    static func hash(_ bytes: [UInt8], _ range: Range<Int>, seed: Int) -> Int {
        Int(
            bitPattern: UInt(
                bytes[range].withUnsafeBytes { $0.stableHash(seed: UInt64(bitPattern: Int64(seed))) }))
    }

    /// Returns the kind and values of an entry, or `nil` if it is damaged.
    mutating func entry(of generation: Int, at offset: Int) -> Values? {
        guard word() == generation, let length = number(4), let check = word(), length <= end - place,
            Self.hash(bytes, place..<place + length, seed: generation &+ offset) == check
        else { return nil }
        defer { place += length }
        return Values(bytes, place..<place + length)
    }

    mutating func next() -> SQLValue? {
        switch byte() {
        case 0: .null
        case 1: word().map { .integer($0) }
        case 2: number(4).flatMap { read($0) }.map { .text(String(decoding: $0, as: UTF8.self)) }
        case 3: number(4).flatMap { read($0) }.map { .bytes(Array($0)) }
        default: nil
        }
    }

    mutating func parts(_ count: Int) -> [RecordPart]? {
        var parts: [RecordPart] = []
        while parts.count < count {
            guard case .bytes(let content)? = next() else { return nil }
            parts.append(RecordPart(content))
        }
        return parts
    }

    mutating func byte() -> Int? { number(1) }

    mutating func word() -> Int? { number(8) }

    private mutating func number(_ size: Int) -> Int? {
        read(size).map { Int(bitPattern: $0.reversed().reduce(0) { $0 << 8 | UInt($1) }) }
    }

    private mutating func read(_ count: Int) -> ArraySlice<UInt8>? {
        guard count <= end - place else { return nil }
        defer { place += count }
        return bytes[place..<place + count]
    }
}
