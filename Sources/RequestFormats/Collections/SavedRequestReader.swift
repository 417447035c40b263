import ClientEngine

/// Turns one saved request into a request of a collection.
struct SavedRequestReader {
    private(set) var request: CollectedRequest
    private(set) var losses: [String] = []
    private let saved: SavedRequest
    private let file: HTTPFile

    /// Variables that only stand for what markup would be made of.
    static let inlined = TextEscapes.lineStarts + [TextEscapes.end]

    init(_ saved: SavedRequest, in file: HTTPFile) {
        self.saved = saved
        self.file = file
        let name = saved.title ?? saved.name ?? "\(saved.method?.text ?? "GET") \(saved.target.text)"
        request = CollectedRequest(name: name, method: saved.method?.text ?? "GET", url: "")
        request.version = saved.version
    }

    /// Reads everything; a name that references use is kept, also where it is only the first word of the title.
    mutating func read(keepingName: Bool) {
        readHeaders()
        readTarget()
        readComments()
        readBody()
        request.directives = saved.directives.map { directive in
            "@\(directive.name)" + (directive.argument.isEmpty ? "" : " \(directive.argument)")
        }
        if keepingName, saved.name == nil, let name = saved.referenceName {
            request.directives.insert("@name \(name)", at: 0)
        }
        request.attachments = saved.attachments
        if let error = saved.diagnostics.first(where: { $0.severity == .error }) {
            losses.append("Line \(error.line): \(error.message)")
        }
    }

    // MARK: Head

    private mutating func readHeaders() {
        for header in saved.headers {
            switch header {
            case .field(let name, let value):
                request.headers.append(.init(name.text, text(value.text)))
            case .line(let piece):
                losses.append("The header line \(piece.text) is left out: its name is not known.")
            }
        }
    }

    /// Other programs complete a URL in other ways, so it is complete.
    private mutating func readTarget() {
        let target = String(text(saved.target.text).trimmedBlanks)
        let host = request.headers.first { $0.name.lowercased() == "host" }?.value
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

    /// Comments before the request line tell about it; those among the headers may be headers switched off.
    private mutating func readComments() {
        guard let block = file.blocks.first(where: { $0.request == saved.number - 1 }) else { return }
        let lines = String(decoding: file.bytes[block.bytes], as: UTF8.self).splitLines.map(\.text)
        let scripts = saved.attachments.map(\.lines)
        let head = zip(block.line..<max(block.line, saved.line), lines)
            .filter { number, _ in !scripts.contains { $0.contains(number) } }
            .dropFirst(saved.title == nil ? 0 : 1)
        request.about = head.compactMap { Self.comment($0.1) }.joined(separator: "\n").trimmedLines
        for line in lines.dropFirst(saved.line - block.line + 1) {
            guard !line.trimmedBlanks.isEmpty else { break }
            guard let comment = Self.comment(line), let colon = comment.unicodeScalars.firstIndex(of: ":")
            else { continue }
            let name = comment[..<colon]
            guard !name.isEmpty, name.utf8.allSatisfy(\.isToken) else { continue }
            let value = comment[comment.unicodeScalars.index(after: colon)...].trimmedBlanks
            request.headers.append(.init(String(name), String(value), isEnabled: false))
        }
    }

    /// The text of a comment that is no directive.
    private static func comment(_ line: String) -> String? {
        let line = line.trimmedBlanks
        guard line.hasPrefix("#") && !line.hasPrefix("###") || line.hasPrefix("//") else { return nil }
        let text = line.drop { $0 == "#" || $0 == "/" }
        guard text.trimmedBlanks.first != "@" else { return nil }
        return String(text.hasPrefix(" ") ? text.dropFirst() : text)
    }

    // MARK: Body

    private mutating func readBody() {
        let parts = saved.body.parts
        guard !parts.isEmpty else { return }
        if parts.count == 1, case .file(let path) = parts[0].content {
            request.body = .file(path: text(path.text))
            return
        }
        let type = contentType?.lowercased() ?? ""
        if type.hasPrefix("multipart/form-data"),
            let form = MultipartText(saved.body, type: contentType ?? "")
        {
            request.body = .multipart(form.parts.map(inlining))
            request.headers.removeAll { $0.name.lowercased() == "content-type" }
            return
        }
        guard let body = plainText() else { return }
        if asksForGraphQL {
            request.headers.removeAll { $0.name.lowercased() == "x-request-type" }
            if request.method == "GRAPHQL" { request.method = "POST" }
            request.body = Self.graphQL(body)
        } else if type.hasPrefix("application/x-www-form-urlencoded"), let fields = Self.form(body) {
            request.body = .form(fields)
        } else {
            request.body = .text(body)
        }
    }

    private var contentType: String? {
        request.headers.first { $0.isEnabled && $0.name.lowercased() == "content-type" }?.value
    }

    private var asksForGraphQL: Bool {
        request.method.uppercased() == "GRAPHQL"
            || request.headers.contains {
                $0.name.lowercased() == "x-request-type" && $0.value.lowercased() == "graphql"
            }
    }

    /// The text of a body that names no files, or what of it is text.
    private mutating func plainText() -> String? {
        var output = ""
        for part in saved.body.parts {
            switch part.content {
            case .text(let piece): output += text(piece.text)
            case .file(let path), .template(let path, _):
                losses.append("The content of \(path.text) is not in the body.")
            }
            output += part.terminator
        }
        return output.isEmpty ? nil : output
    }

    private static func graphQL(_ body: String) -> CollectedRequest.Body {
        let lines = body.splitLines.map(\.text)
        let blank = lines.firstIndex { $0.trimmedBlanks.isEmpty } ?? lines.endIndex
        let query = lines[..<blank].joined(separator: "\n")
        return .graphQL(query: query, variables: lines[blank...].dropFirst().joined(separator: "\n"))
    }

    /// The fields of a form; nil when it is not made of pairs that are encoded as forms are.
    private static func form(_ body: String) -> [CollectedRequest.Field]? {
        let joined = body.replacingBytes("\r\n&", with: "&").replacingBytes("\n&", with: "&")
        var fields: [CollectedRequest.Field] = []
        for pair in joined.split(at: "&") {
            let parts = pair.split(at: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else { return nil }
            fields.append(.init(decoded(parts[0]), decoded(parts[1])))
        }
        let again = fields.map {
            "\(TemplateText.formEncoded($0.name))=\(TemplateText.formEncoded($0.value))"
        }
        return again.joined(separator: "&") == joined ? fields : nil
    }

    private static func decoded(_ text: Substring) -> String {
        TemplateText.map(String(text), literal: { $0.queryDecoded }) {
            // That a value is encoded goes without saying among fields.
            "{{\($0.hasPrefix("%") ? $0.dropFirst() : $0)}}"
        }
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

    private func inlining(_ part: CollectedRequest.Part) -> CollectedRequest.Part {
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
