/// The head of a request as sent, parsed from ``ExchangeRecord/requestHead``.
public struct SentHead: Sendable, Hashable {
    /// The first line without its line end: method, target and protocol version.
    public let requestLine: String
    /// The protocol version, which is the last word of the request line, as in `HTTP/1.1`.
    public let version: String
    /// The header fields in order, with names spelled as sent.
    public let headers: Headers

    /// Parses the bytes of a head.
    ///
    /// Returns `nil` if there are none.
    public init?(_ bytes: [UInt8]) {
        var lines = HeadLines(bytes)
        guard let first = lines.next() else { return nil }
        let line = bytes[first]
        requestLine = String(decoding: line.last == 0x0D ? line.dropLast() : line, as: UTF8.self)
        let words = line.split { $0.isBlank || $0 == 0x0D }
        version = words.last.map { String(decoding: $0, as: UTF8.self) } ?? ""
        headers = Headers(lines: lines)
    }
}
