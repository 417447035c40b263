/// One request as a block of a `.http` file.
struct RequestText {
    private(set) var block = ""
    private(set) var losses: [String] = []
    var escapes: TextEscapes
    private var request: CollectedRequest

    init(_ request: CollectedRequest, escapes: TextEscapes) {
        self.request = request
        self.escapes = escapes
    }

    /// Text as comment lines, none of which is taken for a directive.
    static func comments(_ text: String) -> [String] {
        guard !text.isEmpty else { return [] }
        return text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { line in
            let isDirective = line.drop { $0 == "#" || $0 == "/" || $0 == " " || $0 == "\t" }.first == "@"
            return isDirective ? "# | \(line)" : line.isEmpty ? "#" : "# \(line)"
        }
    }

    /// Writes everything; the closure makes a name that no other request has.
    mutating func write(naming unique: (String) -> String) {
        let title = request.name.split(whereSeparator: \.isNewline).joined(separator: " ").trimmedBlanks
            .drop { $0 == "#" }.trimmedBlanks
        add(title.isEmpty ? "###" : "### \(title)")
        Self.comments(request.about).forEach { add($0) }
        writeDirectives(naming: unique)
        request.comments.flatMap(Self.comments).forEach { add($0) }
        guard !request.url.isEmpty else {
            add("# It has no URL.")
            losses.append("It has no URL and is kept as a comment.")
            return
        }
        let body = bodyLines()
        guard let line = requestLine() else {
            Self.comments("\(request.method) \(request.url)").forEach { add($0) }
            losses.append("No request line can hold its URL; it is kept as a comment.")
            return
        }
        for attachment in request.attachments where attachment.kind.standsInHead { add(attachment.text) }
        add(line)
        writeHeaders()
        if !body.isEmpty { block += "\n" + body + "\n" }
        let trailers = request.attachments.filter { !$0.kind.standsInHead }
        if !trailers.isEmpty { block += "\n" }
        trailers.forEach { add($0.text) }
    }

    private mutating func add(_ line: String) { block += line + "\n" }

    private mutating func writeDirectives(naming unique: (String) -> String) {
        let isName = { (directive: String) in directive.hasPrefix("@name ") }
        let given = request.directives.first { isName($0) && WrittenLine.directive($0) != nil }?.dropFirst(6)
        let name = unique(given.map(String.init) ?? SafeNames.identifier(request.name))
        if let given, given != name {
            losses.append("Its name “\(given)” is taken: it is “\(name)” here; references to it need that.")
        }
        add("# @name \(name)")
        for directive in request.directives where !isName(directive) {
            let text = directive.split(whereSeparator: \.isNewline).joined(separator: " ")
            if let line = WrittenLine.directive(text) {
                add(line)
            } else {
                losses.append("“\(text)” cannot be written.")
            }
        }
    }

    // MARK: Request line and headers

    /// Nil where no line can hold the URL.
    private mutating func requestLine() -> String? {
        let (method, target) = (request.method.isEmpty ? "GET" : request.method, target)
        if let line = WrittenLine.request(method, target, request.version) { return line }
        guard let line = WrittenLine.request("GET", target, request.version) else { return nil }
        losses.append("“\(method)” is no method; GET stands there instead.")
        return line
    }

    /// The URL in one line, with a scheme, and without blanks that could end it.
    private var target: String {
        let line = request.url.split(whereSeparator: \.isNewline).joined()
        let encoded = TemplateText.map(
            line, literal: { String($0).replacingBytes(" ", with: "%20").replacingBytes("\t", with: "%09") }
        ) { "{{\($0)}}" }
        let isComplete = encoded.hasScheme || encoded.utf8.first == UInt8(ascii: "/")
        return isComplete ? encoded : "http://" + encoded
    }

    private mutating func writeHeaders() {
        escapes.define(usedIn: request.url)
        for field in request.headers {
            var value = String(field.value.trimmedBlanks)
            if value.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D || $0 == 0 }) {
                let pieces = value.split { $0.isNewline || $0 == "\0" }.joined(separator: " ")
                value = String(pieces.trimmedBlanks)
                losses.append("The line breaks in the header “\(field.name)” became blanks.")
            }
            guard let line = WrittenLine.header(field.name, value) else {
                losses.append("The header “\(field.name)” cannot be written.")
                continue
            }
            escapes.define(usedIn: value)
            add(field.isEnabled ? line : "# " + line)
        }
    }

    // MARK: Body

    /// The lines of the body without the last line's end; switched-off fields become comments on the way.
    private mutating func bodyLines() -> String {
        switch request.body {
        case .none: return ""
        case .text(let text): return text.isEmpty ? "" : bodyText(text)
        case .form(let fields): return form(fields)
        case .multipart(let parts): return multipart(parts)
        case .file(let path): return file(path)
        case .graphQL(let query, let variables): return graphQL(query, variables)
        }
    }

    private func contentType(_ name: String = "content-type") -> String? {
        request.headers.first { $0.isEnabled && $0.name.lowercased() == name }?.value.lowercased()
    }

    private mutating func bodyText(_ text: String) -> String {
        let type = contentType() ?? ""
        let lines = text.splitLines
        if type.hasPrefix("multipart/"), lines.dropLast().contains(where: { $0.terminator == "\n" }) {
            losses.append("Line breaks of the multipart body become CRLF.")
        }
        if type.hasPrefix("application/x-www-form-urlencoded"),
            lines.dropFirst().contains(where: { $0.text.utf8.first == 0x26 })
        {
            losses.append("Lines that begin with & are joined to those before.")
        }
        let written = templateLines(text)
        let isOpen = lines.last.map { $0.text.utf8.allSatisfy { $0.isBlank || $0 == 0x0D } } ?? false
        return isOpen || text.utf8.last == 0x0D ? written + escapes.bodyEnd() : written
    }

    /// Text whose lines are no markup.
    private mutating func templateLines(_ text: String) -> String {
        escapes.define(usedIn: text)
        var output = ""
        for line in text.splitLines { output += escapes.templateLine(line.text) + line.terminator }
        return output
    }

    private mutating func form(_ fields: [CollectedRequest.Field]) -> String {
        if contentType() == nil {
            request.headers.append(.init("Content-Type", "application/x-www-form-urlencoded"))
        }
        var pairs: [String] = []
        let unsafe = fields.filter { $0.isEnabled && ($0.name + $0.value).containsBytes("{{$processEnv") }
        losses += unsafe.map { "The value from outside in the field “\($0.name)” is not encoded." }
        for field in fields {
            let pair =
                "\(TemplateText.formEncoded(field.name))=\(TemplateText.formEncoded(field.value))"
            escapes.define(usedIn: pair)
            if field.isEnabled { pairs.append(pair) } else { add("# switched off: \(pair)") }
        }
        return pairs.joined(separator: "\n&")
    }

    private mutating func multipart(_ parts: [CollectedRequest.Part]) -> String {
        var form = MultipartForm()
        for part in parts {
            if part.isEnabled {
                form.parts.append(formPart(part))
            } else {
                Self.comments("switched off: \(part.name)=\(part.content.summary)").forEach { add($0) }
            }
        }
        guard !form.parts.isEmpty else { return "" }
        if let type = contentType(), !type.hasPrefix("multipart/form-data") {
            losses.append("The header Content-Type (\(type)) gives way to that of the form.")
        }
        request.headers.removeAll { $0.name.lowercased() == "content-type" }
        request.headers.append(.init("Content-Type", form.contentType))
        var text = ""
        for part in form.parts {
            text += "--\(form.boundary)\n" + part.head.replacingBytes("\r\n", with: "\n")
            escapes.define(usedIn: part.head)
            switch part.content {
            case .text(let value):
                if value.splitLines.contains(where: { $0.terminator == "\n" }) {
                    losses.append("The line breaks in the field “\(part.name)” become CRLF.")
                }
                text += templateLines(value)
            case .file(let path):
                text += file(path)
            }
            text += "\n"
        }
        return text + "--\(form.boundary)--"
    }

    /// What a line cannot hold of the type is left out with it.
    private mutating func formPart(_ part: CollectedRequest.Part) -> MultipartForm.Part {
        var part = part.formPart
        if let type = part.type, WrittenLine.header("Content-Type", type) == nil {
            part.type = nil
            losses.append("The type of the field “\(part.name)” cannot be written.")
        }
        return part
    }

    private mutating func file(_ path: String) -> String {
        let path = String(path.split(whereSeparator: \.isNewline).joined().trimmedBlanks)
        if path.hasPrefix("/") || path.hasPrefix("~") || path.dropFirst().hasPrefix(":") {
            losses.append("The file \(path) has to be copied beside the request; only files there are sent.")
        }
        guard let line = WrittenLine.file(path) else {
            losses.append("It names no file for the body.")
            return ""
        }
        escapes.define(usedIn: path)
        return line
    }

    /// Blank lines stand between the query and its variables, so there are none in the query.
    private mutating func graphQL(_ query: String, _ variables: String) -> String {
        if contentType("x-request-type") == nil {
            request.headers.append(.init("X-REQUEST-TYPE", "GraphQL"))
        }
        if contentType() == nil { request.headers.append(.init("Content-Type", "application/json")) }
        let lines = query.splitLines.map(\.text).filter { !$0.utf8.allSatisfy(\.isBlank) }
        if lines.count < query.trimmingLines.splitLines.count, query.contains("\"\"\"") {
            losses.append("Blank lines in the query, also those in its texts, are left out.")
        }
        let text = templateLines(lines.joined(separator: "\n"))
        let rest = templateLines(variables.trimmingLines)
        return rest.isEmpty ? text : text + "\n\n" + rest
    }
}

extension CollectedRequest.Part {
    fileprivate var formPart: MultipartForm.Part {
        switch content {
        case .text(let text):
            return .init(name: name, type: contentType, content: .text(text))
        case .file(let path, let filename):
            let name = path.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last.map(String.init) ?? path
            return .init(
                name: self.name, filename: filename ?? name,
                type: contentType ?? MultipartForm.Part.type(ofFile: path), content: .file(path: path))
        }
    }
}

extension CollectedRequest.Part.Content {
    fileprivate var summary: String {
        switch self {
        case .text(let text): text
        case .file(let path, _): "@\(path)"
        }
    }
}

extension String {
    /// The text without white space at its end.
    fileprivate var trimmingLines: String {
        let kept = utf8.reversed().drop { $0.isBlank || $0 == 0x0A || $0 == 0x0D }
        return String(decoding: kept.reversed(), as: UTF8.self)
    }
}
