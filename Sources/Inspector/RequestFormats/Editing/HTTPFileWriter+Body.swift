import ClientEngine

extension HTTPFileWriter {
    /// Returns the lines of the body without the last line's end, and those of its fields that are switched off.
    mutating func body() -> (lines: String, switchedOff: [String]) {
        switch request.body {
        case .none: return ("", [])
        case .text(let text): return (text.isEmpty ? "" : bodyText(text), [])
        case .lines(let text): return (lines(text), [])
        case .form(let fields): return form(fields)
        case .multipart(let parts): return multipart(parts)
        case .file(let path): return (file(path), [])
        case .graphQL(let query, let variables): return (graphQL(query, variables), [])
        }
    }

    private mutating func bodyText(_ text: String) -> String {
        let type = request.headers.sent("content-type")?.lowercased() ?? ""
        let isForm = type.hasPrefix("application/x-www-form-urlencoded")
        let text = isForm ? escapes.keepingLayout(ofForm: text) : text
        let lines = text.splitLines
        if type.hasPrefix("multipart/"), lines.dropLast().contains(where: { $0.terminator == "\n" }) {
            warnings.append("Line breaks in the multipart body are sent as CRLF.")
        }
        let written = templateLines(text)
        let isOpen = lines.last.map { $0.text.utf8.allSatisfy { $0.isBlank || $0 == 0x0D } } ?? false
        return isOpen || text.utf8.last == 0x0D ? written + escapes.bodyEnd() : written
    }

    /// Text whose lines are no markup.
    private mutating func templateLines(_ text: String) -> String {
        guard purpose == .filing else { return lines(text) }
        define(usedIn: text)
        var output = ""
        for line in text.splitLines { output += escapes.templateLine(line.text) + line.terminator }
        return output
    }

    /// Lines that may be markup; none ends the block.
    private mutating func lines(_ text: String) -> String {
        var output = ""
        for line in text.splitLines {
            output += escapes.sourceLine(line.text, definedIn: request.leading) + line.terminator
        }
        return output
    }

    private mutating func form(_ fields: [EditableRequest.Field]) -> (String, [String]) {
        if !request.headers.sends("content-type") {
            request.headers.append(.init("Content-Type", "application/x-www-form-urlencoded"))
        }
        let unsafe = fields.filter { $0.isEnabled && ($0.name + $0.value).containsBytes("{{$processEnv") }
        if purpose == .filing {
            warnings += unsafe.map { "The value from outside in the field “\($0.name)” is not encoded." }
        }
        var pairs: [String] = []
        var switchedOff: [String] = []
        for field in fields {
            let pair = purpose == .editing ? field.pair(in: .form) : field.pair(in: .form).encodingOtherBraces
            define(usedIn: pair)
            if field.isEnabled { pairs.append(pair) } else { switchedOff.append("# &\(pair)") }
        }
        return (pairs.joined(separator: request.fieldSeparator), switchedOff)
    }

    private mutating func multipart(_ parts: [EditableBody.Part]) -> (String, [String]) {
        let switchedOff = parts.filter { !$0.isEnabled }.flatMap { part -> [String] in
            if let comment = part.comment { return ["# &\(comment)"] }
            return Self.comments("switched off: \(part.name)=\(part.content.summary)")
        }
        let text = MultipartText(
            purpose == .editing ? parts : parts.map { writable($0) },
            type: request.headers.sent("content-type"))
        announce(text.contentType)
        guard parts.contains(where: \.isEnabled) else { return ("", switchedOff) }
        return (text.text { lines(of: $0) }, switchedOff)
    }

    /// Puts the type of a multipart form where its header stands.
    private mutating func announce(_ type: String) {
        let index = request.headers.firstIndex { $0.isEnabled && $0.name.lowercased() == "content-type" }
        if let index {
            let given = request.headers[index].value
            if !given.lowercased().hasPrefix("multipart/form-data") {
                if purpose == .editing { return }
                warnings.append("The header Content-Type (\(given)) gives way to that of the form.")
            }
            request.headers[index].value = type
        } else {
            request.headers.append(.init("Content-Type", type))
        }
    }

    /// Returns a part without a type that no line can hold.
    private mutating func writable(_ part: EditableBody.Part) -> EditableBody.Part {
        var part = part
        if let type = part.contentType, WrittenLine.header("Content-Type", type) == nil {
            part.contentType = nil
            warnings.append("The type of the field “\(part.name)” cannot be written.")
        }
        return part
    }

    private mutating func lines(of part: MultipartForm.Part) -> String {
        define(usedIn: part.head)
        switch part.content {
        case .file(let path): return file(path)
        case .text(let value):
            if purpose == .filing, value.splitLines.contains(where: { $0.terminator == "\n" }) {
                warnings.append("The line breaks in the field “\(part.name)” become CRLF.")
            }
            return templateLines(value)
        }
    }

    private mutating func file(_ path: String) -> String {
        if purpose == .editing { return path.isEmpty ? "" : "< \(path)" }
        let path = String(path.split(whereSeparator: \.isNewline).joined().trimmedBlanks)
        if path.hasPrefix("/") || path.hasPrefix("~") || path.dropFirst().hasPrefix(":") {
            warnings.append(
                "The file \(path) has to be copied beside the request; only files there are sent.")
        }
        guard let line = WrittenLine.file(path) else {
            warnings.append("It names no file for the body.")
            return ""
        }
        define(usedIn: path)
        return line
    }

    /// Blank lines stand between the query and its variables, so there are none in the query.
    private mutating func graphQL(_ query: String, _ variables: String) -> String {
        if !request.headers.sends("x-request-type") {
            request.headers.append(.init("X-REQUEST-TYPE", "GraphQL"))
        }
        if !request.headers.sends("content-type") {
            request.headers.append(.init("Content-Type", "application/json"))
        }
        let lines = query.splitLines.map(\.text).filter { !$0.utf8.allSatisfy(\.isBlank) }
        if lines.count < query.trimmedEnd.splitLines.count, query.contains("\"\"\"") {
            warnings.append("Blank lines in the query, also those in its texts, are left out.")
        }
        let text = templateLines(lines.joined(separator: "\n"))
        let rest = templateLines(variables.trimmedEnd)
        return rest.isEmpty ? text : text + "\n\n" + rest
    }
}

extension MultipartForm.Part.Content {
    fileprivate var summary: String {
        switch self {
        case .text(let text): text
        case .file(let path): "@\(path)"
        }
    }
}

extension String {
    /// The text with what stands between braces and can be no reference encoded like all other text.
    fileprivate var encodingOtherBraces: String {
        TemplateText.map(self) { inside in
            guard inside.hasPrefix("%"), Reference(inside, dialect: .union) == nil else {
                return "{{\(inside)}}"
            }
            return "{{\(inside.dropFirst())}}".formEncoded
        }
    }
}
