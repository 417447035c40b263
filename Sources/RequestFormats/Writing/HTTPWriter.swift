import ClientEngine

/// Writes a request as a `.http` document of one block, so that it can be edited and read again.
public enum HTTPWriter {
    /// A document and what it could not say.
    public struct Output: Sendable, Hashable {
        /// The document.
        public var text: String
        /// What is lost, one sentence each.
        ///
        /// Without any, reading the text gives an equal request.
        public var losses: [String]
    }

    /// Writes a request.
    public static func text(for request: Request) -> Output {
        var writer = DocumentText(request)
        writer.write()
        return Output(text: writer.output, losses: writer.losses)
    }
}

/// The document while it is written.
private struct DocumentText {
    let request: Request
    var losses: [String] = []
    private var escapes = TextEscapes()
    private var head = ""
    private var block = ""

    init(_ request: Request) {
        self.request = request.spelledOut
    }

    /// Variables stand before the request that uses them.
    var output: String { head + escapes.definitions + block }

    mutating func write() {
        writeName()
        writeDirectives()
        writeRequestLine()
        writeHeaders()
        writeBody()
        if request.mock != nil { losses.append("The mock of this request alone is not written.") }
        if request.isIdempotent != nil { losses.append("Whether it may be sent twice is not written.") }
        if request.countsAsActivity == false {
            losses.append("That it does not count as activity is not written.")
        }
    }

    private mutating func writeName() {
        guard let name = request.name else { return }
        let isWord = !name.isEmpty && name.utf8.allSatisfy { $0.isVariableName && $0 != UInt8(ascii: ".") }
        if isWord {
            head += "# @name \(name)\n"
        } else if name.trimmedBlanks.count == name.count, !name.isEmpty, !name.hasPrefix("#"),
            !name.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D })
        {
            head += "### \(name)\n"
        } else {
            losses.append("The name is not written: it is empty, or holds line breaks or blanks at its ends.")
        }
    }

    private mutating func writeDirectives() {
        let directives = RequestDirectives(request)
        block += directives.lines.map { "# \($0)\n" }.joined()
        losses += directives.losses
    }

    private mutating func writeRequestLine() {
        let url = request.url
        if !url.lowercased().hasPrefix("http://") && !url.lowercased().hasPrefix("https://") {
            losses.append("The URL is not absolute.")
        }
        if url.utf8.contains(where: { $0 <= 0x20 || $0 >= 0x80 }) {
            losses.append("Spaces and letters beyond ASCII in the URL become percent-encoded.")
        }
        let method = request.method.rawValue
        if RequestLine.knownMethods.contains(method.uppercased()), method != method.uppercased() {
            losses.append("The method is sent in capitals.")
        }
        if RequestLine.otherProtocols.contains(method.uppercased()) {
            losses.append("“\(method)” is read as another protocol, not as a method of HTTP.")
        }
        let target = escapes.references(in: url.split(whereSeparator: \.isNewline).joined())
        if let line = WrittenLine.request(method, target, request.version) {
            block += line + "\n"
        } else {
            losses.append(
                "The request line cannot be written: its method or its URL would be read otherwise.")
            // It stays in sight, so that it can be mended.
            let version = request.version.map { " \($0.rawValue)" } ?? ""
            block += "\(request.method.isToken ? method : "GET") \(target)\(version)\n"
        }
    }

    private mutating func writeHeaders() {
        for field in request.headers {
            let (name, value) = (field.name, field.value)
            guard value.utf8.elementsEqual(field.rawValue), name.utf8.allSatisfy(\.isToken),
                let line = WrittenLine.header(name, escapes.references(in: value))
            else {
                losses.append("The header “\(name)” cannot be written.")
                continue
            }
            if name.lowercased() == "authorization", BasicCredentials.encoded(value) != value {
                losses.append("The credentials of “\(name)” become base64.")
            }
            if name.lowercased() == "x-request-type", value.lowercased() == "graphql" {
                losses.append("The body is read as GraphQL, because of “\(name)”.")
            }
            block += line + "\n"
        }
    }

    private mutating func writeBody() {
        switch request.body {
        case .none:
            return
        case .file(let path):
            block += "\n< \(escapes.references(in: path))\n"
            if path.hasPrefix("/") { losses.append("The body is a file with an absolute path.") }
        case .stream, .deferred, .multipart, .typed:
            losses.append("The body is \(request.body.summary), which does not stand in the text.")
        case .data, .inPlace:
            let bytes = request.body.bytes ?? []
            guard let text = String(validating: bytes, as: UTF8.self) else {
                block +=
                    "\n# The body is not text and cannot stand here: write it to a file and name it with “< file”.\n"
                losses.append("The body is not text (\(bytes.count) bytes) and is left out.")
                return
            }
            writeText(text)
        }
    }

    private mutating func writeText(_ text: String) {
        let kept = text.utf8.reversed().drop { $0 == 0x0A || $0 == 0x0D || $0.isBlank }
        guard !kept.isEmpty else {
            losses.append("An empty body is not written.")
            return
        }
        let lines = text.splitLines
        if lines.last.map({ $0.text.utf8.allSatisfy { $0.isBlank || $0 == 0x0D } }) ?? false {
            losses.append("Blank lines at the end of the body are dropped.")
        }
        if lines.last?.text.utf8.last == 0x0D { losses.append("A CR at the end of the body is dropped.") }
        let type = request.headers["Content-Type"]?.lowercased() ?? ""
        if type.hasPrefix("multipart/"), lines.dropLast().contains(where: { $0.terminator == "\n" }) {
            losses.append("Line breaks of the multipart body become CRLF.")
        }
        if type.hasPrefix("application/x-www-form-urlencoded"),
            lines.dropFirst().contains(where: { $0.text.utf8.first == 0x26 })
        {
            losses.append("Lines that begin with & are joined to those before.")
        }
        block += "\n" + lines.map { escapes.line($0.text) + $0.terminator }.joined() + "\n"
    }
}
