// Heads as they were on the wire.
extension Redaction {
    /// Returns the head of a request with the secrets of its target and of its fields replaced.
    package mutating func requestHead(_ bytes: [UInt8]) -> [UInt8] {
        guard isHiding, let sent = SentHead(bytes) else { return bytes }
        var lines = HeadLines(bytes)
        let line = bytes[lines.next() ?? 0..<0]
        let words = String(decoding: line.last == 0x0D ? line.dropLast() : line, as: UTF8.self)
            .split(at: " ", maxSplits: 1, omittingEmptySubsequences: false)
        var first = String(words.first ?? "")
        if words.count > 1 {
            let rest = words[1]
            let end = rest.unicodeScalars.lastIndex(of: " ") ?? rest.endIndex
            first += " " + url(String(rest[..<end])) + rest[end...]
        }
        return head(first, sent.headers)
    }

    /// Returns the head of a response with the secrets of its fields replaced.
    package mutating func responseHead(_ value: ResponseHead) -> [UInt8] {
        let first = "\(value.httpVersion) \(value.status) \(text(value.reason))"
        return head(first, value.headers)
    }

    private mutating func head(_ first: String, _ fields: Headers) -> [UInt8] {
        var output = Array(first.utf8) + [0x0D, 0x0A]
        for field in headers(fields) {
            output += field.rawName
            output += [0x3A, 0x20]
            output += field.rawValue
            output += [0x0D, 0x0A]
        }
        return output + [0x0D, 0x0A]
    }
}
