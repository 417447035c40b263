import ClientEngine

// Redaction of heads as they were sent.
extension Redaction {
    /// Returns the head of a request with the secrets of its target and its fields redacted.
    public mutating func requestHead(_ bytes: [UInt8]) -> [UInt8] {
        guard isHiding, let sent = SentHead(bytes) else { return bytes }
        var first = sent.requestLine
        if let (method, rest) = first.cut(at: " ") {
            let end = rest.utf8.lastIndex(of: UInt8(ascii: " ")) ?? rest.endIndex
            first = "\(method) \(url(String(rest[..<end])))\(rest[end...])"
        }
        return head(first, sent.headers)
    }

    /// Returns the head of a response with the secrets of its fields redacted.
    public mutating func responseHead(_ value: ResponseHead) -> [UInt8] {
        let first = "\(value.httpVersion) \(value.status) \(text(value.reason))"
        return head(first, value.headers)
    }

    private mutating func head(_ first: String, _ fields: Headers) -> [UInt8] {
        var output = Array(first.utf8)
        output.endLine()
        for field in headers(fields) {
            output += field.rawName
            output.append(0x3A)
            output.append(0x20)
            output += field.rawValue
            output.endLine()
        }
        output.endLine()
        return output
    }
}

extension [UInt8] {
    fileprivate mutating func endLine() {
        append(0x0D)
        append(0x0A)
    }
}
