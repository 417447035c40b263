import ClientEngine
import ClientEngineRecording
import EngineJSON

/// Bytes of a task that are kept beside its story, once for all tasks that have the same: a body, or the fields of a head.
final class StoredPart {
    let content: [UInt8]
    /// The size up to which it stands in the database; a longer one is a file.
    static let longestInside = 16 << 10

    init(_ content: [UInt8]) { self.content = content }
}

/// The parts of a task: the same object where the task before has the very same.
final class StoredParts {
    /// The heads that the story names by -1, -2 and so on.
    let heads: [StoredPart]
    /// The bodies that it names by their numbers, from 0.
    let bodies: [StoredPart]
    /// The bytes of the longest of them.
    let longest: Int

    init(heads: [StoredPart] = [], bodies: [StoredPart] = []) {
        (self.heads, self.bodies) = (heads, bodies)
        longest = (heads + bodies).map(\.content.count).max() ?? 0
    }

    /// Indicates whether all of them stand in the tables, and none is a file.
    var areInside: Bool { longest <= StoredPart.longestInside }

    /// Returns whether they are the very same as others.
    func are(heads: [StoredPart], bodies: [StoredPart]) -> Bool {
        self.heads.areThose(heads) && self.bodies.areThose(bodies)
    }
}

extension [StoredPart] {
    fileprivate func areThose(_ others: [StoredPart]) -> Bool {
        count == others.count && indices.allSatisfy { self[$0] === others[$0] }
    }
}

/// The parts of the tasks before, by what they were before their secrets were replaced: most heads and many small bodies come again with
/// the next task, and are neither looked through nor looked for twice.
struct PartMemory {
    enum Kind: Hashable {
        case requestFields, responseHead, body(type: String?)

        fileprivate var place: Int {
            switch self {
            case .requestFields: 0
            case .responseHead: 1
            case .body: 2
            }
        }
    }

    private struct Key: Hashable {
        let kind: Kind
        let bytes: ArraySlice<UInt8>

        func hash(into hasher: inout Hasher) {
            hasher.combine(kind)
            bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
        }

        func isOf(_ kind: Kind, _ bytes: ArraySlice<UInt8>) -> Bool {
            self.kind == kind && self.bytes.isSame(as: bytes)
        }

        static func == (left: Key, right: Key) -> Bool { left.isOf(right.kind, right.bytes) }
    }

    private final class Entry {
        private let key: Key
        let part: StoredPart

        init(_ key: Key, _ part: StoredPart) { (self.key, self.part) = (key, part) }

        func isOf(_ kind: Kind, _ bytes: ArraySlice<UInt8>) -> Bool { key.isOf(kind, bytes) }
    }

    private var parts: [Key: StoredPart] = [:]
    /// The part of each kind that was asked for last: most come again with the next task, and are only compared then.
    private var last: [Entry?] = [nil, nil, nil]
    /// The number of secrets that were known when these parts were made.
    private var secrets = 0
    /// The number of parts that are remembered, and of their bytes.
    private static let most = 128
    static let longest = 2_048

    /// Returns the part that was made of the same bytes; nil where there is none, or another number of secrets is known by now.
    mutating func part(_ kind: Kind, _ bytes: ArraySlice<UInt8>, secrets: Int) -> StoredPart? {
        guard secrets == self.secrets, bytes.count <= Self.longest else { return nil }
        if let last = last[kind.place], last.isOf(kind, bytes) { return last.part }
        let key = Key(kind: kind, bytes: bytes)
        guard let part = parts[key] else { return nil }
        last[kind.place] = Entry(key, part)
        return part
    }

    mutating func remember(_ part: StoredPart, _ kind: Kind, _ bytes: ArraySlice<UInt8>, secrets: Int) {
        guard !bytes.isEmpty, bytes.count <= Self.longest else { return }
        if secrets != self.secrets || parts.count >= Self.most { self = PartMemory() }
        parts[Key(kind: kind, bytes: bytes)] = part
        self.secrets = secrets
    }
}

/// The parts of a task as its row names them: by their numbers, the rows in which they are kept.
struct PartNames {
    private var parts: StoredParts?
    /// They as JSON: `{"-1":3,"-2":4,"0":5}`.
    private(set) var text: [UInt8] = []

    /// Those of no task.
    init() {}

    /// Creates the names of a task's parts, in the rows where its heads are kept, and behind them its bodies.
    init(of parts: StoredParts, in rows: [Int]) {
        let heads = parts.heads.count
        var names = JSONStream()
        names.beginObject()
        for (index, row) in rows.enumerated() {
            names.member(index < heads ? -1 - index : index - heads, row)
        }
        names.endObject()
        text = names.bytes
        // A long part comes once, and would only be held.
        if parts.longest <= PartMemory.longest { self.parts = parts }
    }

    /// Indicates whether a task has the same parts: most have those of the task before.
    func areThose(of task: StoredTask) -> Bool { parts === task.parts }
}
