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
    var isInside: Bool { !lines.isEmpty }
    /// The final head, once it is complete.
    private(set) var final: ResponseHead?
    /// Whether the final head is complete; lines that follow are trailers.
    var isComplete: Bool { final != nil }
    /// The fields behind a chunked body.
    private(set) var trailers: Headers = [:]
    private var lines: [[UInt8]] = []

    /// Takes one line with its end.
    mutating func take(_ line: [UInt8]) -> Outcome {
        let isEmpty = line.allSatisfy { $0 == 0x0D || $0 == 0x0A }
        guard !isComplete else {
            if !isEmpty, let field = Headers.Field(line: line) { trailers.append(field) }
            return .more
        }
        if isEmpty, lines.isEmpty { return .more }
        lines.append(line)
        guard isEmpty else { return .more }
        let head = ResponseHead(lines: lines)
        lines = []
        if (100...199).contains(head.status), head.status != 101 { return .interim(head) }
        final = head
        return .final(head)
    }
}

extension ResponseHead {
    /// Reads a status line and fields; what libcurl let through always has both.
    init(lines: [[UInt8]]) {
        let status = String(headerBytes: lines.first.map(\.trimmed) ?? [])
            .split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
        var headers = Headers()
        for line in lines.dropFirst() {
            if let first = line.first, first == 0x20 || first == 0x09, let last = headers.last {
                headers = Headers(headers.dropLast())
                let folded = last.rawValue + [0x20] + line.trimmed
                headers.append(Headers.Field(rawName: last.rawName, rawValue: folded))
            } else if let field = Headers.Field(line: line) {
                headers.append(field)
            }
        }
        self.init(
            status: status.count > 1 ? Int(status[1]) ?? 0 : 0,
            reason: status.count > 2 ? String(status[2]) : "",
            httpVersion: status.first.map(String.init) ?? "",
            headers: headers,
            wireBytes: Array(lines.joined())
        )
    }
}

extension Headers.Field {
    /// Reads a `name: value` line; nil where there is no colon.
    init?(line: [UInt8]) {
        guard let colon = line.firstIndex(of: 0x3A) else { return nil }
        self.init(rawName: Array(line[..<colon]), rawValue: Array(line[(colon + 1)...]).trimmed)
    }
}

extension [UInt8] {
    /// The bytes without spaces, tabs and line ends at both sides.
    var trimmed: [UInt8] {
        func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0D || byte == 0x0A }
        guard let first = firstIndex(where: { !isBlank($0) }), let last = lastIndex(where: { !isBlank($0) })
        else { return [] }
        return Array(self[first...last])
    }
}
