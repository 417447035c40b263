import ClientEngine
import EngineSupport

// Reads a request line, its continuations and the header lines.
extension HTTPFileParser {
    /// Reads the request that begins at the current line, up to the next separator.
    mutating func parseRequest(_ head: inout Head) -> SavedRequest {
        var request = CopyOnWriteBox(
            SavedRequest.Content(
                title: head.title, number: requests.count + 1, line: line + 1,
                lines: (head.firstLine + 1)...(head.firstLine + 1),
                target: Template(.init("", line: line + 1)), options: noOptions))
        parse(&request.value, &head)
        return SavedRequest(request)
    }

    private mutating func parse(_ request: inout SavedRequest.Content, _ head: inout Head) {
        parseRequestLine(&request, &head)
        while line < source.lines.count, parseHeaderLine(&request, &head) {}
        parseBody(&request, &head)
        request.directives = head.directives
        request.attachments = head.attachments
        request.diagnostics = head.diagnostics
        request.lines = (head.firstLine + 1)...line
        if !defaults.isEmpty {
            request.inherited = OwnNames(headers: request.headers, directives: head.directives)
                .inherited(of: defaults)
        }
        if !head.directives.isEmpty || !request.inherited.isEmpty { readDirectives(of: &request) }
        if !problemsOfDefaults.isEmpty {
            // A warning is reported for the file, and an error for each request that is not sent.
            request.diagnostics.removeAll { problemsOfDefaults.contains($0) }
            request.diagnostics += problemsOfDefaults.filter { $0.severity == .error }
        }
        addNotes(to: &request)
        request.mayHoldReferences =
            request.body.hasTemplate || source.holdsReference(in: head.firstLine..<line)
            || request.inherited.contains(where: \.holdsReference)
        if isLenient, request.mayHoldReferences { lintBraces(of: &request) }
    }

    private func readDirectives(of request: inout SavedRequest.Content) {
        var reader = DirectiveReader()
        reader.readUnfilled(request.inherited.compactMap(\.directive) + request.directives)
        request.name = reader.name
        request.options = CopyOnWriteBox(reader.options)
        request.diagnostics += reader.diagnostics
    }

    private mutating func parseRequestLine(_ request: inout SavedRequest.Content, _ head: inout Head) {
        let number = line + 1
        guard !isTooLong(line) else { return skipBlock(&head, because: excess(of: line)) }
        if let plain = PlainRequestLine(source.content(of: line)) {
            request.method = Template(.init(plain.method, line: number))
            request.target = Template(
                .init(source.text(plain.target), line: number, column: plain.targetColumn))
            line += 1
            return takeContinuations(of: &request, &head)
        }
        let text = source.text(of: line)
        let indent = text[..<text.trimmedBlanks.startIndex].unicodeScalars.count
        if isLenient, text.trimmedBlanks.hasPrefix("curl ") {
            request.target = Template(.init(String(text.trimmedBlanks), line: number, column: indent + 1))
            return skipBlock(&head, because: Diagnostic(.curlCommand, in: "", line: number, after: indent))
        }
        line += 1
        request.requestLine = Template.Piece(text, line: number)
        // What the references bring decides, as the draft has it; until then the line is only shown.
        let isOpen = !isLenient && text.holdsReference
        do throws(RequestLine.SyntaxError) {
            let parsed = try RequestLine(text, dialect: isOpen ? .union : dialect)
            let column = { (part: Substring) in text[..<part.startIndex].unicodeScalars.count + 1 }
            request.method = parsed.method.map {
                Template(.init(String($0), line: number, column: column($0)))
            }
            request.version = parsed.version
            request.target = Template(
                .init(String(parsed.target), line: number, column: column(parsed.target)))
            takeContinuations(of: &request, &head)
            lintTarget(request, &head.diagnostics)
        } catch {
            request.target = Template(.init(String(text.trimmedBlanks), line: number, column: indent + 1))
            guard !isOpen else { return }
            head.diagnostics.append(Diagnostic(error, in: text.trimmedBlanks, line: number, after: indent))
            takeContinuations(of: &request, &head)
        }
    }

    /// Skips the rest of a block whose request line cannot be read.
    private mutating func skipBlock(_ head: inout Head, because problem: Diagnostic) {
        head.diagnostics.append(problem)
        line += 1
        while line < source.lines.count, !isSeparator(line, allowsIndent: isLenient) { line += 1 }
    }

    private func lintTarget(_ request: SavedRequest.Content, _ diagnostics: inout [Diagnostic]) {
        let target = request.target
        let text = target.text
        guard !text.utf8.allSatisfy({ $0 < 0x80 && !$0.isBlank }) else { return }
        if RequestLine.hasBlankOutsideReferences(text[...]) || !text.utf8.allSatisfy({ $0 < 0x80 }) {
            diagnostics.add(
                .note, line: target.line, column: target.column,
                "Spaces and letters beyond ASCII in the URL are sent percent-encoded.")
        }
    }

    /// Reads one line of the header section; false at its end.
    private mutating func parseHeaderLine(_ request: inout SavedRequest.Content, _ head: inout Head) -> Bool {
        guard !source.isBlank(line), !isSeparator(line, allowsIndent: isLenient) else { return false }
        if isLenient, opensScriptBlock(line), let end = endOfScriptBlock(from: line, in: source.lines.count) {
            head.attachments.append(parseAttachment(.scriptBlock, through: end))
            return true
        }
        guard !isLenient || !startsTrailer(line) else { return false }
        defer { line += 1 }
        guard !isTooLong(line) else {
            head.diagnostics.append(excess(of: line))
            return true
        }
        let content = source.content(of: line)
        if isComment(content, allowsIndent: isLenient) {
            if let directive = directive(at: line) { head.directives.append(directive) }
            return true
        }
        let indent = content.prefix(while: \.isBlank).count
        // All headers may be indented alike; what is indented further would be folded.
        if isLenient, request.headers.isEmpty { head.indent = indent }
        if let header = header(indent: indent, isFolded: indent > head.indent) {
            if case .field(let name, _) = header { checkName(name, &head.diagnostics) }
            request.headers.append(header)
        } else {
            head.diagnostics.append(malformedHeader(isFolded: indent > head.indent))
        }
        return true
    }

    private func header(indent: Int, isFolded: Bool) -> HeaderTemplate? {
        let (content, text, number) = (source.content(of: line), source.text(of: line), line + 1)
        if let reference = Reference.whole(text.trimmedBlanks, dialect: dialect) {
            return .line(.init(reference, line: number))
        }
        if isFolded || content.dropFirst(indent).first == UInt8(ascii: "@") || isRequestLine(line) {
            return nil
        }
        guard let colon = Self.colon(in: content) else {
            // A reference may bring the colon.
            return text.holdsReference
                ? .line(.init(String(text.trimmedBlanks), line: number, column: indent + 1)) : nil
        }
        let name = source.text(content.startIndex + indent..<colon)
        let rest = source.text(colon + 1..<content.endIndex)
        let value = rest.trimmedBlanks
        let column = indent + name.unicodeScalars.count + 2 + rest[..<value.startIndex].unicodeScalars.count
        return .field(
            name: .init(name, line: number, column: indent + 1),
            value: .init(String(value), line: number, column: column))
    }

    private func checkName(_ name: Template.Piece, _ diagnostics: inout [Diagnostic]) {
        guard !name.text.holdsReference, !name.text.isToken else {
            return
        }
        diagnostics.add(
            .error, line: name.line, column: name.column, "“\(name.text)” is not a header name.",
            expected: "letters, digits and “-”")
    }

    private func malformedHeader(isFolded: Bool) -> Diagnostic {
        if source.content(of: line).first(where: { !$0.isBlank }) == UInt8(ascii: "@") {
            return Diagnostic(
                .error, line: line + 1, "A variable is defined among the headers.", expected: "Name: value")
        }
        if isFolded {
            return Diagnostic(
                .error, line: line + 1, "Header lines cannot be folded.", expected: "Name: value on one line")
        }
        if isRequestLine(line) {
            return Diagnostic(
                .error, line: line + 1, "Another request begins among the headers.",
                expected: "a line “###” before it")
        }
        return Diagnostic(
            .error, line: line + 1, "This header line has no colon.",
            expected: "Name: value, or a blank line before a body")
    }

    private func addNotes(to request: inout SavedRequest.Content) {
        if isLenient, let method = request.method, let other = RequestLine.otherProtocol(of: method.text),
            other != "GRAPHQL"
        {
            request.diagnostics.add(
                .error, line: request.line, column: method.column,
                "\(other) requests are not supported.", expected: "a request that is sent over HTTP")
        }
        for attachment in request.attachments {
            request.diagnostics.add(
                .note, line: attachment.line, "Kept, not run: \(attachment.kind.words).")
        }
    }
}

extension Attachment.Kind {
    fileprivate var words: String {
        switch self {
        case .preScript: "a script before the request (needs JavaScript)"
        case .scriptBlock: "a script (needs JavaScript)"
        case .responseHandler: "a response handler (needs JavaScript)"
        case .saveResponse: "saving the response to a file"
        case .responseReference: "a reference to a saved response"
        case .assertion: "an assertion"
        case .reference: "an import or a run line"
        }
    }
}
