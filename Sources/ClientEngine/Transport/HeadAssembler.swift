/// Puts the lines of a response's head together, as they come from the wire: a pure value.
struct HeadAssembler {
    /// What a line completed.
    enum Outcome: Equatable {
        /// Nothing yet.
        case more
        /// An interim (1xx) head.
        case interim(ResponseHead)
        /// The final head.
        case final(ResponseHead)
    }

    /// Whether a head has begun and is not complete.
    var isInside: Bool { !bytes.isEmpty }
    /// The final head, once it is complete.
    private(set) var final: ResponseHead?
    /// Whether the final head is complete; lines that follow are trailers.
    private(set) var isComplete = false
    /// The fields behind a chunked body.
    private(set) var trailers: Headers = [:]
    private var bytes: [UInt8] = []

    /// Takes one line with its end.
    mutating func append(_ line: UnsafeRawBufferPointer) -> Outcome {
        let isEmpty = line.allSatisfy { $0 == 0x0D || $0 == 0x0A }
        guard !isComplete else {
            if !isEmpty, let field = Headers.Field(line: line) { trailers.append(field) }
            return .more
        }
        if isEmpty, bytes.isEmpty { return .more }
        if bytes.isEmpty { bytes.reserveCapacity(512) }
        bytes.append(contentsOf: line)
        guard isEmpty else { return .more }
        let head = ResponseHead(wireBytes: bytes)
        bytes = []
        if (100...199).contains(head.status), head.status != 101 { return .interim(head) }
        final = head
        isComplete = true
        return .final(head)
    }
}

extension ResponseHead {
    /// Reads a status line and fields; what libcurl let through always has both.
    init(wireBytes: [UInt8]) {
        self.init(status: 0, reason: "", httpVersion: "", headers: Headers(), wireBytes: wireBytes)
        wireBytes.withUnsafeBytes { bytes in
            var rest = bytes
            read(statusLine: rest.takeLine().trimmed)
            while !rest.isEmpty { read(fieldLine: rest.takeLine()) }
        }
    }

    /// Reads `VERSION STATUS REASON`.
    private mutating func read(statusLine line: UnsafeRawBufferPointer) {
        let versionEnd = line.firstIndex(of: 0x20) ?? line.count
        httpVersion = String(headerBytes: line[..<versionEnd])
        guard versionEnd < line.count else { return }
        let rest = line[(versionEnd + 1)...]
        let statusEnd = rest.firstIndex(of: 0x20) ?? rest.endIndex
        status = Int(String(decoding: rest[..<statusEnd], as: UTF8.self)) ?? 0
        if statusEnd < rest.endIndex { reason = String(headerBytes: rest[(statusEnd + 1)...]) }
    }

    private mutating func read(fieldLine line: UnsafeRawBufferPointer) {
        if let first = line.first, first == 0x20 || first == 0x09, let last = headers.last {
            headers = Headers(headers.dropLast())
            let folded = last.rawValue + [0x20] + line.trimmed
            headers.add(Headers.Field(rawName: last.rawName, rawValue: folded))
        } else if let field = Headers.Field(line: line) {
            headers.add(field)
        }
    }
}

extension Headers.Field {
    /// Reads a `name: value` line; nil where there is no colon.
    init?(line: UnsafeRawBufferPointer) {
        guard let colon = line.firstIndex(of: 0x3A) else { return nil }
        let value = UnsafeRawBufferPointer(rebasing: line[(colon + 1)...]).trimmed
        self.init(rawName: [UInt8](line[..<colon]), rawValue: [UInt8](value))
    }
}

extension UnsafeRawBufferPointer {
    /// Takes the bytes up to the next line feed, or all, off the front.
    fileprivate mutating func takeLine() -> UnsafeRawBufferPointer {
        let end = firstIndex(of: 0x0A).map { $0 + 1 } ?? count
        defer { self = UnsafeRawBufferPointer(rebasing: self[end...]) }
        return UnsafeRawBufferPointer(rebasing: self[..<end])
    }

    /// The bytes without spaces, tabs and line ends at both sides.
    fileprivate var trimmed: UnsafeRawBufferPointer {
        func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D || byte == 0x0A }
        var (first, end) = (0, count)
        while first < end, isBlank(self[first]) { first += 1 }
        while first < end, isBlank(self[end - 1]) { end -= 1 }
        return UnsafeRawBufferPointer(rebasing: self[first..<end])
    }
}
