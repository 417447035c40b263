// Most URLs are plain: no byte needs an escape or a conversion, and one pass finds the parts.
extension RequestURL {
    /// Parses a plain URL: `http://host:port/path?query` in characters that every parser leaves unchanged.
    ///
    /// Returns `nil` for any other URL; use ``init(parsing:relativeTo:)`` for it.
    public init?(plain text: String) {
        let url = text.utf8.withContiguousStorageIfAvailable { bytes -> RequestURL? in
            guard let parts = PlainURL(bytes) else { return nil }
            func part(_ range: Range<Int>) -> String {
                String(decoding: UnsafeBufferPointer(rebasing: bytes[range]), as: UTF8.self)
            }
            return RequestURL(
                text: text, scheme: parts.isSecure ? "https" : "http", host: part(parts.host),
                port: parts.port,
                path: part(parts.path), query: parts.query.map(part))
        }
        guard let url = url ?? nil else { return nil }
        self = url
    }
}

/// The parts of a plain URL, as ranges of its bytes.
private struct PlainURL {
    var isSecure: Bool
    var host: Range<Int>
    var port: Int
    var path: Range<Int>
    var query: Range<Int>?

    private static let longest = 8_000

    init?(_ bytes: UnsafeBufferPointer<UInt8>) {
        isSecure = bytes.starts(with: "https://")
        guard bytes.count <= Self.longest, isSecure || bytes.starts(with: "http://") else { return nil }
        let start = isSecure ? 8 : 7
        let hostEnd = bytes[start...].firstIndex { !$0.isPlainInHosts } ?? bytes.endIndex
        host = start..<hostEnd
        guard Self.isPlain(host: bytes[host]),
            let slash = bytes[hostEnd...].firstIndex(of: UInt8(ascii: "/")),
            let port = Self.port(bytes[hostEnd..<slash], isSecure: isSecure)
        else { return nil }
        self.port = port
        let mark = bytes[slash...].firstIndex(of: UInt8(ascii: "?"))
        path = slash..<(mark ?? bytes.endIndex)
        // Parsers disagree about the question mark of an empty query.
        query = mark.map { $0 + 1..<bytes.endIndex }
        guard query?.isEmpty != true, bytes[slash...].allSatisfy(\.isPlainInTargets) else { return nil }
    }

    /// Returns whether the host is a name whose last label begins with a letter, or four decimal numbers.
    ///
    /// Other hosts may be read as numbers.
    private static func isPlain(host: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
        var (rest, count, areNumbers) = (host, 0, true)
        while true {
            let label = rest.prefix { $0 != UInt8(ascii: ".") }
            guard let first = label.first, first.isASCIIAlphanumeric else { return false }
            count += 1
            areNumbers = areNumbers && number(label, upTo: 255) != nil
            guard label.endIndex < rest.endIndex else {
                return first.isASCIILetter || count == 4 && areNumbers
            }
            rest = rest[(label.endIndex + 1)...]
        }
    }

    private static func port(_ bytes: Slice<UnsafeBufferPointer<UInt8>>, isSecure: Bool) -> Int? {
        guard let colon = bytes.first else { return isSecure ? 443 : 80 }
        guard colon == UInt8(ascii: ":") else { return nil }
        return number(bytes.dropFirst(), upTo: 65_535).flatMap { $0 == 0 ? nil : $0 }
    }

    /// Returns a decimal number without leading zeros.
    private static func number(_ digits: Slice<UnsafeBufferPointer<UInt8>>, upTo most: Int) -> Int? {
        guard (1...5).contains(digits.count), digits.allSatisfy(\.isASCIIDigit),
            digits.count == 1 || digits.first != UInt8(ascii: "0")
        else { return nil }
        let number = digits.reduce(0) { 10 * $0 + Int($1 - UInt8(ascii: "0")) }
        return number <= most ? number : nil
    }
}

extension UInt8 {
    fileprivate var isPlainInHosts: Bool {
        (0x61...0x7A).contains(self) || isASCIIDigit || self == UInt8(ascii: ".") || self == UInt8(ascii: "-")
    }

    /// Indicates whether a path or a query may contain the byte unescaped (RFC 3986, sections 3.3 and 3.4).
    fileprivate var isPlainInTargets: Bool {
        switch self {
        // ! $ &'()*+,-./0…9:; = ? @ _ ~
        case 0x21, 0x24, 0x26...0x3B, 0x3D, 0x3F, 0x40, 0x5F, 0x7E: true
        default: isASCIILetter
        }
    }
}
