// Warns of lines that a body holds by mistake.
extension HTTPFileParser {
    func lintBody(
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
                "This looks like a request, but “###” is missing above it; it is sent as part of the body.",
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
        let separator = "a line “###” before comments on what follows"
        guard let text = lines.last(where: { !isCommentLine($0) && !source.isBlank($0) }) else {
            return diagnostics.add(
                .warning, line: comment + 1, "The body is nothing but comments, and they are sent.",
                expected: separator)
        }
        let end = (text...lines.upperBound).dropFirst()
        if let last = end.first(where: { isCommentLine($0) && source.isBlank($0 - 1) }) {
            return diagnostics.add(
                .warning, line: last + 1, "The comments at the end of the body are sent with it.",
                expected: separator)
        }
        diagnostics.add(
            .note, line: comment + 1,
            "This line is sent as part of the body; REST Client and httpyac drop it.",
            expected: "`< file` where it matters")
    }

    /// Returns whether a request line is where a request would begin: first, or after a blank line or a comment.
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
    /// Indicates whether the body is of a type that contains request lines: parts of a batch, or a message of HTTP.
    fileprivate var carriesMessages: Bool {
        guard let type = contentType?.text.lowercased() else { return false }
        return ["multipart/", "message/", "application/http"].contains { type.hasPrefix($0) }
    }

    /// The value of the first `Content-Type`.
    var contentType: Template.Piece? {
        for case .field(let name, let value) in headers where name.text.lowercased() == "content-type" {
            return value
        }
        return nil
    }
}
