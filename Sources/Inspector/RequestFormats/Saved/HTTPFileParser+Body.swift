// Reads a body and the trailers after it.
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
            let stretches = isLenient ? takeScripts(in: first...last, into: &head) : [first...last]
            for stretch in stretches { lintBody(stretch, of: request, &head.diagnostics) }
            request.body = bodyTemplate(stretches)
            lintMultipart(first...last, of: request, &head.diagnostics)
        }
        line = trailers
        takeTrailers(until: end, into: &head)
        line = end
    }

    /// Takes the scripts out of the lines of a body, and returns the stretches that remain.
    private mutating func takeScripts(
        in lines: ClosedRange<Int>, into head: inout Head
    ) -> [ClosedRange<Int>] {
        var stretches: [ClosedRange<Int>] = []
        var start = lines.lowerBound
        line = start
        while line <= lines.upperBound {
            guard opensScriptBlock(line), let end = endOfScriptBlock(from: line, in: lines.upperBound + 1)
            else {
                line += 1
                continue
            }
            let isFirst = stretches.isEmpty && (start..<line).allSatisfy(source.isBlank)
            if !isFirst, start < line { stretches.append(start...(line - 1)) }
            head.attachments.append(parseAttachment(.scriptBlock, through: end))
            while isFirst, line <= lines.upperBound, source.isBlank(line) { line += 1 }
            start = line
        }
        return start <= lines.upperBound ? stretches + [start...lines.upperBound] : stretches
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
            source.line(line, startsWith: "> ") && Self.scriptEndings.contains { path.hasSuffix($0) }
        return isScript ? .responseHandler : nil
    }

    private static let scriptEndings = [".js", ".mjs", ".cjs", ".ts", ".lua"]

    /// Returns the line the last run of trailers begins at; the end when there is none.
    ///
    /// Only the last lines of a block can be trailers: a quotation in the middle of a text stays text.
    private mutating func firstTrailer(in range: Range<Int>) -> Int {
        var begin: Int?
        var index = range.lowerBound
        while index < range.upperBound {
            if let trailer = trailer(at: index, before: range.upperBound) {
                begin = begin ?? index
                index = trailer.last + 1
            } else {
                let isFiller = source.isBlank(index) || (begin != nil && isComment(source.content(of: index)))
                if !isFiller { begin = nil }
                index += 1
            }
        }
        return begin ?? range.upperBound
    }

    /// Returns the kind and the last line of the trailer that begins at a line; nil where none does.
    private mutating func trailer(at line: Int, before end: Int) -> (kind: Attachment.Kind, last: Int)? {
        let found: (kind: Attachment.Kind, last: Int?)
        if opensScriptBlock(line) {
            found = (.scriptBlock, endOfScriptBlock(from: line, in: end))
        } else if let kind = trailerKind(line) {
            let opensScript = source.line(line, startsWith: "> {%") || source.line(line, startsWith: ">{%")
            found = (kind, opensScript ? endOfScript(from: line, in: end) : line)
        } else {
            return nil
        }
        return found.last.map { (found.kind, $0) }
    }

    private mutating func takeTrailers(until end: Int, into head: inout Head) {
        while line < end {
            guard let (kind, last) = trailer(at: line, before: end) else {
                line += 1
                continue
            }
            let isOneLine = kind != .responseHandler && kind != .scriptBlock
            if isOneLine, isTooLong(line) { head.diagnostics.append(excess(of: line)) }
            head.attachments.append(parseAttachment(kind, through: last))
        }
    }

    private func bodyTemplate(_ stretches: [ClosedRange<Int>]) -> BodyTemplate {
        var parts: [BodyTemplate.Part] = []
        var textStart: Int?
        func appendText(until line: Int) {
            guard let start = textStart, start < line else { return }
            let range = source.lines[start].start..<source.lines[line - 1].end
            parts.append(part(.text(.init(source.text(range), line: start + 1)), endingAt: line - 1))
            textStart = nil
        }
        for stretch in stretches {
            for line in stretch {
                if isLenient, let content = fileContent(line) {
                    appendText(until: line)
                    parts.append(part(content, endingAt: line))
                } else {
                    textStart = textStart ?? line
                }
            }
            appendText(until: stretch.upperBound + 1)
        }
        if !parts.isEmpty { parts[parts.count - 1].terminator = "" }
        return BodyTemplate(parts: parts)
    }

    private func part(_ content: BodyTemplate.Content, endingAt line: Int) -> BodyTemplate.Part {
        BodyTemplate.Part(
            content: content, terminator: source.text(source.lines[line].end..<source.lines[line].next))
    }

    /// Reads `< path`, `<@ path` and `<@encoding path`.
    func fileContent(_ line: Int) -> BodyTemplate.Content? {
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
}
