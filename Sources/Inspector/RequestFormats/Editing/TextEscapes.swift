/// Writes text so that nothing in it is taken for markup, with variables for what has no escape.
struct TextEscapes {
    /// The beginnings that no body line may have, and the variables that stand for them.
    static let lineStarts: [(mark: String, name: String)] = [
        ("###", "text-hashes"), ("<", "text-less"), (">", "text-greater"), ("??", "text-questions"),
    ]
    /// The marks that would be filled in, and the variables that stand for them.
    static let references: [(mark: String, name: String)] = [("{{", "text-open"), ("\\{\\{", "text-escape")]
    /// The variable without a value that ends a body whose last line is blank.
    static let end = (mark: "", name: "text-end")

    private var used: [(name: String, value: String)] = []

    var definitions: String {
        used.map { $0.value.isEmpty ? "@\($0.name) =\n" : "@\($0.name) = \($0.value)\n" }.joined()
    }

    /// Returns a body line that could be a separator, a file, a trailer: its first letters come from a variable.
    mutating func templateLine(_ line: String) -> String {
        guard let start = Self.lineStart(of: line) else { return line }
        return variable(start.name, start.mark)
            + String(decoding: line.utf8.dropFirst(start.mark.utf8.count), as: UTF8.self)
    }

    /// Returns a line that may be markup and may not end the block; the variable for its hashes may stand in lines
    /// already.
    mutating func sourceLine(_ line: String, definedIn lines: String) -> String {
        let (mark, name) = Self.lineStarts[0]
        guard line.utf8.starts(with: mark.utf8) else { return line }
        let rest = String(decoding: line.utf8.dropFirst(mark.utf8.count), as: UTF8.self)
        return (lines.containsBytes("@\(name)") ? "{{\(name)}}" : variable(name, mark)) + rest
    }

    /// Returns the variable that keeps blank lines at the end of a body.
    mutating func bodyEnd() -> String { variable(Self.end.name, Self.end.mark) }

    /// Returns a template in which text in braces that is no reference stays text: a variable replaces the first two braces.
    static func keepingBraces(in template: String) -> String {
        guard template.holdsReference else { return template }
        var braces = BraceText(.init(template, line: 1))
        var output = ""
        var start = template.startIndex
        while let range = braces.nextRange() {
            output += template[start..<range.lowerBound] + "{{\(references[0].name)}}"
            start = template.utf8.index(range.lowerBound, offsetBy: 2)
        }
        return output + template[start...]
    }

    /// Returns the text of a form in which blanks and line ends beside `&` and `=` are no layout.
    mutating func keepingLayout(ofForm text: String) -> String {
        guard let kept = FormText.keepingLayout(of: text, with: "{{\(Self.end.name)}}") else { return text }
        _ = bodyEnd()
        return kept
    }

    /// Defines the variables that a template refers to because ``literal(_:)`` put them there.
    mutating func define(usedIn template: String) {
        guard template.utf8.contains(0x7B) else { return }
        for (mark, name) in Self.references
        where template.containsBytes("{{\(name)}}") || template.containsBytes("{{%\(name)}}") {
            _ = variable(name, mark)
        }
    }

    /// Text that is sent as it stands, as a template: where it holds `{{`, variables stand for it.
    static func literal(_ text: String) -> String {
        // First the braces: what stands for the escapes brings braces of its own.
        references.reduce(text) { text, reference in
            text.replacingBytes(reference.mark, with: "{{\(reference.name)}}")
        }
    }

    /// Angle brackets before a letter or a slash are XML to every program, and stay.
    private static func lineStart(of line: String) -> (mark: String, name: String)? {
        let text = line.utf8
        return lineStarts.first { mark, _ in
            guard text.starts(with: mark.utf8) else { return false }
            guard mark == "<", let next = text.dropFirst().first else { return true }
            return
                !(next | 0x20 >= 0x61 && next | 0x20 <= 0x7A || next == 0x2F || next == 0x21 || next == 0x3F)
        }
    }

    private mutating func variable(_ name: String, _ value: String) -> String {
        if !used.contains(where: { $0.name == name }) { used.append((name, value)) }
        return "{{\(name)}}"
    }
}

extension String {
    /// Returns whether some bytes stand in the text, whatever characters they are parts of.
    func containsBytes(_ pattern: String) -> Bool {
        replacingBytes(pattern, with: "").utf8.count != utf8.count
    }
}
