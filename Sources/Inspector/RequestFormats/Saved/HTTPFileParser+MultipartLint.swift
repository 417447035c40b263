import ClientEngine

// Warns of multipart bodies whose parts no server finds (RFC 2046, section 5.1).
extension HTTPFileParser {
    func lintMultipart(
        _ lines: ClosedRange<Int>, of request: SavedRequest.Content, _ diagnostics: inout [Diagnostic]
    ) {
        guard let type = request.contentType, type.text.lowercased().hasPrefix("multipart/"),
            request.body.parts.contains(where: \.isText)
        else { return }
        guard let boundary = MediaType(type.text)["boundary"], !boundary.isEmpty else {
            return diagnostics.add(
                .warning, line: type.line, column: type.column,
                "The type of the body names no boundary: its server finds no parts.",
                expected: "Content-Type: \(MediaType(type.text).essence); boundary=…")
        }
        if boundary.contains("{{$") {
            return diagnostics.add(
                .warning, line: type.line, column: type.column,
                "The value in the boundary is made anew wherever it is written, so that no two are equal.",
                expected: "`@boundary = …` before the request, and {{boundary}} in it")
        }
        lintDelimiters("--" + boundary, lines, &diagnostics)
    }

    private func lintDelimiters(
        _ delimiter: String, _ lines: ClosedRange<Int>, _ diagnostics: inout [Diagnostic]
    ) {
        let places = lines.filter { isDelimiter($0, delimiter) }
        guard let last = places.last else {
            // Which delimiter a variable makes is not known here.
            let isKnown = !delimiter.holdsReference && !lines.contains { startsWithReference($0) }
            guard isKnown else { return }
            return diagnostics.add(
                .warning, line: lines.lowerBound + 1,
                "No line of the body begins with “\(delimiter)”: its server finds no parts.",
                expected: "“\(delimiter)” before each part, “\(delimiter)--” after the last")
        }
        if !source.content(of: last).dropFirst(delimiter.utf8.count).starts(with: "--") {
            diagnostics.add(
                .warning, line: last + 1, "The last part of the body has no end.",
                expected: "“\(delimiter)--” after it")
        }
        for place in places {
            let fields = (place...lines.upperBound).dropFirst().prefix {
                !source.isBlank($0) && !isDelimiter($0, delimiter)
            }
            guard isLenient, let file = fields.first(where: { fileContent($0) != nil }) else { continue }
            diagnostics.add(
                .warning, line: file + 1,
                "The content of this file is sent among the header fields of its part.",
                expected: "a blank line before it")
        }
    }

    private func isDelimiter(_ line: Int, _ delimiter: String) -> Bool {
        let content = source.content(of: line)
        guard content.starts(with: delimiter.utf8) else { return false }
        let rest = content.dropFirst(delimiter.utf8.count)
        return rest.starts(with: "--") || rest.allSatisfy(\.isBlank)
    }

    private func startsWithReference(_ line: Int) -> Bool {
        source.line(line, startsWith: "--{{") || source.line(line, startsWith: "{{")
    }
}

extension BodyTemplate.Part {
    fileprivate var isText: Bool { if case .text = content { true } else { false } }
}
