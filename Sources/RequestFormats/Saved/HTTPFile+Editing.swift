extension HTTPFile {
    /// The part of a request that is replaced, and its replacement.
    public enum Edit: Sendable, Hashable {
        /// Everything from its separator to the next one.
        case block(String)
        /// The request line and the lines it goes on in.
        case requestLine(String)
        /// The header lines, with the comments among them.
        case headers([String])
        case body(String?)
    }

    /// Returns the document with one request changed; every other byte stays.
    ///
    /// The text is not checked: reading it again tells.
    ///
    /// - Parameters:
    ///   - number: the ``SavedRequest/number`` of the request.
    ///   - edit: what to replace, and by what.
    /// - Returns: the new document; nil when there is no such request.
    public func replacing(_ number: Int, with edit: Edit) -> [UInt8]? {
        guard requests.indices.contains(number - 1) else { return nil }
        let spans = requests[number - 1].spans
        switch edit {
        case .block(let text):
            return blocks.first { $0.request == number - 1 }.map { replacing($0.bytes, with: text) }
        case .requestLine(let text):
            return replacing(spans.requestLine, with: text)
        case .headers(let lines):
            // Behind a request line that ends the document nothing separates them from it.
            let isOpen = spans.headers.lowerBound == bytes.count && bytes.last != 0x0A && !lines.isEmpty
            let text = lines.map { $0 + lineEnd }.joined()
            return replacing(spans.headers, with: (isOpen ? lineEnd : "") + text)
        case .body(let text):
            return replacingBody(of: spans, with: text)
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

    private func replacingBody(of spans: SavedRequest.Spans, with text: String?) -> [UInt8] {
        if let old = spans.body {
            guard let text, !text.isEmpty else {
                return replacing(spans.headers.upperBound..<old.upperBound, with: "")
            }
            return replacing(old, with: text)
        }
        guard let text, !text.isEmpty else { return bytes }
        let place = spans.headers.upperBound
        let isOpen = place == bytes.count && bytes.last != 0x0A
        return replacing(place..<place, with: (isOpen ? lineEnd : "") + lineEnd + text + lineEnd)
    }

    private func replacing(_ range: Range<Int>, with text: String) -> [UInt8] {
        bytes[..<range.lowerBound] + Array(text.utf8) + bytes[range.upperBound...]
    }

    /// How the document ends its lines: as its first one.
    private var lineEnd: String {
        guard let end = bytes.firstIndex(of: 0x0A), end > 0, bytes[end - 1] == 0x0D else { return "\n" }
        return "\r\n"
    }
}
