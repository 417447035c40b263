/// Lays an XML text out anew, with a line for each element.
///
/// It changes nothing but the space between tags, and knows no more of XML than where tags begin and end.
struct XMLIndenter {
    private enum Token {
        case opening, closing, empty, text, other
    }

    private let bytes: ArraySlice<UInt8>
    private var output: [UInt8] = []
    private var depth = 0
    /// The tokens of the line that is being written: an element that holds text alone stays on one.
    private var line: [Token] = []

    private init(_ bytes: ArraySlice<UInt8>) { self.bytes = bytes }

    /// Lays UTF-8 bytes out anew; with a problem, what stands before it.
    static func indent(_ bytes: ArraySlice<UInt8>) -> (text: [UInt8], problem: String?) {
        var indenter = XMLIndenter(bytes)
        let problem = indenter.run()
        return (indenter.output, problem)
    }

    private mutating func run() -> String? {
        var position = bytes.startIndex
        while position < bytes.endIndex {
            guard bytes[position] == UInt8(ascii: "<") else {
                let end = bytes[position...].firstIndex(of: UInt8(ascii: "<")) ?? bytes.endIndex
                let text = bytes[position..<end].trimmingSpace
                if !text.isEmpty { write(text, .text) }
                position = end
                continue
            }
            guard let end = tagEnd(from: position) else { return "not well-formed XML: a tag is not closed" }
            let tag = bytes[position..<end]
            let token = Self.kind(of: tag)
            if token == .closing {
                guard depth > 0 else { return "not well-formed XML: an element ends that has not begun" }
                depth -= 1
            }
            write(tag, token)
            if token == .opening { depth += 1 }
            position = end
        }
        return depth == 0 ? nil : "not well-formed XML: an element does not end"
    }

    /// Writes a token behind the text of its element, or on a line of its own.
    private mutating func write(_ token: ArraySlice<UInt8>, _ kind: Token) {
        let isJoined =
            kind == .text && line == [.opening]
            || kind == .closing && (line == [.opening] || line == [.opening, .text])
        if !isJoined {
            if !output.isEmpty { output.append(0x0A) }
            output.append(contentsOf: repeatElement(UInt8(ascii: " "), count: 2 * depth))
            line = []
        }
        output += token
        line.append(kind)
    }

    /// Returns the end of the tag that begins at a place.
    private func tagEnd(from start: Int) -> Int? {
        let rest = bytes[start...]
        for (mark, end) in [("<!--", "-->"), ("<![CDATA[", "]]>"), ("<?", "?>")]
        where rest.starts(with: mark.utf8) {
            return rest.end(of: Array(end.utf8))
        }
        var quote: UInt8?
        var brackets = 0
        for index in rest.indices.dropFirst() {
            switch (rest[index], quote) {
            case (let byte, let open?): if byte == open { quote = nil }
            case (UInt8(ascii: "\""), nil), (UInt8(ascii: "'"), nil): quote = rest[index]
            case (UInt8(ascii: "["), nil): brackets += 1
            case (UInt8(ascii: "]"), nil): brackets -= 1
            case (UInt8(ascii: ">"), nil) where brackets <= 0: return index + 1
            default: break
            }
        }
        return nil
    }

    private static func kind(of tag: ArraySlice<UInt8>) -> Token {
        switch tag.dropFirst().first {
        case UInt8(ascii: "/"): .closing
        case UInt8(ascii: "!"): tag.starts(with: "<![CDATA[".utf8) ? .text : .other
        case UInt8(ascii: "?"): .other
        default: tag.dropLast().last == UInt8(ascii: "/") ? .empty : .opening
        }
    }
}

extension ArraySlice<UInt8> {
    fileprivate var trimmingSpace: ArraySlice<UInt8> {
        let start = drop(while: \.isJSONSpace)
        guard let last = start.lastIndex(where: { !$0.isJSONSpace }) else { return start.prefix(0) }
        return start[...last]
    }

    /// The place behind the first time that some bytes stand in it.
    fileprivate func end(of needle: [UInt8]) -> Int? {
        guard count >= needle.count else { return nil }
        return (startIndex...endIndex - needle.count).first { self[$0...].starts(with: needle) }.map {
            $0 + needle.count
        }
    }
}
