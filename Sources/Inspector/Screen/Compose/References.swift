/// Finds the `{{references}}` in a text.
enum References {
    /// The names, each once.
    static func names(in text: String) -> Set<String> {
        Set(ranges(in: text).map { name(text[$0]) })
    }

    /// The names in the order of the text, each once.
    static func orderedNames(in text: String) -> [String] {
        var seen: Set<String> = []
        return ranges(in: text).map { name(text[$0]) }.filter { seen.insert($0).inserted }
    }

    /// The text with every reference replaced by as many zeros: a value in JSON, inside a string and outside.
    static func masked(_ text: String) -> String {
        var out = text
        for range in ranges(in: text).reversed() {
            let count = text[range].unicodeScalars.count
            out.replaceSubrange(range, with: "1" + String(repeating: "0", count: count - 1))
        }
        return out
    }

    /// Tells whether a text holds nothing but references and blanks.
    static func isAll(of text: some StringProtocol) -> Bool {
        replacing(in: String(text)) { _ in "" }.allSatisfy(\.isWhitespace)
    }

    /// The text with every reference replaced.
    static func replacing(in text: String, _ value: (String) -> String) -> String {
        var out = text
        for range in ranges(in: text).reversed() {
            out.replaceSubrange(range, with: value(name(text[range])))
        }
        return out
    }

    private static func name(_ reference: Substring) -> String {
        String(reference.dropFirst(2).dropLast(2)).trimmingBlanks
    }

    private static func ranges(in text: String) -> [Range<String.Index>] {
        var ranges: [Range<String.Index>] = []
        var rest = Substring(text)
        while let open = rest.unicodeScalars.firstRange(of: "{{".unicodeScalars) {
            let inside = rest[open.upperBound...].prefix(before: "{", "}", "\n", "\r")
            if !inside.isEmpty, text.utf8[inside.endIndex...].starts(with: "}}".utf8) {
                let end = text.utf8.index(inside.endIndex, offsetBy: 2)
                ranges.append(open.lowerBound..<end)
                rest = text[end...]
            } else {
                rest = text[text.utf8.index(after: open.lowerBound)...]
            }
        }
        return ranges
    }
}

extension String {
    fileprivate var trimmingBlanks: String {
        let start = drop { $0 == " " || $0 == "\t" }
        return String(start.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
    }
}
