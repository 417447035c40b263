import ClientEngine
internal import EngineSupport

/// A stored record: JSON, with separate heads and bodies, to which the JSON refers by number.
///
/// Records that ``RecordWriter/packed(_:withRequest:)`` wrote one after the other share equal parts. A server responds
/// to most requests with the same head, whose bytes then exist once.
public struct WrittenRecord: Sendable {
    /// The JSON, in UTF-8.
    public var story: [UInt8]
    /// The heads and bodies.
    public var parts: RecordParts

    /// Creates a stored record, for example from a file.
    public init(story: [UInt8], parts: RecordParts) {
        (self.story, self.parts) = (story, parts)
    }
}

/// The heads and bodies of a stored record.
///
/// If all of them equal those of the previous record, the records share one object.
public final class RecordParts: Sendable {
    /// The heads, which have the numbers -1, -2 and so on in the JSON.
    public let heads: [RecordPart]
    /// The bodies and certificates, which have the numbers 0, 1 and so on.
    public let bodies: [RecordPart]

    /// Creates parts.
    public init(heads: [RecordPart] = [], bodies: [RecordPart] = []) {
        (self.heads, self.bodies) = (heads, bodies)
    }

    /// The bytes of the part with a number, or `nil` if there is none.
    public subscript(number: Int) -> [UInt8]? {
        let (parts, index) = number < 0 ? (heads, -1 - number) : (bodies, number)
        return parts.indices.contains(index) ? parts[index].content : nil
    }
}

/// The bytes of a head or a body.
///
/// Records with equal bytes share one object.
public final class RecordPart: Sendable {
    /// The bytes.
    public let content: [UInt8]

    /// Creates a part.
    public init(_ content: [UInt8]) { self.content = content }
}

/// The parts of the last records, so that the next ones can share them.
struct RecentParts: Sendable {
    /// The parts of the last record.
    private(set) var last = RecordParts()
    private var heads: [RecordPart] = []
    private var bodies: [RecordPart] = []
    private var known: [[UInt8]: RecordPart] = [:]
    private static let most = 128
    /// The length in bytes of the longest part that is remembered.
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

    /// Returns the number of a body.
    ///
    /// A record may contain the same body more than once.
    mutating func number(ofBody bytes: [UInt8]) -> Int {
        if let index = bodies.firstIndex(where: { $0.content == bytes }) { return index }
        let before = last.bodies.dropFirst(bodies.count).first
        // A long body is not copied.
        bodies.append(part(bytes[...], inPlaceOf: before) ?? RecordPart(bytes))
        return bodies.count - 1
    }

    /// Returns the parts since the last call of `begin`.
    mutating func end() -> RecordParts {
        if !last.heads.areThose(heads) || !last.bodies.areThose(bodies) {
            last = RecordParts(heads: heads, bodies: bodies)
        }
        return last
    }

    /// Returns an equal part of an earlier record, or a new one that is remembered, or `nil` if the bytes are too long
    /// for that.
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
