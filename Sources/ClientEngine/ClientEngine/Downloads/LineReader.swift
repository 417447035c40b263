/// Splits bytes into lines, which end with LF, CRLF or CR: a pure value.
struct LineReader {
    let limit: Int
    private var line: [UInt8] = []
    /// Indicates whether the last byte was a CR, so that a following LF belongs to it.
    private var isBehindReturn = false

    init(limit: Int) {
        self.limit = limit
    }

    /// Returns the lines that end in these bytes.
    ///
    /// - Throws: `limit/receive` if a line is longer than `limit`.
    mutating func append(_ bytes: [UInt8]) throws(ClientError) -> [String] {
        var lines: [String] = []
        for byte in bytes {
            switch byte {
            case 0x0A where isBehindReturn: break
            case 0x0A, 0x0D: lines.append(finish())
            default:
                guard line.count < limit else { throw .line(longerThan: limit) }
                line.append(byte)
            }
            isBehindReturn = byte == 0x0D
        }
        return lines
    }

    mutating func takeRest() -> String? {
        line.isEmpty ? nil : finish()
    }

    private mutating func finish() -> String {
        defer { line.removeAll(keepingCapacity: true) }
        return String(decoding: line, as: UTF8.self)
    }
}

extension ClientError {
    fileprivate static func line(longerThan limit: Int) -> ClientError {
        ClientError(
            .limit, .receive, "a line of the body is longer than \(limit) bytes",
            hint: "read the stream's bytes, or allow longer lines")
    }
}
