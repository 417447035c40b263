// Reads a body and the trailers behind it.
extension HTTPFileParser {
    /// Reads from the end of the header section to the next separator.
    mutating func parseBody(_ request: inout SavedRequest.Content, _ head: inout Head) {
        let startsAtBlank = line < source.lines.count && source.isBlank(line)
        let first = startsAtBlank ? line + 1 : line
        var end = first
        while end < source.lines.count, !isSeparator(end, allowsIndent: false),
            startsAtBlank || !isIndentedEnd(end)
        {
            end += 1
        }
        let trailers = isLenient ? firstTrailer(in: first..<end) : end
        let last = (first..<trailers).last { !source.isBlank($0) }
        if let last {
            lintBody(first...last, of: request, &head.diagnostics)
            request.body = bodyTemplate(first...last)
        }
        line = trailers
        takeTrailers(until: end, into: &head)
        line = end
    }

    private func isIndentedEnd(_ line: Int) -> Bool { isLenient && isSeparator(line, allowsIndent: true) }

    /// Returns whether a line begins a handler, a redirection or an assertion.
    func startsTrailer(_ line: Int) -> Bool {
        trailerKind(line) != nil
    }

    private func trailerKind(_ line: Int) -> Attachment.Kind? {
        if source.line(line, startsWith: "?? ") { return .assertion }
        if source.line(line, startsWith: "<> ") { return .responseReference }
        guard source.line(line, startsWith: ">") else { return nil }
        if source.line(line, startsWith: ">> ") || source.line(line, startsWith: ">>! ") {
            return .saveResponse
        }
        if source.line(line, startsWith: "> {%") || source.line(line, startsWith: ">{%") {
            return .responseHandler
        }
        let path = source.text(of: line).dropFirst().trimmedBlanks
        let isScript =
            source.line(line, startsWith: "> ") && (path.hasSuffix(".js") || path.hasSuffix(".mjs"))
        return isScript ? .responseHandler : nil
    }

    /// Returns the line the last run of trailers begins at; the end when there is none.
    ///
    /// Only the last lines of a block can be trailers: a quotation in the middle of a text stays text.
    private mutating func firstTrailer(in range: Range<Int>) -> Int {
        var begin: Int?
        var index = range.lowerBound
        while index < range.upperBound {
            if let kind = trailerKind(index), let last = lastLine(of: kind, at: index, in: range) {
                begin = begin ?? index
                index = last + 1
            } else {
                let isFiller = source.isBlank(index) || (begin != nil && isComment(source.content(of: index)))
                if !isFiller { begin = nil }
                index += 1
            }
        }
        return begin ?? range.upperBound
    }

    private mutating func lastLine(of kind: Attachment.Kind, at index: Int, in range: Range<Int>) -> Int? {
        let opensScript = source.line(index, startsWith: "> {%") || source.line(index, startsWith: ">{%")
        guard kind == .responseHandler, opensScript else { return index }
        return endOfScript(from: index, in: range.upperBound)
    }

    private mutating func takeTrailers(until end: Int, into head: inout Head) {
        while line < end {
            if let kind = trailerKind(line), let last = lastLine(of: kind, at: line, in: line..<end) {
                if kind != .responseHandler, isTooLong(line) { head.diagnostics.append(excess(of: line)) }
                head.attachments.append(parseAttachment(kind, through: last))
            } else {
                line += 1
            }
        }
    }

    private func bodyTemplate(_ lines: ClosedRange<Int>) -> BodyTemplate {
        var parts: [BodyTemplate.Part] = []
        var textStart: Int?
        func appendText(until line: Int) {
            guard let start = textStart, start < line else { return }
            let range = source.lines[start].start..<source.lines[line - 1].end
            parts.append(part(.text(.init(source.text(range), line: start + 1)), endingAt: line - 1))
            textStart = nil
        }
        for line in lines {
            if isLenient, let content = fileContent(line) {
                appendText(until: line)
                parts.append(part(content, endingAt: line))
            } else {
                textStart = textStart ?? line
            }
        }
        appendText(until: lines.upperBound + 1)
        parts[parts.count - 1].terminator = ""
        return BodyTemplate(parts: parts)
    }

    private func part(_ content: BodyTemplate.Content, endingAt line: Int) -> BodyTemplate.Part {
        BodyTemplate.Part(
            content: content, terminator: source.text(source.lines[line].end..<source.lines[line].next))
    }

    /// Reads `< path`, `<@ path` and `<@encoding path`.
    private func fileContent(_ line: Int) -> BodyTemplate.Content? {
        let isFile = source.line(line, startsWith: "< ")
        guard isFile || source.line(line, startsWith: "<@") else { return nil }
        let text = source.text(of: line)
        let mark = text.prefix(before: " ", "\t")
        let path = text[mark.endIndex...].trimmedBlanks
        guard !path.isEmpty else { return nil }
        let column = text[..<path.startIndex].unicodeScalars.count + 1
        let piece = Template.Piece(String(path), line: line + 1, column: column)
        if isFile { return .file(piece) }
        let encoding = mark.dropFirst(2)
        return .template(piece, encoding: encoding.isEmpty ? nil : String(encoding))
    }

    private func lintBody(
        _ lines: ClosedRange<Int>, of request: SavedRequest.Content, _ diagnostics: inout [Diagnostic]
    ) {
        if source.isBlank(lines.lowerBound) {
            diagnostics.add(
                .note, line: lines.lowerBound + 1,
                "This blank line is part of the body; JetBrains and httpyac drop it.")
        }
        lintComments(lines, &diagnostics)
        if !request.carriesMessages, let line = lines.first(where: { startsRequest($0, in: lines) }) {
            diagnostics.add(
                .warning, line: line + 1,
                "This begins no request: it is sent as part of the body.",
                expected: "a line “###” before it")
        }
        if let definition = lines.first(where: looksLikeDefinition) {
            diagnostics.add(
                .warning, line: definition + 1,
                "This defines no variable: it is sent as part of the body.",
                expected: "definitions before a request line")
        }
        if let trailer = lines.first(where: startsTrailer) {
            let why = isLenient ? ": more text follows it." : " in the strict dialect."
            diagnostics.add(.warning, line: trailer + 1, "This is sent as part of the body" + why)
        }
        if !isLenient, let file = lines.first(where: { fileContent($0) != nil }) {
            diagnostics.add(
                .warning, line: file + 1,
                "This is sent as part of the body, not the file: the strict dialect reads none.")
        }
    }

    private func lintComments(_ lines: ClosedRange<Int>, _ diagnostics: inout [Diagnostic]) {
        let isCommentLine = { (line: Int) in isComment(source.content(of: line), allowsIndent: false) }
        guard let comment = lines.first(where: isCommentLine) else { return }
        if lines.allSatisfy({ isCommentLine($0) || source.isBlank($0) }) {
            diagnostics.add(
                .warning, line: comment + 1, "The body is nothing but comments, and they are sent.",
                expected: "a line “###” before comments on what follows")
        } else {
            diagnostics.add(
                .note, line: comment + 1,
                "This line is sent as part of the body; REST Client and httpyac drop it.",
                expected: "`< file` where it matters")
        }
    }

    /// Returns whether a request line stands where one would begin: first, or behind a blank line or a comment.
    private func startsRequest(_ line: Int, in lines: ClosedRange<Int>) -> Bool {
        guard isRequestLine(line) else { return false }
        return line == lines.lowerBound || source.isBlank(line - 1) || isComment(source.content(of: line - 1))
    }

    private func looksLikeDefinition(_ line: Int) -> Bool {
        guard source.content(of: line).first == UInt8(ascii: "@") else { return false }
        let rest = source.content(of: line).dropFirst().drop(while: \.isVariableName).drop(while: \.isBlank)
        return rest.first == UInt8(ascii: "=")
    }
}

extension SavedRequest.Content {
    /// Indicates whether the body is of a type in which request lines stand: parts of a batch, or a message of HTTP.
    fileprivate var carriesMessages: Bool {
        headers.contains { header in
            guard case .field(let name, let value) = header, name.text.lowercased() == "content-type" else {
                return false
            }
            let type = value.text.lowercased()
            return ["multipart/", "message/", "application/http"].contains { type.hasPrefix($0) }
        }
    }
}
