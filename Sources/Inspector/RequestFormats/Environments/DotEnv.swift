/// Reads the text of a `.env` file as dotenv does.
///
/// ```
/// # a comment
/// export TOKEN=abc123 # a comment, because a blank comes before its mark
/// COLOUR=#fff
/// KEY="first line\nsecond line
/// third line"
/// PATTERN='no \n here'
/// ```
///
/// Nothing is filled in: `$NAME` is text.
package struct DotEnv {
    /// The values by their names; of several with the same name the last one.
    package private(set) var values: [String: String] = [:]
    private var rest: Substring.UnicodeScalarView

    /// Reads a text with line ends of either kind.
    package init(_ text: String) {
        let lines = text.replacingBytes("\r\n", with: "\n").replacingBytes("\u{FEFF}", with: "")
        rest = lines[...].unicodeScalars
        while !rest.isEmpty { readLine() }
    }

    private mutating func readLine() {
        let line = rest.prefix { !$0.endsLine }
        let start = Substring(line).trimmedBlanks
        guard !start.hasPrefix("#"), let mark = line.firstIndex(where: { $0 == "=" }) else {
            return skipLine()
        }
        let name = Substring(line[..<mark]).trimmedBlanks
        rest = rest[line.index(after: mark)...].drop { $0.isBlank }
        values[Self.withoutExport(name)] =
            quotedValue() ?? openValue(isBehindBlank: rest.startIndex > line.index(after: mark))
        skipLine()
    }

    private static func withoutExport(_ name: Substring) -> String {
        let words = name.unicodeScalars.split { $0.isBlank }
        return words.count == 2 && words[0].elementsEqual("export".unicodeScalars)
            ? String(words[1]) : String(name)
    }

    private mutating func skipLine() {
        rest = rest.drop { !$0.endsLine }
        rest = rest.drop { $0.endsLine }
    }

    /// Takes a value between quotation marks, which may go over several lines; `nil`, and takes nothing, if something
    /// other than a comment follows the second mark.
    private mutating func quotedValue() -> String? {
        guard let mark = rest.first, "\"'`".unicodeScalars.contains(mark) else { return nil }
        var inside = rest.dropFirst()
        var value = String.UnicodeScalarView()
        while let scalar = inside.popFirst() {
            if scalar == mark {
                let behind = inside.drop { $0.isBlank }
                guard behind.first.map({ $0.endsLine || $0 == "#" }) ?? true else { return nil }
                rest = behind
                return String(value)
            }
            if scalar == "\\", mark == "\"", let next = inside.first, let escaped = Self.escapes[next] {
                value.append(escaped)
                inside.removeFirst()
            } else {
                value.append(scalar)
            }
        }
        return nil
    }

    private static let escapes: [Unicode.Scalar: Unicode.Scalar] = [
        "n": "\n", "r": "\r", "t": "\t", "\"": "\"", "\\": "\\",
    ]

    /// Takes a value without quotation marks, up to a comment or the end of its line.
    private func openValue(isBehindBlank: Bool) -> String {
        var isBehindBlank = isBehindBlank
        let value = rest.prefix { scalar in
            defer { isBehindBlank = scalar.isBlank }
            return !scalar.endsLine && !(scalar == "#" && isBehindBlank)
        }
        return String(Substring(value).trimmedBlanks)
    }
}

extension Unicode.Scalar {
    fileprivate var isBlank: Bool { self == " " || self == "\t" }
    fileprivate var endsLine: Bool { self == "\n" || self == "\r" }
}
