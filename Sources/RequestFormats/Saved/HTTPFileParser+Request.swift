import ClientEngine

// Reads a request line, its continuations and the header lines.
extension HTTPFileParser {
    /// Reads the request that begins at the current line, up to the next separator.
    mutating func parseRequest(_ head: Head) -> SavedRequest {
        var head = head
        let requestLine = line
        var request = SavedRequest(
            name: nil, title: head.title, number: requests.count + 1, line: requestLine + 1,
            lines: (head.firstLine + 1)...(head.firstLine + 1), method: nil, target: Template([]),
            version: nil,
            headers: [], body: .none, directives: [], options: RequestOptions(), attachments: [],
            diagnostics: [])
        parseRequestLine(&request, &head.diagnostics)
        request.spans.requestLine = source.lines[requestLine].start..<source.lines[line - 1].end
        let headers = line
        while line < source.lines.count, parseHeaderLine(&request, &head) {}
        request.spans.headers = source.span(ofLines: headers..<line)
        parseBody(&request, &head)
        var reader = DirectiveReader()
        reader.readUnfilled(head.directives)
        request.name = reader.name
        request.options = reader.options
        request.directives = head.directives
        request.attachments = head.attachments
        request.lines = (head.firstLine + 1)...line
        request.diagnostics = head.diagnostics + reader.diagnostics + notes(on: request)
        return request
    }

    private mutating func parseRequestLine(_ request: inout SavedRequest, _ diagnostics: inout [Diagnostic]) {
        let number = line + 1
        let text = source.text(of: line)
        let indent = text[..<text.trimmedBlanks.startIndex].unicodeScalars.count
        line += 1
        request.requestLine = Template.Piece(text, line: number)
        var continuations = isLenient ? takeContinuations() : []
        // What the references bring decides, as the draft has it; until then the line is only shown.
        let isOpen = !isLenient && text.holdsReference
        do throws(RequestLine.Failure) {
            let parsed = try RequestLine(text, dialect: isOpen ? .union : dialect)
            let column = { (part: Substring) in text[..<part.startIndex].unicodeScalars.count + 1 }
            request.method = parsed.method.map {
                Template([.init(String($0), line: number, column: column($0))])
            }
            request.version = parsed.version
            takeVersion(from: &continuations, into: &request.version)
            let target = Template.Piece(String(parsed.target), line: number, column: column(parsed.target))
            request.target = Template([target] + continuations)
            lintTarget(request, &diagnostics)
        } catch {
            request.target = Template([.init(String(text.trimmedBlanks), line: number, column: indent + 1)])
            guard !isOpen else { return }
            let column = indent + text.trimmedBlanks.utf8.prefix(error.offset).count { $0 & 0xC0 != 0x80 } + 1
            diagnostics.append(
                Diagnostic(.error, line: number, column: column, error.message, expected: error.expected))
        }
    }

    /// Takes the lines directly under the request line that go on with its target.
    private mutating func takeContinuations() -> [Template.Piece] {
        var pieces: [Template.Piece] = []
        while line < source.lines.count, !source.isBlank(line), !isSeparator(line, allowsIndent: true) {
            let content = source.content(of: line)
            let isQuery = content.first == UInt8(ascii: "?") || content.first == UInt8(ascii: "&")
            let isAssertion = source.line(line, startsWith: "?? ")
            guard let first = content.first, first.isBlank || isQuery, !isAssertion, !isComment(content)
            else {
                break
            }
            let text = source.text(of: line)
            let part = text.trimmedBlanks
            let column = text[..<part.startIndex].unicodeScalars.count + 1
            pieces.append(Template.Piece(String(part), line: line + 1, column: column))
            line += 1
        }
        return pieces
    }

    /// A version may stand behind the last line of a target that goes over several.
    private func takeVersion(from pieces: inout [Template.Piece], into version: inout HTTPVersion?) {
        guard let last = pieces.last, let blank = last.text.lastIndex(of: " ") else { return }
        let word = last.text[last.text.index(after: blank)...]
        guard let found = RequestLine.version(word) else { return }
        version = found
        pieces[pieces.count - 1].text = String(last.text[..<blank].trimmedBlanks)
    }

    private func lintTarget(_ request: SavedRequest, _ diagnostics: inout [Diagnostic]) {
        let target = request.target
        let hasBlank = RequestLine.hasBlankOutsideReferences(Substring(target.text))
        if hasBlank || !target.text.utf8.allSatisfy({ $0 < 0x80 }) {
            diagnostics.append(
                Diagnostic(
                    .note, line: target.line, column: target.column,
                    "Spaces and letters beyond ASCII in the URL are sent percent-encoded."))
        }
    }

    /// Reads one line of the header section; false at its end.
    private mutating func parseHeaderLine(_ request: inout SavedRequest, _ head: inout Head) -> Bool {
        guard !source.isBlank(line), !isSeparator(line, allowsIndent: isLenient),
            !isLenient || !startsTrailer(line)
        else { return false }
        defer { line += 1 }
        let content = source.content(of: line)
        if isComment(content, allowsIndent: isLenient) {
            if let directive = directive(at: line) { head.directives.append(directive) }
            return true
        }
        let text = source.text(of: line)
        let number = line + 1
        if let reference = Reference.whole(text.trimmedBlanks, dialect: dialect) {
            request.headers.append(.line(.init(reference, line: number)))
            return true
        }
        let isMalformed = content.first?.isBlank ?? true || content.first == UInt8(ascii: "@")
        let colon = isMalformed ? nil : Self.colon(in: content)
        if colon == nil, !isMalformed, text.holdsReference {
            // A reference may bring the colon.
            request.headers.append(.line(.init(text, line: number)))
            return true
        }
        guard let colon else {
            head.diagnostics.append(malformedHeader(content, line: number))
            return true
        }
        let name = source.text(content.startIndex..<colon)
        let rest = source.text(colon + 1..<content.endIndex)
        let value = rest.trimmedBlanks
        let column = name.unicodeScalars.count + 2 + rest[..<value.startIndex].unicodeScalars.count
        checkName(name, line: number, &head.diagnostics)
        request.headers.append(
            .field(name: .init(name, line: number), value: .init(String(value), line: number, column: column))
        )
        return true
    }

    /// The colon behind a name; one inside of a reference is none.
    private static func colon(in content: ArraySlice<UInt8>) -> Int? {
        var depth = 0
        for (index, byte) in zip(content.indices, content) {
            switch byte {
            case UInt8(ascii: "{"): depth += 1
            case UInt8(ascii: "}"): depth -= 1
            case UInt8(ascii: ":") where depth < 2: return index
            default: break
            }
        }
        return nil
    }

    private func checkName(_ name: String, line: Int, _ diagnostics: inout [Diagnostic]) {
        guard !name.holdsReference, name.isEmpty || !name.utf8.allSatisfy(\.isToken) else { return }
        diagnostics.append(
            Diagnostic(
                .error, line: line, "“\(name)” is no header name.", expected: "letters, digits and “-”"))
    }

    private func malformedHeader(_ content: ArraySlice<UInt8>, line: Int) -> Diagnostic {
        if content.first == UInt8(ascii: "@") {
            return Diagnostic(
                .error, line: line, "A variable is defined among the headers.", expected: "Name: value")
        }
        if content.first?.isBlank ?? false {
            return Diagnostic(
                .error, line: line, "Header lines cannot be folded.", expected: "Name: value on one line")
        }
        return Diagnostic(
            .error, line: line, "This header line has no colon.",
            expected: "Name: value, or a blank line before a body")
    }

    private func notes(on request: SavedRequest) -> [Diagnostic] {
        let method = request.method?.text.uppercased() ?? "GET"
        var notes: [Diagnostic] = []
        if isLenient, RequestLine.otherProtocols.contains(method), method != "GRAPHQL" {
            notes.append(
                Diagnostic(
                    .error, line: request.line, column: request.method?.column ?? 1,
                    "\(method) requests are not supported.", expected: "a request that is sent over HTTP"))
        }
        return notes
            + request.attachments.map {
                Diagnostic(.note, line: $0.line, "Kept, not run: \($0.kind.words).")
            }
    }
}

extension Attachment.Kind {
    fileprivate var words: String {
        switch self {
        case .preScript: "a script before the request (needs JavaScript)"
        case .responseHandler: "a response handler (needs JavaScript)"
        case .saveResponse: "saving the response to a file"
        case .responseReference: "a reference to a saved response"
        case .assertion: "an assertion"
        case .reference: "an import or a run line"
        }
    }
}
