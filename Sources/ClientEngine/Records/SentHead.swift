/// A request's head as it went on the wire.
package struct SentHead {
    /// The protocol's version, the last word of the request line.
    package let version: String
    /// The fields.
    package private(set) var headers = Headers()

    /// Reads a head; nil where there is none.
    package init?(_ bytes: [UInt8]) {
        var lines = bytes.split(separator: 0x0A, omittingEmptySubsequences: true)[...]
        guard let first = lines.popFirst() else { return nil }
        version = String(decoding: first, as: UTF8.self).split { $0.isWhitespace }.last.map(String.init) ?? ""
        for line in lines {
            guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { continue }
            let value = line[(colon + 1)...].drop { $0.isBlank }
            let end = value.lastIndex { !$0.isBlank && $0 != 0x0D }.map { $0 + 1 } ?? value.startIndex
            headers.add(.init(rawName: line[..<colon], rawValue: value[..<end]))
        }
    }
}

extension UInt8 {
    /// Whether it is a space or a tab.
    var isBlank: Bool { self == 0x20 || self == 0x09 }
}
