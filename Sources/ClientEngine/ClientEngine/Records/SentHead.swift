/// A request's head as it went on the wire.
package struct SentHead {
    /// The protocol's version, the last word of the request line.
    package let version: String
    package let headers: Headers

    /// Reads a head; nil where there is none.
    package init?(_ bytes: [UInt8]) {
        var lines = HeadLines(bytes)
        guard let first = lines.next() else { return nil }
        let words = bytes[first].split { $0.isBlank || $0 == 0x0D }
        version = words.last.map { String(decoding: $0, as: UTF8.self) } ?? ""
        headers = Headers(lines: lines)
    }
}
