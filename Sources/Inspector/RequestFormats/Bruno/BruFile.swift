/// A file of Bruno, cut into its blocks.
///
///     meta {                 pairs: a name, a colon and a value in each line; `~` switches one off
///       name: List
///     }
///     vars:secret [          a list of words
///       token
///     ]
///     body:json {            text, indented by two blanks, up to a `}` in the first column
///       {"a": 1}
///     }
struct BruFile {
    struct Pair {
        var name: String
        var value: String
        var isEnabled: Bool
        /// The argument of `@contentType(…)` behind the value.
        var contentType: String?
    }

    enum Content {
        case pairs([Pair])
        case list([String])
        case text(String)
    }

    struct Block {
        var name: String
        var content: Content
    }

    let blocks: [Block]

    init(blocks: [Block]) {
        self.blocks = blocks
    }

    init(parsing text: String, path: String) throws(ImportError) {
        var parser = BruParser(text, path: path)
        blocks = try parser.blocks()
    }

    func pairs(_ name: String) -> [Pair] {
        blocks.flatMap { block -> [Pair] in
            guard block.name == name, case .pairs(let pairs) = block.content else { return [] }
            return pairs
        }
    }

    func list(_ name: String) -> [String] {
        blocks.flatMap { block -> [String] in
            guard block.name == name, case .list(let words) = block.content else { return [] }
            return words
        }
    }

    func text(_ name: String) -> String? {
        for block in blocks where block.name == name {
            if case .text(let text) = block.content { return text }
        }
        return nil
    }

    func value(_ name: String, in block: String) -> String? {
        pairs(block).last { $0.name == name && $0.isEnabled }?.value
    }
}

private struct BruParser {
    private let path: String
    private let lines: [Substring]
    private var index = 0

    init(_ text: String, path: String) {
        self.path = path
        lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
    }

    mutating func blocks() throws(ImportError) -> [BruFile.Block] {
        var blocks: [BruFile.Block] = []
        while index < lines.count {
            let line = lines[index].trimmedBlanks
            guard !line.isEmpty else {
                index += 1
                continue
            }
            let start = index
            guard let opening = line.last, opening == "{" || opening == "[" else {
                throw failure(at: start, "“\(line.prefix(40))” stands outside of any block.")
            }
            let name = String(line.dropLast().trimmedBlanks)
            index += 1
            let content = try opening == "[" ? .list(list(from: start)) : content(of: name, from: start)
            blocks.append(.init(name: name, content: content))
        }
        return blocks
    }

    private mutating func content(of name: String, from start: Int) throws(ImportError) -> BruFile.Content {
        Self.isText(name) ? .text(try text(from: start)) : .pairs(try pairs(from: start))
    }

    private static func isText(_ name: String) -> Bool {
        if name == "body:form-urlencoded" || name == "body:multipart-form" || name == "body:file" {
            return false
        }
        let kinds = ["body", "script", "tests", "docs", "example"]
        return kinds.contains { name == $0 || name.hasPrefix($0 + ":") }
    }

    private mutating func text(from start: Int) throws(ImportError) -> String {
        var text: [Substring] = []
        while index < lines.count {
            let line = lines[index]
            index += 1
            if line.first == "}", line.trimmedBlanks == "}" { return text.joined(separator: "\n") }
            text.append(line.hasPrefix("  ") ? line.dropFirst(2) : line)
        }
        throw unclosed(from: start)
    }

    private mutating func list(from start: Int) throws(ImportError) -> [String] {
        var words: [String] = []
        while index < lines.count {
            let line = lines[index].trimmedBlanks
            index += 1
            if line == "]" { return words }
            words += line.split(at: ",").map { String($0.trimmedBlanks) }.filter { !$0.isEmpty }
        }
        throw unclosed(from: start)
    }

    private mutating func pairs(from start: Int) throws(ImportError) -> [BruFile.Pair] {
        var pairs: [BruFile.Pair] = []
        while index < lines.count {
            let line = lines[index].trimmedBlanks
            let here = index
            index += 1
            if line == "}" { return pairs }
            if line.isEmpty { continue }
            if line.hasPrefix("@") {
                skipAnnotation(line)
                continue
            }
            pairs.append(try pair(line, at: here))
        }
        throw unclosed(from: start)
    }

    /// `@description('''…''')` says something about the next line.
    private mutating func skipAnnotation(_ line: Substring) {
        guard let open = line.unicodeScalars.firstRange(of: "'''".unicodeScalars),
            !line[open.upperBound...].contains("'''")
        else { return }
        while index < lines.count {
            index += 1
            if lines[index - 1].contains("'''") { return }
        }
    }

    private mutating func pair(_ line: Substring, at number: Int) throws(ImportError) -> BruFile.Pair {
        var rest = line
        let isEnabled = rest.first != "~"
        if !isEnabled { rest = rest.dropFirst() }
        guard let (name, after) = Self.name(rest) else {
            throw failure(at: number, "“\(line.prefix(40))” is not a pair.", expected: "“name: value”")
        }
        var value = String(after.trimmedBlanks)
        var type: String?
        if value.hasPrefix("'''") {
            (value, type) = try multiline(value.dropFirst(3), from: number)
        } else if value == "[" {
            value = try list(from: number).joined(separator: ",")
        } else {
            (value, type) = Self.annotated(value)
        }
        return .init(name: name, value: value, isEnabled: isEnabled, contentType: type)
    }

    /// Returns the name before the colon; one in quotation marks may hold colons.
    private static func name(_ text: Substring) -> (String, Substring)? {
        if text.first == "\"", let end = closingQuote(text) {
            let after = text[text.unicodeScalars.index(after: end)...].drop { $0 == " " }
            guard after.first == ":" else { return nil }
            let name = text[text.unicodeScalars.index(after: text.startIndex)..<end].replacing(
                "\\\"", with: "\"")
            return (String(name), after.dropFirst())
        }
        return text.cut(at: ":").map { (String($0.head.trimmedBlanks), $0.tail) }
    }

    private static func closingQuote(_ text: Substring) -> Substring.Index? {
        var isEscaped = false
        for index in text.indices.dropFirst() {
            if isEscaped {
                isEscaped = false
            } else if text[index] == "\\" {
                isEscaped = true
            } else if text[index] == "\"" {
                return index
            }
        }
        return nil
    }

    private mutating func multiline(
        _ first: Substring, from start: Int
    ) throws(ImportError) -> (String, String?) {
        if let end = first.unicodeScalars.firstRange(of: "'''".unicodeScalars) {
            let type = Self.annotated("x " + first[end.upperBound...].trimmedBlanks).contentType
            return (String(first[..<end.lowerBound]), type)
        }
        var text: [Substring] = first.isEmpty ? [] : [first]
        while index < lines.count {
            let line = lines[index]
            index += 1
            if let end = line.unicodeScalars.firstRange(of: "'''".unicodeScalars) {
                let type = Self.annotated("x " + line[end.upperBound...].trimmedBlanks).contentType
                return (text.joined(separator: "\n"), type)
            }
            text.append(line.hasPrefix("    ") ? line.dropFirst(4) : line)
        }
        throw failure(at: start, "The text in ''' has no end.", expected: "'''")
    }

    private static func annotated(_ value: String) -> (value: String, contentType: String?) {
        guard value.hasSuffix(")"),
            let mark = value.unicodeScalars.ranges(of: " @contentType(".unicodeScalars).last
        else {
            return (value, nil)
        }
        let type = value[mark.upperBound...].dropLast()
        return (String(value[..<mark.lowerBound]), String(type))
    }

    private func unclosed(from start: Int) -> ImportError {
        failure(
            at: start, "“\(lines[start].trimmedBlanks.prefix(40))” has no end.", expected: "a closing bracket"
        )
    }

    private func failure(at index: Int, _ message: String, expected: String? = nil) -> ImportError {
        ImportError(path, line: index + 1, column: 1, message, expected: expected)
    }
}
