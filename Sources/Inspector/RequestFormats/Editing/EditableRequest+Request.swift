import ClientEngine

extension HTTPFileWriter {
    /// A document and what it could not say.
    public struct Output: Sendable, Hashable {
        /// The document.
        public var text: String
        /// The warnings, one sentence each.
        ///
        /// Without any, reading the text gives an equal request.
        public var warnings: [String]
    }

    /// Writes a request as a `.http` document of one block, so that it can be edited and read again.
    public static func text(for request: Request) -> Output {
        let source = RequestAsText(request)
        let writer = HTTPFileWriter(source.request, for: .filing)
        return Output(
            text: writer.head + writer.escapes.definitions + writer.message,
            warnings: source.warnings + writer.warnings)
    }
}

/// A request as text: every brace in it is meant as it stands.
private struct RequestAsText {
    private(set) var request: EditableRequest
    private(set) var warnings: [String] = []

    init(_ source: Request) {
        let source = source.spelledOut
        request = EditableRequest(method: source.method.rawValue, url: TextEscapes.literal(source.url))
        request.version = source.version
        readName(source.name)
        let directives = RequestDirectives(source)
        request.directives += directives.lines
        warnings += directives.warnings
        checkLine(of: source)
        readHeaders(source.headers)
        readLogin(source.authentication?.login)
        readBody(source.body)
        if source.mock != nil { warnings.append("The mock of this request alone is not written.") }
        if source.isIdempotent != nil { warnings.append("Whether it may be sent twice is not written.") }
        if source.countsAsActivity == false {
            warnings.append("That it does not count as activity is not written.")
        }
    }

    private mutating func readName(_ name: String?) {
        guard let name else { return }
        let isWord = !name.isEmpty && name.utf8.allSatisfy { $0.isVariableName && $0 != UInt8(ascii: ".") }
        if isWord {
            request.directives.append("@name \(name)")
        } else if name.trimmedBlanks.count == name.count, !name.isEmpty, !name.hasPrefix("#"),
            !name.utf8.contains(where: { $0 == 0x0A || $0 == 0x0D })
        {
            request.name = name
        } else {
            warnings.append(
                "The name is not written: it is empty, or holds line breaks or blanks at its ends.")
        }
    }

    private mutating func checkLine(of source: Request) {
        let url = source.url
        if !url.lowercased().hasPrefix("http://") && !url.lowercased().hasPrefix("https://") {
            warnings.append("The URL is not absolute.")
        }
        if url.utf8.contains(where: { $0 <= 0x20 || $0 >= 0x80 }) {
            warnings.append("Spaces and letters beyond ASCII in the URL become percent-encoded.")
        }
        let method = source.method.rawValue
        if method.isEmpty { warnings.append("It has no method; GET stands there instead.") }
        if let canonical = RequestLine.canonical(method), method != canonical {
            warnings.append("The method is sent in capitals.")
        }
        if RequestLine.otherProtocol(of: method) != nil {
            warnings.append("“\(method)” is read as another protocol, not as a method of HTTP.")
        }
    }

    private mutating func readHeaders(_ headers: Headers) {
        for field in headers {
            let (name, value) = (field.name, field.value)
            guard value.utf8.elementsEqual(field.rawValue), name.isToken, value.trimmedBlanks == value[...]
            else {
                warnings.append("The header “\(name)” cannot be written.")
                continue
            }
            if name.lowercased() == "authorization", LoginShorthand.encoded(value) != value {
                warnings.append("The credentials of “\(name)” become base64.")
            }
            if name.lowercased() == "authorization", let login = try? LoginShorthand.login(in: value),
                login != .negotiate
            {
                warnings.append("“\(name)” is read as a login.")
            }
            if name.lowercased() == "x-request-type", value.lowercased() == "graphql" {
                warnings.append("The body is read as GraphQL, because of “\(name)”.")
            }
            request.headers.append(.init(name, TextEscapes.literal(value)))
        }
    }

    private mutating func readLogin(_ login: Credentials.Login?) {
        guard let login else { return }
        guard let text = LoginShorthand.text(of: login) else {
            warnings.append("The login is not written: its user or its secret holds blanks or colons.")
            return
        }
        request.headers.append(.init("Authorization", TextEscapes.literal(text)))
    }

    private mutating func readBody(_ body: Body) {
        switch body {
        case .none: return
        case .file(let path): request.body = .file(path: TextEscapes.literal(path))
        case .stream, .deferred, .multipart, .typed:
            warnings.append("The body is \(body.description), which does not stand in the text.")
        case .bytes, .data:
            let bytes = body.bytes ?? []
            if let text = String(validating: bytes, as: UTF8.self) {
                request.body = .text(TextEscapes.literal(text))
                if text.isEmpty { warnings.append("An empty body is not written.") }
            } else {
                request.comments.append(
                    "The body is not text and cannot stand here: write it to a file and name it with “< file”."
                )
                warnings.append("The body is not text (\(bytes.count) bytes) and is left out.")
            }
        }
    }
}
