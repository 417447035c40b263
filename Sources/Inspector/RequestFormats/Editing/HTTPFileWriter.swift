import ClientEngine

/// Writes a request as a block of a `.http` file.
public struct HTTPFileWriter {
    enum Purpose {
        /// It is still being edited: every line stays in sight as it is, and what it refers to is defined where it came
        /// from.
        case editing
        /// It is put into a file: what would be read as something else is left out and named.
        case filing
    }

    private(set) var head = ""
    /// The request line and what stands below.
    private(set) var message = ""
    var warnings: [String] = []
    var escapes: TextEscapes
    var request: EditableRequest
    let purpose: Purpose

    init(_ request: EditableRequest, for purpose: Purpose, escapes: TextEscapes = TextEscapes()) {
        self.request = request
        self.purpose = purpose
        self.escapes = escapes
        write()
    }

    /// Text as comment lines, none of which is taken for a directive.
    static func comments(_ text: String) -> [String] {
        guard !text.isEmpty else { return [] }
        return text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { line in
            let isDirective = line.drop { $0 == "#" || $0 == "/" || $0 == " " || $0 == "\t" }.first == "@"
            return isDirective ? "# | \(line)" : line.isEmpty ? "#" : "# \(line)"
        }
    }

    private mutating func write() {
        writeHead()
        guard let line = requestLine() else { return }
        let (body, switchedOff) = body()
        for attachment in request.attachments where attachment.kind.standsInHead { addAbove(attachment.text) }
        add(line)
        for field in request.query where !field.isEnabled { add("# ?\(field.pair(in: .query))") }
        switchedOff.forEach { add($0) }
        writeHeaders()
        if !body.isEmpty { message += "\n" + body + "\n" }
        let trailers = request.attachments.filter { !$0.kind.standsInHead }
        if !trailers.isEmpty { message += "\n" }
        trailers.forEach { add($0.text) }
        message += request.trailing
    }

    private mutating func add(_ line: String) { message += line + "\n" }

    private mutating func addAbove(_ line: String) { head += line + "\n" }

    // MARK: Head

    private mutating func writeHead() {
        if !request.name.isEmpty { addAbove("### \(request.name)") }
        Self.comments(request.about).forEach { addAbove($0) }
        for directive in request.directives {
            let text = directive.split(whereSeparator: \.isNewline).joined(separator: " ")
            if let line = WrittenLine.directive(text) {
                addAbove(line)
            } else {
                warnings.append("“\(text)” cannot be written.")
            }
        }
        request.comments.flatMap(Self.comments).forEach { addAbove($0) }
        head += request.leading
    }

    /// Nil where no line can hold the URL, which becomes a comment.
    private mutating func requestLine() -> String? {
        let method = request.method.isEmpty ? "GET" : request.method
        let written = request.target
        if purpose == .editing {
            return "\(method) \(written)\(request.version.map { " " + $0.rawValue } ?? "")"
        }
        guard !request.url.isEmpty else {
            addAbove("# It has no URL.")
            warnings.append("It has no URL and is kept as a comment.")
            return nil
        }
        let target = Self.inOneLine(TextEscapes.keepingBraces(in: written))
        define(usedIn: target)
        if let line = WrittenLine.request(method, target, request.version) { return line }
        guard let line = WrittenLine.request("GET", target, request.version) else {
            Self.comments("\(request.method) \(written)").forEach { addAbove($0) }
            warnings.append("No request line can hold its URL; it is kept as a comment.")
            return nil
        }
        warnings.append("“\(method)” is not a method; GET stands there instead.")
        return line
    }

    /// Returns the URL in one line, with a scheme, and without blanks that could end it.
    private static func inOneLine(_ url: String) -> String {
        let line = url.split(whereSeparator: \.isNewline).joined()
        let encoded = TemplateText.map(
            line, literal: { String($0).replacingBytes(" ", with: "%20").replacingBytes("\t", with: "%09") }
        ) { "{{\($0)}}" }
        let isComplete = encoded.hasScheme || encoded.utf8.first == UInt8(ascii: "/")
        return isComplete ? encoded : "http://" + encoded
    }

    private mutating func writeHeaders() {
        for field in request.headers {
            guard let line = purpose == .editing ? field.spelling ?? Self.line(field) : safeLine(field) else {
                warnings.append("The header “\(field.name)” cannot be written.")
                continue
            }
            add(field.isEnabled ? line : "# " + line)
        }
    }

    private static func line(_ field: EditableRequest.Field) -> String {
        guard field.value.isEmpty else { return "\(field.name): \(field.value)" }
        let isWhole = field.isBare || field.name.hasPrefix("{{") && field.name.hasSuffix("}}")
        return isWhole ? field.name : "\(field.name):"
    }

    /// Returns a header line that is read as what it is; nil where there is none.
    private mutating func safeLine(_ field: EditableRequest.Field) -> String? {
        var value = String(field.value.trimmedBlanks)
        if value.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D || $0 == 0 }) {
            let pieces = value.split { $0.isNewline || $0 == "\0" }.joined(separator: " ")
            value = String(pieces.trimmedBlanks)
            warnings.append("The line breaks in the header “\(field.name)” became blanks.")
        }
        let kept = TextEscapes.keepingBraces(in: value)
        guard let line = WrittenLine.header(field.name, kept) else { return nil }
        define(usedIn: kept)
        return kept == value ? field.spelling ?? line : line
    }

    mutating func define(usedIn template: String) {
        if purpose == .filing { escapes.define(usedIn: template) }
    }
}

extension EditableRequest {
    /// The request as a block of a `.http` file, while it is edited: reading it gives an equal request.
    ///
    /// Its mistakes stay in sight.
    public var text: String {
        let writer = HTTPFileWriter(self, for: .editing)
        let text = writer.head + writer.escapes.definitions + writer.message
        return lineEnd == "\n" ? text : text.replacingBytes("\n", with: lineEnd)
    }
}
