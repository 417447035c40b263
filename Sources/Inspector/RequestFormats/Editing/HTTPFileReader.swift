import ClientEngine

extension EditableRequest {
    /// Reads the first request of a text; nil when there is none.
    ///
    /// Writing it gives the text back, as far as its request has but one spelling.
    public init?(reading source: String) {
        let text = source.replacingBytes("\r\n", with: "\n")
        // A line of prose is read as a request with a mistake.
        guard let saved = HTTPFile(parsing: text, path: "draft").requests.first,
            saved.method != nil || !saved.target.text.contains(where: \.isWhitespace)
        else { return nil }
        self = HTTPFileReader(saved, in: text, from: 1).request
        if text != source { lineEnd = "\r\n" }
    }

    init(_ saved: SavedRequest, in file: HTTPFile) {
        let block = file.blocks.first { $0.request == saved.number - 1 }
        let text = block.map { String(decoding: file.bytes[$0.bytes], as: UTF8.self) } ?? ""
        self = HTTPFileReader(saved, in: text, from: block?.line ?? saved.line).request
    }
}

/// Sorts the lines of a request of a `.http` file into what can be edited.
///
/// Everything that is switched off stands in comments among the headers: `# ?name=value` is a parameter, `# &name=value` a field
/// of a form, `# &name=value;type=…;filename=…` a part of one, `# Name: value` a header.
struct HTTPFileReader {
    private(set) var request: EditableRequest
    private let saved: SavedRequest
    private let lines: [String]
    private var offFields: [EditableRequest.Field] = []
    private var index: Int
    private let first: Int

    init(_ saved: SavedRequest, in text: String, from first: Int) {
        self.saved = saved
        self.first = first
        lines = text.splitLines.map(\.text)
        index = min(saved.line - first, lines.count)
        request = EditableRequest(method: saved.method?.text ?? "GET", url: saved.target.text)
        request.version = saved.version
        read()
    }

    private mutating func read() {
        for line in lines[..<index] { request.leading += line + "\n" }
        request.splitURL()
        index += 1
        let headers = min((saved.target.pieces.last?.line ?? saved.line) - first + 1, lines.count)
        while index < headers { readContinuation(lines[index]) }
        readHeaders()
        readBody()
        readTrailing()
    }

    /// Returns the comment's text; nil for another line.
    static func comment(_ line: some StringProtocol) -> String? {
        let text = line.trimmed
        if text.hasPrefix("//") { return text.dropFirst(2).trimmed }
        guard text.hasPrefix("#"), !text.hasPrefix("###") else { return nil }
        return text.dropFirst().trimmed
    }

    // MARK: Headers

    private mutating func readHeaders() {
        let end = min(saved.lines.upperBound - first + 1, lines.count)
        let last = saved.headers.last?.number ?? saved.line
        let scripts = saved.attachments.filter { $0.line > saved.line && $0.line < last }
        let trailer = saved.attachments.map(\.line).first { $0 > last }.map { $0 - first } ?? end
        while index < min(end, trailer), !lines[index].trimmedBlanks.isEmpty || isInside(scripts) {
            if isInside(scripts) {
                request.leading += lines[index] + "\n"
            } else if let comment = Self.comment(lines[index]) {
                readComment(comment, in: lines[index])
            } else {
                readHeader(lines[index])
            }
            index += 1
        }
    }

    private func isInside(_ scripts: [Attachment]) -> Bool {
        scripts.contains { $0.lines.contains(index + first) }
    }

    /// The lines that the URL goes on in are known; those commented out among them are parameters switched off.
    private mutating func readContinuation(_ line: String) {
        index += 1
        guard let comment = Self.comment(line) else { return }
        readComment(comment.hasPrefix("&") ? "?" + comment.dropFirst() : comment, in: line)
    }

    private mutating func readComment(_ comment: String, in line: String) {
        let name = comment.prefix(before: ":")
        if comment.hasPrefix("?") {
            request.query.append(.init(pair: comment.dropFirst(), isEnabled: false))
        } else if comment.hasPrefix("&") {
            offFields.append(.init(pair: comment.dropFirst(), isEnabled: false))
        } else if name.endIndex != comment.endIndex, String(name).isToken {
            let value = comment[name.endIndex...].unicodeScalars.dropFirst()
            request.headers.append(.init(String(name), Substring(value).trimmed, isEnabled: false))
        } else {
            request.leading += line + "\n"
        }
    }

    private mutating func readHeader(_ line: String) {
        let name = line.prefix(before: ":")
        guard name.endIndex != line.endIndex, !line.hasPrefix("{{") || !line.hasSuffix("}}") else {
            request.headers.append(.init(line.trimmed, "", isBare: true))
            return
        }
        let value = line[name.endIndex...].unicodeScalars.dropFirst()
        request.headers.append(.init(name.trimmed, Substring(value).trimmed, spelling: line))
    }

    // MARK: Body

    private mutating func readBody() {
        let parts = saved.body.parts
        let type =
            request.headers.last { $0.isEnabled && $0.name.lowercased() == "content-type" }?.value ?? ""
        let text = bodyText
        if parts.count == 1, case .file(let path) = parts[0].content {
            request.body = .file(path: path.text)
        } else if MediaType(type).essence == "multipart/form-data", let parts = editableParts(text, type) {
            request.body = .multipart(parts + offFields.map { EditableBody.Part(off: $0) })
        } else if MediaType(type).essence == "application/x-www-form-urlencoded",
            let fields = fields(in: text)
        {
            request.body = .form(fields + offFields)
        } else {
            if !text.isEmpty { request.body = .lines(text) }
            // Without a form they are comments like all others.
            for field in offFields { request.leading += "# &\(field.pair(in: .form))\n" }
        }
    }

    /// The text of the body with the scripts between its lines.
    private var bodyText: String {
        let parts = saved.body.parts
        guard let start = parts.first?.piece.line, let end = parts.last?.lines.upperBound,
            saved.attachments.contains(where: { $0.line > start && $0.line < end })
        else { return parts.map(\.text).joined() }
        return lines[(start - first)...(end - first)].joined(separator: "\n")
    }

    /// Returns the parts of a form, where a row can hold each and writing them gives the same text.
    private func editableParts(_ text: String, _ type: String) -> [EditableBody.Part]? {
        if text.isEmpty { return offFields.isEmpty ? nil : [] }
        guard let form = MultipartText(saved.body, type: type), form.parts.allSatisfy({ $0.comment != nil })
        else { return nil }
        let again = form.text { part in
            switch part.content {
            case .text(let value): value
            case .file(let path): "< \(path)"
            }
        }
        return again == text ? form.parts : nil
    }

    /// Returns the fields of a form, where writing them gives the same text.
    private mutating func fields(in text: String) -> [EditableRequest.Field]? {
        if text.isEmpty { return [] }
        let separator = text.utf8.contains(0x0A) ? "\n&" : "&"
        let fields = EditableRequest.Field.pairs(of: text.replacingBytes(separator, with: "&"))
        guard fields.map({ $0.pair(in: .form) }).joined(separator: separator) == text else { return nil }
        if fields.count > 1 { request.fieldSeparator = separator }
        return fields
    }

    private mutating func readTrailing() {
        var last = index
        if let part = saved.body.parts.last { last = part.lines.upperBound - first + 1 }
        request.trailing = lines[min(last, lines.count)...].joined(separator: "\n")
    }
}

extension BodyTemplate.Part {
    /// The text, or the path of the file.
    var piece: Template.Piece {
        switch content {
        case .text(let piece), .file(let piece), .template(let piece, _): piece
        }
    }

    fileprivate var lines: ClosedRange<Int> {
        piece.line...(piece.line + piece.text.utf8.count { $0 == 0x0A })
    }

    fileprivate var text: String {
        switch content {
        case .text(let piece): piece.text + terminator
        case .file(let piece): "< \(piece.text)" + terminator
        case .template(let piece, let encoding): "<@\(encoding ?? "") \(piece.text)" + terminator
        }
    }
}
