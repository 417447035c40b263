import RequestFormats

/// Puts the text of one request into the bytes of a file; every other byte stays.
enum SavedText {
    /// The file with the block of a request replaced; nil when it holds no such request.
    static func replacing(_ number: Int, in bytes: [UInt8], with block: String) -> [UInt8]? {
        let file = HTTPFile(parsing: bytes, path: "")
        guard let span = file.blocks.first(where: { $0.request == number - 1 })?.bytes else { return nil }
        return bytes[..<span.lowerBound] + Array(block.utf8) + bytes[span.upperBound...]
    }

    /// The text of a request and what belongs to it; nil when the file holds no such request.
    static func block(_ number: Int, in bytes: [UInt8]) -> String? {
        HTTPFile(parsing: bytes, path: "").blocks.first { $0.request == number - 1 }
            .map { String(decoding: bytes[$0.bytes], as: UTF8.self) }
    }

    /// The file with a block behind all others.
    static func appending(_ block: String, to bytes: [UInt8]) -> [UInt8] {
        var bytes = bytes
        guard !bytes.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D }) else {
            return bytes + Array(block.utf8)
        }
        let newline: [UInt8] = bytes.contains(0x0D) ? [0x0D, 0x0A] : [0x0A]
        if bytes.last != 0x0A { bytes += newline }
        bytes += newline
        if !block.hasPrefix("###") { bytes += Array("###".utf8) + newline }
        return bytes + Array(block.utf8)
    }

    /// How many requests a file holds.
    static func count(in bytes: [UInt8]) -> Int { HTTPFile(parsing: bytes, path: "").requests.count }
}
