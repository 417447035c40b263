extension HTTPFile {
    /// Returns the document with another block, from separator to separator, in the place of a request's; every other byte
    /// stays.
    ///
    /// The text is not checked: reading it again tells.
    ///
    /// - Returns: nil when there is no request of this ``SavedRequest/number``.
    public func replacing(_ number: Int, with block: String) -> [UInt8]? {
        blocks.first { $0.request == number - 1 }.map { old in
            bytes[..<old.bytes.lowerBound] + Array(block.utf8) + bytes[old.bytes.upperBound...]
        }
    }

    /// Returns the text of a request and what belongs to it, from its separator to the next; nil when there is no
    /// such request.
    public func text(of number: Int) -> String? {
        blocks.first { $0.request == number - 1 }.map { String(decoding: bytes[$0.bytes], as: UTF8.self) }
    }

    /// Returns the document with a block behind all others.
    public func appending(_ block: String) -> [UInt8] {
        guard !bytes.allSatisfy({ $0.isBlank || $0 == 0x0A || $0 == 0x0D }) else { return bytes + block.utf8 }
        var separator = bytes.last == 0x0A ? "" : lineEnd
        separator += lineEnd
        if !block.hasPrefix("###") { separator += "###" + lineEnd }
        return bytes + separator.utf8 + block.utf8
    }

    /// The line end of the document: that of its first line.
    private var lineEnd: String {
        guard let end = bytes.firstIndex(of: 0x0A), end > 0, bytes[end - 1] == 0x0D else { return "\n" }
        return "\r\n"
    }
}
