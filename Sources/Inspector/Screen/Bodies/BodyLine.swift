import InspectorCanvas

/// Draws single lines of a body.
enum BodyLine {
    /// The way to tell the parts of a line apart.
    enum Syntax {
        case plain, json, xml, event
    }

    /// The columns of a line of text from `left` on.
    static func styled(
        _ line: ArraySlice<UInt8>, as syntax: Syntax, isContinuation: Bool = false, left: Int, width: Int
    ) -> StyledText {
        guard syntax != .plain else {
            return StyledText(DisplayText(untrusted: line, columns: left..<left + width))
        }
        // No column takes more than four bytes, so nothing beyond these can be seen.
        let visible = line.prefix((left + width) * 4 + 64)
        let text: StyledText =
            switch syntax {
            case .plain: StyledText()
            // Of all that a line holds, only strings are so long.
            case .json: json(visible, isWithinString: isContinuation)
            case .xml: xml(visible)
            case .event: isContinuation ? json(visible, isWithinString: true) : event(visible)
            }
        return text.dropping(columns: left)
    }

    private static func json(_ line: ArraySlice<UInt8>, isWithinString: Bool = false) -> StyledText {
        var text = StyledText()
        for token in JSONTokens(line, isWithinString: isWithinString) {
            text.append(DisplayText(untrusted: token.bytes), token.style)
        }
        return text
    }

    /// The tags of a line, with the values of attributes.
    private static func xml(_ line: ArraySlice<UInt8>) -> StyledText {
        var text = StyledText()
        var rest = line
        while let first = rest.first {
            let isTag = first == UInt8(ascii: "<")
            let end =
                isTag
                ? rest.firstIndex(of: UInt8(ascii: ">")).map { $0 + 1 }
                : rest.firstIndex(of: UInt8(ascii: "<"))
            let part = rest[..<(end ?? rest.endIndex)]
            rest = rest[part.endIndex...]
            guard isTag else {
                text.append(DisplayText(untrusted: part))
                continue
            }
            for (index, piece) in part.split(separator: UInt8(ascii: "\""), omittingEmptySubsequences: false)
                .enumerated()
            {
                if index > 0 { text.append("\"", .muted) }
                text.append(DisplayText(untrusted: piece), index.isMultiple(of: 2) ? .header : .string)
            }
        }
        return text
    }

    /// The number of an event, its type, and its data.
    private static func event(_ line: ArraySlice<UInt8>) -> StyledText {
        let number = line.prefix(EventLines.numberWidth)
        let type = line[number.endIndex...].prefix { $0 != 0x20 }
        let data = line[type.endIndex...]
        var text = StyledText(DisplayText(untrusted: number), .muted)
        text.append(DisplayText(untrusted: type), .header)
        let first = data.first { $0 != 0x20 }
        let isJSON = first == UInt8(ascii: "{") || first == UInt8(ascii: "[") || type.isEmpty
        text.append(isJSON ? json(data) : StyledText(DisplayText(untrusted: data)))
        return text
    }

    /// One line of a hex dump: the offset, 16 bytes, and their letters.
    static func hex(_ line: ArraySlice<UInt8>, offset: Int) -> StyledText {
        var hex = ""
        for (index, byte) in line.enumerated() {
            hex += (byte < 16 ? "0" : "") + String(byte, radix: 16) + (index == 7 ? "  " : " ")
        }
        let number = String(offset, radix: 16)
        let letters = line.map { (0x20...0x7E).contains($0) ? Character(Unicode.Scalar($0)) : "." }
        var text = StyledText(
            DisplayText(untrusted: String(repeating: "0", count: max(0, 8 - number.count)) + number + "  "),
            .muted)
        text.append(DisplayText(untrusted: hex).padded(to: 50), .number)
        text.append(DisplayText(untrusted: String(letters)), .string)
        return text
    }

    /// Returns the columns of a byte's digits and its letter in its line of a hex dump.
    static func hexColumns(of index: Int) -> (digits: Range<Int>, letter: Range<Int>) {
        let digits = 10 + index * 3 + (index > 7 ? 1 : 0)
        return (digits..<digits + 2, 60 + index..<61 + index)
    }
}

extension StyledText {
    /// The text without its first columns.
    func dropping(columns: Int) -> StyledText {
        guard columns > 0 else { return self }
        var out = StyledText()
        for run in runs where run.columns.upperBound > columns {
            out.append(text(of: run).dropping(columns: columns - run.columns.lowerBound), run.style)
        }
        return out
    }
}

/// The tokens of one line of formatted JSON, which never runs on into the next line.
private struct JSONTokens: Sequence, IteratorProtocol {
    struct Token {
        var bytes: ArraySlice<UInt8>
        var style: Style
    }

    private var rest: ArraySlice<UInt8>
    private var isWithinString: Bool

    init(_ line: ArraySlice<UInt8>, isWithinString: Bool) {
        rest = line
        self.isWithinString = isWithinString
    }

    mutating func next() -> Token? {
        guard let first = rest.first else { return nil }
        if isWithinString {
            isWithinString = false
            return Token(bytes: consume(length(ofStringBehind: 0)), style: .string)
        }
        switch first {
        case UInt8(ascii: "\""):
            let string = consume(length(ofStringBehind: 1))
            return Token(bytes: string, style: rest.first == UInt8(ascii: ":") ? .header : .string)
        case UInt8(ascii: "-"), 0x30...0x39:
            return Token(bytes: consumeWhile { $0 > 0x20 && $0 != UInt8(ascii: ",") }, style: .number)
        case UInt8(ascii: "a")...UInt8(ascii: "z"):
            return Token(bytes: consumeWhile { (0x61...0x7A).contains($0) }, style: .info)
        default:
            let stops: (UInt8) -> Bool = {
                $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "-") || (0x30...0x39).contains($0)
                    || (0x61...0x7A).contains($0)
            }
            return Token(bytes: consumeWhile { !stops($0) }, style: .muted)
        }
    }

    /// Returns the length of a string with its quotes, whose text begins behind so many bytes.
    private func length(ofStringBehind start: Int) -> Int {
        var isEscaped = false
        for (count, byte) in rest.enumerated().dropFirst(start) {
            if isEscaped {
                isEscaped = false
            } else if byte == UInt8(ascii: "\\") {
                isEscaped = true
            } else if byte == UInt8(ascii: "\"") {
                return count + 1
            }
        }
        return rest.count
    }

    private mutating func consume(_ count: Int) -> ArraySlice<UInt8> {
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }

    private mutating func consumeWhile(_ belongs: (UInt8) -> Bool) -> ArraySlice<UInt8> {
        consume(rest.prefix(while: belongs).count)
    }
}
