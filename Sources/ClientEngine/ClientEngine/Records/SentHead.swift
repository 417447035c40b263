/// A request's head as it went on the wire, read from ``ExchangeRecord/requestHead``.
public struct SentHead: Sendable, Hashable {
    /// The first line, without its end: the method, the target and the protocol's version.
    public let requestLine: String
    /// The protocol's version, the last word of the request line, as in `HTTP/1.1`.
    public let version: String
    /// The fields in their order, with the spelling of their names.
    public let headers: Headers

    /// Reads the bytes of a head; nil where there are none.
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
