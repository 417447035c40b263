import Glibc

/// Puts the lines of a response's head together, as they come from the wire: a pure value.
struct HeadAssembler {
    /// The part that a line completed.
    enum Outcome {
        /// Nothing yet.
        case more
        /// An interim (1xx) head.
        case interim(ResponseHead)
        /// The final head.
        case final(JudgedHead)
    }

    var isInside: Bool { !bytes.isEmpty || repeated > 0 }
    /// Indicates whether of a head only the first line has come.
    private(set) var hasStatusLineAlone = false
    /// The final head, once it is complete.
    var final: ResponseHead? { isComplete ? judged?.value : nil }
    /// The length of the body that the final head promises, of digits alone.
    var plainLength: Int? { isComplete ? judged?.plainLength : nil }
    /// The final head, or that of the answer before, which may be the same.
    private var judged: JudgedHead?
    /// Indicates whether the final head is complete; lines that follow are trailers.
    private(set) var isComplete = false
    /// The fields behind a chunked body.
    private(set) var trailers: Headers = [:]
    private var bytes: [UInt8] = []
    /// The number of bytes of the head before that have come once more, and nothing else.
    private var repeated = 0
    /// The size up to which a head is kept for the next answer.
    private static let keptSize = 4 << 10

    /// Begins with another answer, and keeps nothing of the one before but its head, to compare.
    mutating func begin() {
        (isComplete, hasStatusLineAlone, repeated) = (false, false, 0)
        if !trailers.isEmpty { trailers = [:] }
        if bytes.capacity > 2 * Self.keptSize { bytes = [] }
        if judged.map({ $0.value.wireBytes.count > Self.keptSize }) == true { judged = nil }
        bytes.removeAll(keepingCapacity: true)
    }

    /// Takes one line with its end.
    mutating func append(_ line: UnsafeRawBufferPointer) -> Outcome {
        hasStatusLineAlone = !isInside && !isComplete
        if !isComplete, bytes.isEmpty, let judged, judged.value.wireBytes.isSame(as: line, from: repeated) {
            repeated += line.count
            isComplete = repeated == judged.value.wireBytes.count
            return isComplete ? .final(judged) : .more
        }
        let isEmpty = line.allSatisfy { $0 == 0x0D || $0 == 0x0A }
        guard !isComplete else {
            if !isEmpty { trailers += Headers(lines: HeadLines(Array(line))) }
            return .more
        }
        if isEmpty, !isInside { return .more }
        if bytes.isEmpty {
            bytes.reserveCapacity(512)
            if repeated > 0, let judged { bytes += judged.value.wireBytes[..<repeated] }
        }
        bytes.append(contentsOf: line.assumingMemoryBound(to: UInt8.self))
        guard isEmpty else { return .more }
        defer {
            bytes.removeAll(keepingCapacity: true)
            repeated = 0
        }
        let head = ResponseHead(wireBytes: bytes.withUnsafeBytes { [UInt8]($0) })
        if (100...199).contains(head.status), head.status != 101 { return .interim(head) }
        let judged = JudgedHead(head)
        (self.judged, isComplete) = (judged, true)
        return .final(judged)
    }
}

/// A final head with what follows from it, looked at once: a server that is asked again often says the same.
final class JudgedHead {
    let value: ResponseHead
    /// The reason why the length of the body cannot be known.
    let frameError: ClientError?
    /// Indicates whether it came with HTTP/1, where a connection carries one answer after the other.
    let isSequential: Bool
    /// Indicates whether a body comes in chunks.
    let isChunked: Bool
    /// The length that it promises, of digits alone.
    let plainLength: Int?
    let anomalies: [Anomaly]

    init(_ head: ResponseHead) {
        value = head
        frameError = head.frameError
        isSequential = head.httpVersion.hasPrefix("HTTP/1")
        isChunked = isSequential && head.isChunked
        plainLength = head.plainLength
        anomalies = head.anomalies
    }
}

extension ResponseHead {
    /// Reads a status line and header fields, such as ``wireBytes``; the status of a line without one is 0.
    public init(wireBytes: [UInt8]) {
        var lines = HeadLines(wireBytes)
        let statusLine = (lines.next() ?? 0..<0).trimmed(in: wireBytes)
        let versionEnd = wireBytes[statusLine].firstIndex(of: 0x20) ?? statusLine.upperBound
        let version = wireBytes[statusLine.lowerBound..<versionEnd]
        let rest = wireBytes[versionEnd..<statusLine.upperBound].dropFirst()
        let statusEnd = rest.firstIndex(of: 0x20) ?? rest.endIndex
        self.init(
            status: StatusCode(rawValue: Int(String(decoding: rest[..<statusEnd], as: UTF8.self)) ?? 0),
            reason: String(headerBytes: rest[statusEnd...].dropFirst()),
            httpVersion: String(headerBytes: version), headers: Headers(lines: lines), wireBytes: wireBytes)
    }
}

extension Headers {
    /// Reads the fields of a head; a line that begins with a blank goes on with the value of the one before.
    init(lines: HeadLines) {
        var fields: [Field] = []
        fields.reserveCapacity(12)
        var lines = lines
        while let line = lines.next() {
            if !line.isEmpty, lines.bytes[line.lowerBound].isBlank, let last = fields.last {
                let folded = last.rawValue + [0x20] + lines.bytes[line.trimmed(in: lines.bytes)]
                fields[fields.count - 1] = Field(rawName: last.rawName, rawValue: folded)
            } else if let field = Field(line: line, of: lines.bytes) {
                fields.append(field)
            }
        }
        self.init(fields)
    }
}

extension Headers.Field {
    /// Reads a `name: value` line; nil where there is no colon.
    fileprivate init?(line: Range<Int>, of bytes: [UInt8]) {
        guard let colon = bytes.firstIndex(of: 0x3A, in: line) else { return nil }
        self.init(
            bytes, name: line.lowerBound..<colon, value: (colon + 1..<line.upperBound).trimmed(in: bytes))
    }
}

/// The lines of a head, without their line feeds.
struct HeadLines: Sequence, IteratorProtocol {
    let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
    }

    mutating func next() -> Range<Int>? {
        guard position < bytes.count else { return nil }
        let end = bytes.firstIndex(of: 0x0A, in: position..<bytes.count) ?? bytes.count
        defer { position = end + 1 }
        return position..<end
    }
}

extension [UInt8] {
    /// Returns whether they are these bytes.
    func isSame(as other: UnsafeRawBufferPointer) -> Bool {
        count == other.count && isSame(as: other, from: 0)
    }

    /// Returns whether they have these bytes at a place.
    func isSame(as other: UnsafeRawBufferPointer, from start: Int) -> Bool {
        withUnsafeBytes { bytes in
            guard start + other.count <= bytes.count, let base = bytes.baseAddress,
                let others = other.baseAddress
            else { return false }
            return memcmp(base + start, others, other.count) == 0
        }
    }

    /// Where a byte is first in a part of them.
    fileprivate func firstIndex(of byte: UInt8, in part: Range<Int>) -> Int? {
        withUnsafeBytes { bytes in
            guard let base = bytes.baseAddress,
                let found = memchr(base + part.lowerBound, Int32(byte), part.count)
            else { return nil }
            return UnsafeRawPointer(found) - base
        }
    }
}

extension Range<Int> {
    /// The range without the spaces, tabs and carriage returns at both of its ends.
    func trimmed(in bytes: [UInt8]) -> Range<Int> {
        func isBlank(_ byte: UInt8) -> Bool { byte.isBlank || byte == 0x0D }
        var (first, end) = (lowerBound, upperBound)
        while first < end, isBlank(bytes[first]) { first += 1 }
        while first < end, isBlank(bytes[end - 1]) { end -= 1 }
        return first..<end
    }
}
