import ClientEngine
internal import EngineSupport

/// A record as it is kept: JSON, and beside it the heads and bodies that the JSON names by number.
///
/// Records that ``RecordWriter/packed(_:withRequest:)`` wrote one after another share their parts where they are the same: a server answers most
/// requests with the same head, and the bytes exist once then.
public struct WrittenRecord: Sendable {
    /// The JSON, in UTF-8.
    public var story: [UInt8]
    /// The heads and bodies.
    public var parts: RecordParts

    /// Creates a written record, such as one that was read from a file.
    public init(story: [UInt8], parts: RecordParts) {
        (self.story, self.parts) = (story, parts)
    }
}

/// The heads and bodies of a written record: the same object as of the record before if all of them are the same.
public final class RecordParts: Sendable {
    /// The heads, which the JSON names -1, -2 and so on.
    public let heads: [RecordPart]
    /// The bodies and certificates, which it names 0, 1 and so on.
    public let bodies: [RecordPart]

    /// Creates parts.
    public init(heads: [RecordPart] = [], bodies: [RecordPart] = []) {
        (self.heads, self.bodies) = (heads, bodies)
    }

    /// The bytes of a part by its number; nil if there is none.
    public subscript(number: Int) -> [UInt8]? {
        let (parts, index) = number < 0 ? (heads, -1 - number) : (bodies, number)
        return parts.indices.contains(index) ? parts[index].content : nil
    }
}

/// The bytes of a head or of a body: the same object as in an earlier record that had the same bytes.
public final class RecordPart: Sendable {
    /// The bytes.
    public let content: [UInt8]

    /// Creates a part.
    public init(_ content: [UInt8]) { self.content = content }
}

/// The parts of the records that were written last, so that the next ones can share them.
struct RecentParts: Sendable {
    /// The parts of the last record.
    private(set) var last = RecordParts()
    private var heads: [RecordPart] = []
    private var bodies: [RecordPart] = []
    private var known: [[UInt8]: RecordPart] = [:]
    private static let most = 128
    /// The bytes of the longest part that is remembered.
    private static let longest = 2_048

    mutating func begin() {
        heads.removeAll(keepingCapacity: true)
        bodies.removeAll(keepingCapacity: true)
    }

    /// Returns the number of a head.
    mutating func number(ofHead bytes: ArraySlice<UInt8>) -> Int {
        let before = last.heads.dropFirst(heads.count).first
        heads.append(part(bytes, inPlaceOf: before) ?? RecordPart(Array(bytes)))
        return -heads.count
    }

    /// Returns the number of a body, which a record may have more than once.
    mutating func number(ofBody bytes: [UInt8]) -> Int {
        if let index = bodies.firstIndex(where: { $0.content == bytes }) { return index }
        let before = last.bodies.dropFirst(bodies.count).first
        // A long one is not copied.
        bodies.append(part(bytes[...], inPlaceOf: before) ?? RecordPart(bytes))
        return bodies.count - 1
    }

    /// Returns the parts since the beginning.
    mutating func end() -> RecordParts {
        if !last.heads.areThose(heads) || !last.bodies.areThose(bodies) {
            last = RecordParts(heads: heads, bodies: bodies)
        }
        return last
    }

    /// Returns the part of an earlier record, or one that is remembered; nil for bytes that are too long for that.
    private mutating func part(_ bytes: ArraySlice<UInt8>, inPlaceOf before: RecordPart?) -> RecordPart? {
        if let before, before.content[...].isSame(as: bytes) { return before }
        guard bytes.count <= Self.longest else { return nil }
        let key = Array(bytes)
        if let part = known[key] { return part }
        if known.count >= Self.most { known = [:] }
        let part = RecordPart(key)
        known[key] = part
        return part
    }
}

extension [RecordPart] {
    fileprivate func areThose(_ others: [RecordPart]) -> Bool {
        count == others.count && indices.allSatisfy { self[$0] === others[$0] }
    }
}
