import ClientEngine
import EngineSupport

/// Reads a document line by line, blocks first: what a line is never depends on the value of a variable.
///
/// ```
/// block = "###" title · head (comments, directives, @definitions, scripts) · request · body · trailers
/// ```
struct HTTPFileParser {
    let source: SourceText
    let dialect: HTTPFile.Dialect
    /// The options of all requests without directives.
    let noOptions = CopyOnWriteBox(SavedRequestOptions())
    /// The index of the line to read next.
    var line = 0
    /// Before these lines no script and no script block ends; see ``endOfScript(from:in:noneBefore:isEnd:)``.
    var scriptsEndAfter = 0
    var blocksEndAfter = 0
    private(set) var blocks: [HTTPFile.Block] = []
    private(set) var requests: [SavedRequest] = []
    private(set) var definitions: [HTTPFile.Definition] = []
    var imports: [HTTPFile.Import] = []
    /// The settings of the requests that do not name them.
    private(set) var defaults: [DefaultSetting] = []
    /// The problems of settings; requests that would take them over cannot be sent.
    private(set) var problemsOfDefaults: [Diagnostic] = []
    /// The diagnostics of lines that belong to no request.
    private var fileDiagnostics: [Diagnostic] = []
    private var requestDiagnostics: [Diagnostic] = []

    struct Head {
        var title: String?
        var firstLine: Int
        var directives: [Directive] = []
        var attachments: [Attachment] = []
        var diagnostics: [Diagnostic] = []
        var indent = 0
    }

    /// Indicates whether what the draft does not know, and other programs do, is read.
    var isLenient: Bool { dialect == .union }

    init(_ bytes: [UInt8], dialect: HTTPFile.Dialect) {
        source = SourceText(bytes)
        self.dialect = dialect
    }

    var sortedDiagnostics: [Diagnostic] {
        let all = fileDiagnostics + requestDiagnostics
        return all.enumerated().sorted { ($0.element.line, $0.offset) < ($1.element.line, $1.offset) }
            .map(\.element)
    }

    mutating func refuse(_ message: String, line: Int, column: Int) {
        fileDiagnostics.add(
            .error, line: line, column: column, message, expected: "UTF-8 text of at most 64 MiB")
    }

    /// A document of too many blocks is refused as a whole: what is made of them would fill the memory.
    mutating func parse() {
        if let line = lineOfExcess {
            let message = "The file has more than \(HTTPFile.maximumBlocks) separators."
            fileDiagnostics.add(.error, line: line + 1, message, expected: "several files")
            return
        }
        while line < source.lines.count { parseBlock() }
        reportDuplicateNames()
        reportShadowedDefinitions()
    }

    /// The line of the first separator that is one too many.
    private var lineOfExcess: Int? {
        var left = HTTPFile.maximumBlocks
        guard source.lines.count > left else { return nil }
        for line in source.lines.indices where isSeparator(line, allowsIndent: isLenient) {
            if left == 0 { return line }
            left -= 1
        }
        return nil
    }

    private mutating func parseBlock() {
        let first = line
        var head = Head(firstLine: first)
        if isSeparator(line, allowsIndent: isLenient) {
            head.title = title(of: line)
            if isTooLong(line) { head.diagnostics.append(excess(of: line)) }
            line += 1
        }
        let hasRequest = parseHead(&head)
        if hasRequest {
            let request = parseRequest(&head)
            if !request.diagnostics.isEmpty {
                requestDiagnostics += request.diagnostics.filter { !problemsOfDefaults.contains($0) }
            }
            requests.append(request)
        } else {
            fileDiagnostics += head.diagnostics + ResponseActions.unrun(in: head.attachments)
            fileDiagnostics += head.directives.compactMap(\.refusal)
            if isLenient, requests.isEmpty { addDefaults(head.directives) }
        }
        let start = first == 0 ? 0 : source.lines[first].start
        let end = line < source.lines.count ? source.lines[line].start : source.bytes.count
        blocks.append(
            HTTPFile.Block(
                bytes: start..<end, line: first + 1, title: head.title,
                request: hasRequest ? requests.count - 1 : nil))
    }

    /// Adds the settings of a block without a request; of one name the last counts.
    private mutating func addDefaults(_ directives: [Directive]) {
        for directive in directives {
            do throws(DefaultSetting.DefaultError) {
                guard let setting = try DefaultSetting(before: directive) else { continue }
                defaults.removeAll { $0.key == setting.key }
                defaults.append(setting)
            } catch {
                problemsOfDefaults.append(error.diagnostic)
            }
        }
        var reader = DirectiveReader()
        reader.readUnfilled(defaults.compactMap(\.directive))
        problemsOfDefaults += reader.diagnostics.filter { !problemsOfDefaults.contains($0) }
        fileDiagnostics += problemsOfDefaults.filter { !fileDiagnostics.contains($0) }
    }

    /// Reads up to the request line and tells whether there is one.
    private mutating func parseHead(_ head: inout Head) -> Bool {
        while line < source.lines.count, !isSeparator(line, allowsIndent: isLenient) {
            let content = source.content(of: line)
            if isTooLong(line) {
                return true
            } else if source.isBlank(line) {
                line += 1
            } else if isComment(content, allowsIndent: isLenient) {
                if let directive = directive(at: line) {
                    head.directives.append(directive)
                    noteImport(directive)
                }
                line += 1
            } else if content.first == UInt8(ascii: "@") {
                parseDefinition(&head)
            } else if isLenient, let attachment = parseHeadAttachment() {
                head.attachments.append(attachment)
            } else {
                return true
            }
        }
        return false
    }

    private mutating func parseDefinition(_ head: inout Head) {
        let number = line + 1
        defer { line += 1 }
        let text = source.text(of: line)
        guard let equals = text.unicodeScalars.firstIndex(of: "=") else {
            head.diagnostics.add(
                .error, line: number, "This is not a variable definition.", expected: "@name = value")
            return
        }
        var name = text[text.unicodeScalars.index(after: text.startIndex)..<equals].trimmedBlanks
        if name.hasPrefix("$") {
            head.diagnostics.add(
                .warning, line: number, column: 2,
                "“\(name)” is supplied, and cannot be defined: this line means nothing.",
                expected: "a name without “$”")
            return
        }
        if isLenient, name.hasSuffix(":") {
            name = name.dropLast().trimmedBlanks
            head.diagnostics.add(
                .note, line: number, "“:=” is read like “=”: the value is filled in at once.")
        }
        guard !name.isEmpty, name.utf8.allSatisfy(\.isVariableName),
            isLenient || !name.unicodeScalars.contains(".")
        else {
            head.diagnostics.add(
                .error, line: number, column: 2, "“\(name)” is not a variable name.",
                expected: "letters, digits, “_” and “-”")
            return
        }
        let value = text[text.unicodeScalars.index(after: equals)...].trimmedBlanks
        let column = text[..<value.startIndex].unicodeScalars.count + 1
        if value.contains("\\n") {
            head.diagnostics.add(
                .note, line: number, column: column,
                "“\\n” stays two characters; REST Client breaks the line.")
        }
        definitions.append(
            HTTPFile.Definition(
                name: String(name), value: Template.Piece(String(value), line: number, column: column),
                line: number))
    }

    private mutating func reportDuplicateNames() {
        var lines: [String: Int] = [:]
        for request in requests {
            guard let name = request.name else { continue }
            if let first = lines[name] {
                fileDiagnostics.add(
                    .warning, line: request.line, "The name “\(name)” is already taken by line \(first).")
            } else {
                lines[name] = request.line
            }
        }
    }

    private mutating func reportShadowedDefinitions() {
        for definition in definitions where definition.name.unicodeScalars.contains(".") {
            fileDiagnostics.add(
                .note, line: definition.line, column: 2,
                "Other programs allow no “.” in the name of a variable.")
        }
    }
}

extension UInt8 {
    /// Indicates whether the byte may stand in the name of a variable.
    var isVariableName: Bool { isASCIIAlphanumeric || "_-.".utf8.contains(self) }
}
