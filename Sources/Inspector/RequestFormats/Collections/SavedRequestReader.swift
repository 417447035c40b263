import ClientEngine

/// Turns one saved request into a request for other programs: what only a file can say becomes what it means.
struct SavedRequestReader {
    private(set) var request: EditableRequest
    private(set) var warnings: [String] = []
    private let saved: SavedRequest
    private let file: HTTPFile

    /// Variables that only stand for what markup would be made of.
    static let inlined = TextEscapes.lineStarts + [TextEscapes.end]

    /// Reads a request; a name that references use is kept, also where it is only the first word of the title.
    init(_ saved: SavedRequest, in file: HTTPFile, keepingName: Bool) {
        self.saved = saved
        self.file = file
        request = EditableRequest(saved, in: file)
        request.name = saved.title ?? saved.name ?? "\(saved.method?.text ?? "GET") \(saved.target.text)"
        readHeaders()
        readTarget()
        readAbout()
        readBody()
        request.leading = ""
        request.trailing = ""
        addInherited()
        request.directives = (saved.inherited.compactMap(\.directive) + saved.directives).map { directive in
            "@\(directive.name)" + (directive.argument.isEmpty ? "" : " \(directive.argument)")
        }
        if keepingName, saved.name == nil, let name = saved.referenceName {
            request.directives.insert("@name \(name)", at: 0)
        }
        request.attachments = saved.attachments
        if let error = saved.diagnostics.first(where: { $0.severity == .error }) {
            warnings.append("Line \(error.line): \(error.message)")
        }
    }

    // MARK: Head

    /// Adds the headers that the file has for all its requests: other programs know no such lines.
    private mutating func addInherited() {
        for setting in saved.inherited {
            guard case .header(let name, let value) = setting.content else { continue }
            request.headers.append(.init(name.text, text(value.text)))
        }
    }

    private mutating func readHeaders() {
        for field in request.headers where field.isBare {
            warnings.append("The header line \(field.name) is left out: its name is not known.")
        }
        request.headers.removeAll(where: \.isBare)
        for index in request.headers.indices {
            request.headers[index].value = text(request.headers[index].value)
        }
    }

    /// Other programs complete a URL in other ways, so it is complete.
    private mutating func readTarget() {
        let target = String(text(saved.target.text).trimmedBlanks)
        request.query.removeAll(where: \.isEnabled)
        let host = request.headers.sent("host")
        let reader = TargetReader(dialect: file.dialect)
        if target.hasPrefix("/"), let host {
            request.url = reader.scheme(for: host) + "://" + host + target
            request.headers.removeAll { $0.name.lowercased() == "host" }
        } else if target.hasScheme || target.hasPrefix("/") || target == "*" {
            request.url = target
        } else {
            request.url = reader.scheme(for: target) + "://" + target
        }
    }

    /// Comments before the request line tell about it.
    private mutating func readAbout() {
        guard let block = file.blocks.first(where: { $0.request == saved.number - 1 }) else { return }
        let lines = String(decoding: file.bytes[block.bytes], as: UTF8.self).splitLines.map(\.text)
        let scripts = saved.attachments.map(\.lines)
        let head = zip(block.line..<max(block.line, saved.line), lines)
            .filter { number, _ in !scripts.contains { $0.contains(number) } }
            .dropFirst(saved.title == nil ? 0 : 1)
        request.about = head.compactMap { Self.comment($0.1) }.joined(separator: "\n").trimmedLines
    }

    /// Returns the text of a comment that is no directive.
    private static func comment(_ line: String) -> String? {
        let line = line.trimmedBlanks
        guard line.hasPrefix("#") && !line.hasPrefix("###") || line.hasPrefix("//") else { return nil }
        let text = line.drop { $0 == "#" || $0 == "/" }
        guard text.trimmedBlanks.first != "@" else { return nil }
        return String(text.hasPrefix(" ") ? text.dropFirst() : text)
    }

    // MARK: Body

    private mutating func readBody() {
        switch request.body {
        case .none, .text, .graphQL: break
        case .file(let path): request.body = .file(path: text(path))
        case .form(let fields): request.body = .form(fields)
        case .multipart(let parts): readParts(parts)
        case .lines: readLines()
        }
    }

    private mutating func readParts(_ parts: [EditableBody.Part]) {
        request.body = .multipart(parts.map(inlining))
        request.headers.removeAll { $0.name.lowercased() == "content-type" }
    }

    private mutating func readLines() {
        let type = request.headers.sent("content-type") ?? ""
        if MediaType(type).essence == "multipart/form-data", let form = MultipartText(saved.body, type: type)
        {
            return readParts(form.parts + offFields.map(EditableBody.Part.init(off:)))
        }
        request.body = .none
        guard let body = plainText() else { return }
        if asksForGraphQL {
            request.headers.removeAll { $0.name.lowercased() == "x-request-type" }
            if request.method == "GRAPHQL" { request.method = "POST" }
            request.body = Self.graphQL(body)
        } else if MediaType(type).essence == "application/x-www-form-urlencoded", let fields = Self.form(body)
        {
            request.body = .form(fields + offFields)
        } else {
            request.body = .text(body)
        }
    }

    /// The fields that stand in comments because the body is not one to be edited in rows.
    private var offFields: [EditableRequest.Field] {
        request.leading.splitLines.compactMap { line in
            guard let comment = HTTPFileReader.comment(line.text), comment.hasPrefix("&") else { return nil }
            return .init(pair: comment.dropFirst(), isEnabled: false)
        }
    }

    private var asksForGraphQL: Bool {
        request.method.uppercased() == "GRAPHQL"
            || request.headers.contains {
                $0.name.lowercased() == "x-request-type" && $0.value.lowercased() == "graphql"
            }
    }

    /// Returns the text of a body that names no files, or what of it is text.
    private mutating func plainText() -> String? {
        var output = ""
        for part in saved.body.parts {
            switch part.content {
            case .text(let piece): output += text(piece.text)
            case .file(let path), .template(let path, _):
                warnings.append("The content of \(path.text) is not in the body.")
            }
            output += part.terminator
        }
        return output.isEmpty ? nil : output
    }

    private static func graphQL(_ body: String) -> EditableBody {
        let lines = body.splitLines.map(\.text)
        let blank = lines.firstIndex { $0.trimmedBlanks.isEmpty } ?? lines.endIndex
        let query = lines[..<blank].joined(separator: "\n")
        return .graphQL(query: query, variables: lines[blank...].dropFirst().joined(separator: "\n"))
    }

    /// Returns the fields of a form over several lines; nil when it is not made of fields alone.
    private static func form(_ body: String) -> [EditableRequest.Field]? {
        let fields = EditableRequest.Field.pairs(of: FormText.sent(body))
        return fields.allSatisfy { $0.formDecoded != nil } ? fields : nil
    }

    // MARK: Escapes

    private func text(_ text: String) -> String {
        guard text.utf8.contains(0x7B) else { return text }
        return Self.inlined.reduce(text) { text, escape in
            let isDefined = file.definitions.contains {
                $0.name == escape.name && $0.value.text == escape.mark
            }
            return isDefined ? text.replacingBytes("{{\(escape.name)}}", with: escape.mark) : text
        }
    }

    private func inlining(_ part: EditableBody.Part) -> EditableBody.Part {
        guard case .text(let text) = part.content else { return part }
        var part = part
        part.content = .text(self.text(text))
        return part
    }
}

extension String {
    /// The text without empty lines at its ends.
    fileprivate var trimmedLines: String {
        let lines = splitLines.map(\.text)
        guard let first = lines.firstIndex(where: { !$0.isEmpty }),
            let last = lines.lastIndex(where: { !$0.isEmpty })
        else { return "" }
        return lines[first...last].joined(separator: "\n")
    }
}
