/// A request's head as it went on the wire.
package struct SentHead {
    /// The protocol's version, the last word of the request line.
    package let version: String
    package let headers: Headers

    /// Reads a head; nil where there is none.
    package init?(_ bytes: [UInt8]) {
        var lines = HeadLines(bytes)
        guard let first = lines.next() else { return nil }
        version =
            String(decoding: bytes[first], as: UTF8.self).split { $0.isWhitespace }.last.map(String.init)
            ?? ""
        headers = Headers(lines: lines)
    }
}
