// What a single line is, told by its first characters.
extension HTTPFileParser {
    /// A separator begins in the first column; outside a body blanks before it are accepted.
    func isSeparator(_ line: Int, allowsIndent: Bool) -> Bool {
        let content = source.content(of: line)
        let mark = (allowsIndent ? content.drop(while: \.isBlank) : content).prefix(3)
        return mark.count == 3 && mark.allSatisfy { $0 == UInt8(ascii: "#") }
    }

    func isTooLong(_ line: Int) -> Bool { source.content(of: line).count > HTTPFile.maximumLine }

    func excess(of line: Int) -> Diagnostic {
        Diagnostic(
            .error, line: line + 1, "The line is longer than 1 MiB.",
            expected: "such lines in bodies, or a file that a body names")
    }

    func title(of line: Int) -> String? {
        guard !isTooLong(line) else { return nil }
        let content = source.content(of: line).drop(while: \.isBlank)
        let text: ArraySlice<UInt8> = content.drop { $0 == UInt8(ascii: "#") }
        guard !text.isEmpty else { return nil }
        let title = String(decoding: text, as: UTF8.self).trimmedBlanks
        return title.isEmpty ? nil : String(title)
    }

    /// A comment begins in the first column; blanks before it are accepted where a comment is all it can be.
    func isComment(_ content: ArraySlice<UInt8>, allowsIndent: Bool = true) -> Bool {
        let rest = allowsIndent ? content.drop(while: \.isBlank) : content
        guard let first = rest.first else { return false }
        if first == UInt8(ascii: "#") { return true }
        return first == UInt8(ascii: "/") && rest.dropFirst().first == first
    }

    /// Reads `# @name argument`, `// @name=argument` and everything between.
    func directive(at line: Int) -> Directive? {
        let content = source.content(of: line)
        let marks = content.drop(while: \.isBlank)
        let rest: ArraySlice<UInt8> = marks.drop { $0 == UInt8(ascii: "#") || $0 == UInt8(ascii: "/") }
            .drop(while: \.isBlank)
        guard rest.first == UInt8(ascii: "@") else { return nil }
        let name = rest.dropFirst().prefix { $0.isVariableName && $0 != UInt8(ascii: ".") }
        guard !name.isEmpty else { return nil }
        var argument: ArraySlice<UInt8> = rest[name.endIndex...].drop(while: \.isBlank)
        if argument.first == UInt8(ascii: "=") { argument = argument.dropFirst().drop(while: \.isBlank) }
        let key = name.filter { $0 != UInt8(ascii: "-") }
        return Directive(
            key: String(decoding: key, as: UTF8.self).lowercased(),
            name: String(decoding: name, as: UTF8.self),
            argument: String(String(decoding: argument, as: UTF8.self).trimmedBlanks),
            line: line + 1, column: content[..<argument.startIndex].count { $0 & 0xC0 != 0x80 } + 1)
    }

    /// Reads a script, an import or a run line that stands before the request line.
    mutating func parseHeadAttachment() -> Attachment? {
        let first = source.content(of: line).first { !$0.isBlank }
        guard let first, "<{ir".utf8.contains(first) else { return nil }
        let text = source.text(of: line).trimmedBlanks
        if text.hasPrefix("< {%") || text.hasPrefix("<{%") {
            return parseAttachment(
                .preScript, through: endOfScript(from: line, in: source.lines.count) ?? line)
        }
        if text.hasPrefix("{{"), !text.contains("}}"),
            let end = endOfScriptBlock(from: line, in: source.lines.count)
        {
            return parseAttachment(.preScript, through: end)
        }
        if text.hasPrefix("< ") { return parseAttachment(.preScript, through: line) }
        if text.hasPrefix("import ") || text.hasPrefix("run ") {
            noteImport(text)
            return parseAttachment(.reference, through: line)
        }
        return nil
    }

    private mutating func noteImport(_ text: Substring) {
        guard text.hasPrefix("import ") else { return }
        let path = text.dropFirst(7).trimmedBlanks
        let column = source.text(of: line)[..<path.startIndex].unicodeScalars.count + 1
        imports.append(HTTPFile.Import(path: String(path), line: line + 1, column: column))
    }

    mutating func noteImport(_ directive: Directive) {
        guard isLenient, directive.key == "import" else { return }
        imports.append(
            HTTPFile.Import(path: directive.argument, line: directive.line, column: directive.column))
    }

    mutating func parseAttachment(_ kind: Attachment.Kind, through last: Int) -> Attachment {
        let range = source.lines[line].start..<source.lines[last].end
        let attachment = Attachment(kind: kind, text: source.text(range), line: line + 1)
        line = last + 1
        return attachment
    }

    /// Returns the line that ends a script with `%}`; nil when a separator or the limit comes first.
    mutating func endOfScript(from first: Int, in limit: Int) -> Int? {
        endOfScript(from: first, in: limit, noneBefore: \.scriptsEndAfter) { $0.contains("%}") }
    }

    /// Returns the line that ends a script block with `}}`; nil when a separator or the limit comes first.
    mutating func endOfScriptBlock(from first: Int, in limit: Int) -> Int? {
        endOfScript(from: first, in: limit, noneBefore: \.blocksEndAfter) { $0.trimmedBlanks == "}}" }
    }

    private mutating func endOfScript(
        from first: Int, in limit: Int, noneBefore known: WritableKeyPath<Self, Int>,
        isEnd: (String) -> Bool
    ) -> Int? {
        guard first >= self[keyPath: known] else { return nil }
        var index = first
        while index < limit, index == first || !isSeparator(index, allowsIndent: false) {
            if isEnd(source.text(of: index)) { return index }
            index += 1
        }
        // Looking again from a line further down would find nothing either, and cost another pass.
        self[keyPath: known] = index
        return nil
    }

    /// Returns whether a line opens a script of httpyac: `{{`, `{{@response`, `{{+after`.
    func opensScriptBlock(_ line: Int) -> Bool {
        let text = source.content(of: line).drop(while: \.isBlank)
        guard text.starts(with: "{{") else { return false }
        let rest = text.dropFirst(2)
        guard let mark = rest.first, "@+".utf8.contains(mark) else { return rest.allSatisfy(\.isBlank) }
        return rest.dropFirst().allSatisfy { $0.isASCIIAlphanumeric || $0.isBlank }
    }
}
