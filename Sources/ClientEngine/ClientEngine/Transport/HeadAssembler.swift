import Glibc

/// Assembles the head of a response from its lines: a pure value.
struct HeadAssembler {
    /// The part that a line completes.
    enum Outcome {
        /// No part.
        case more
        /// An interim (1xx) head.
        case interim(ResponseHead)
        /// The final head.
        case final(JudgedHead)
    }

    var isInside: Bool { !bytes.isEmpty || repeated > 0 }
    /// Indicates whether only the status line of a head has arrived.
    private(set) var hasStatusLineAlone = false
    /// The final head, or `nil` if it is not complete.
    var final: ResponseHead? { isComplete ? judged?.value : nil }
    /// The length of the body that the final head states, if it consists of digits only.
    var plainLength: Int? { isComplete ? judged?.plainLength : nil }
    /// The final head, or that of the previous response, which may be equal.
    private var judged: JudgedHead?
    /// Indicates whether the final head is complete.
    ///
    /// Further lines are trailers.
    private(set) var isComplete = false
    /// The header fields after a chunked body.
    private(set) var trailers: Headers = [:]
    private var bytes: [UInt8] = []
    /// The number of bytes that equal the start of the previous head, if all bytes so far do.
    private var repeated = 0
    /// The largest size of a head that is kept for comparison with the next one.
    private static let keptSize = 4 << 10

    /// Prepares for another response.
    ///
    /// Only the previous head is kept, for comparison.
    mutating func begin() {
        (isComplete, hasStatusLineAlone, repeated) = (false, false, 0)
        if !trailers.isEmpty { trailers = [:] }
        if bytes.capacity > 2 * Self.keptSize { bytes = [] }
        if judged.map({ $0.value.wireBytes.count > Self.keptSize }) == true { judged = nil }
        bytes.removeAll(keepingCapacity: true)
    }

    /// Processes one line including its end.
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

/// A final head with values derived from it once.
///
/// A server often sends the same head again.
final class JudgedHead {
    let value: ResponseHead
    /// The reason why the length of the body is ambiguous.
    let frameError: ClientError?
    /// Indicates whether the version is HTTP/1, where responses follow each other on a connection.
    let isSequential: Bool
    /// Indicates whether the body is chunked.
    let isChunked: Bool
    /// The length of the body that the head states, if it consists of digits only.
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
    /// Parses a status line and header fields, such as ``wireBytes``.
    ///
    /// Without a status, it is 0.
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
    /// Parses the fields of a head.
    ///
    /// A line that starts with a blank continues the previous value.
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
    /// Parses a `name: value` line, or returns `nil` if there is no colon.
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
    /// Returns whether the bytes are equal to others.
    func isSame(as other: UnsafeRawBufferPointer) -> Bool {
        count == other.count && isSame(as: other, from: 0)
    }

    /// Returns whether the bytes at a position are equal to others.
    func isSame(as other: UnsafeRawBufferPointer, from start: Int) -> Bool {
        withUnsafeBytes { bytes in
            guard start + other.count <= bytes.count, let base = bytes.baseAddress,
                let others = other.baseAddress
            else { return false }
            return memcmp(base + start, others, other.count) == 0
        }
    }

    /// Returns the first position of a byte in a range.
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
    /// The range without spaces, tabs and carriage returns at both ends.
    func trimmed(in bytes: [UInt8]) -> Range<Int> {
        func isBlank(_ byte: UInt8) -> Bool { byte.isBlank || byte == 0x0D }
        var (first, end) = (lowerBound, upperBound)
        while first < end, isBlank(bytes[first]) { first += 1 }
        while first < end, isBlank(bytes[end - 1]) { end -= 1 }
        return first..<end
    }
}
