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

    // MARK: Two writers

    /// A changed file with the block put where the request stands now; nil when the request itself has changed.
    static func merging(
        _ block: String, of origin: DraftOrigin, into bytes: [UInt8]
    ) -> (bytes: [UInt8], number: Int)? {
        guard let before = Self.block(origin.number, in: origin.bytes) else { return nil }
        let file = HTTPFile(parsing: bytes, path: "")
        let same = file.blocks.filter { candidate in
            candidate.request != nil && split(file.text(of: candidate)).text == split(before).text
        }
        // Of several equal ones, the one in the old place is meant, if one is.
        guard
            let found = same.first(where: { $0.request == origin.number - 1 })
                ?? (same.count == 1 ? same.first : nil), let index = found.request
        else { return nil }
        // The blank lines behind a request belong to what follows: they stay as they are now.
        let tail = split(file.text(of: found)).blanks
        let isLast = found.bytes.upperBound == bytes.count
        let text = isLast ? block : "\(split(block).text)\(tail.contains("\n") ? tail : "\n")"
        let merged = bytes[..<found.bytes.lowerBound] + Array(text.utf8) + bytes[found.bytes.upperBound...]
        return (Array(merged), index + 1)
    }

    /// What has become of a request in a changed file: the one that is called the same, else the one in its place.
    static func version(of origin: DraftOrigin, in bytes: [UInt8]) -> DraftConflict.Version? {
        let before = HTTPFile(parsing: origin.bytes, path: "")
        let file = HTTPFile(parsing: bytes, path: "")
        guard let old = before.requests.first(where: { $0.number == origin.number }) else { return nil }
        let named = file.requests.filter { $0.label == old.label }
        let inPlace = file.requests.first { $0.number == origin.number }
        let isTaken = inPlace.map { found in before.requests.contains { $0.label == found.label } } ?? true
        let found = named.first { $0.number == origin.number } ?? named.first ?? (isTaken ? nil : inPlace)
        guard let found, let block = file.blocks.first(where: { $0.request == found.number - 1 }) else {
            return nil
        }
        return .init(block: file.text(of: block), number: found.number)
    }

    private static func split(_ block: String) -> (text: Substring, blanks: Substring) {
        let end = block.lastIndex { !$0.isWhitespace }.map { block.index(after: $0) } ?? block.startIndex
        return (block[..<end], block[end...])
    }
}

extension HTTPFile {
    fileprivate func text(of block: Block) -> String { String(decoding: bytes[block.bytes], as: UTF8.self) }
}
