import ClientEngine

/// Lines of a `.http` file, none of which is read as anything but what it was written for.
///
/// All writers of such a file have its lines from here. Each is read back before it is handed out: a text that holds
/// line breaks, blanks at its ends or markup that the place does not allow has no line, and the writer says so.
enum WrittenLine {
    /// Returns a request line; its `{{…}}` are references.
    static func request(_ method: String, _ target: String, _ version: HTTPVersion? = nil) -> String? {
        let line = "\(method) \(target)" + (version.map { " \($0.rawValue)" } ?? "")
        guard let request = request(in: line), request.method?.text == method,
            request.target.text == target, request.version == version, request.headers.isEmpty,
            request.body.parts.isEmpty
        else { return nil }
        return line
    }

    /// Returns a header line; references may stand in the name too.
    static func header(_ name: String, _ value: String) -> String? {
        let line = value.isEmpty ? "\(name):" : "\(name): \(value)"
        let bareName = TemplateText.map(name) { _ in "x" }
        // The first line below a request line is the one that may be taken for something else.
        guard bareName.isToken, !value.utf8.contains(0),
            let request = request(in: "GET http://a\n\(line)"), request.headers.count == 1,
            case .field(let readName, let readValue) = request.headers[0], readName.text == name,
            readValue.text == value, request.body.parts.isEmpty
        else { return nil }
        return line
    }

    static func definition(_ name: String, _ value: String) -> String? {
        let line = value.isEmpty ? "@\(name) =" : "@\(name) = \(value)"
        let file = HTTPFile(parsing: line, path: "")
        var braces = BraceText(.init(value, line: 1))
        guard !file.hasErrors, braces.nextRange() == nil, file.requests.isEmpty, file.definitions.count == 1,
            file.definitions[0].name == name, file.definitions[0].value.text == value
        else { return nil }
        return line
    }

    static func directive(_ text: String) -> String? {
        guard let request = request(in: "# \(text)\nGET http://a"), request.directives.count == 1,
            !text.utf8.contains(0x0A)
        else { return nil }
        return "# \(text)"
    }

    /// Returns the line of a body that stands for the bytes of a file.
    static func file(_ path: String) -> String? {
        guard let request = request(in: "POST http://a\n\n< \(path)"), request.body.parts.count == 1,
            case .file(let read) = request.body.parts[0].content, read.text == path
        else { return nil }
        return "< \(path)"
    }

    /// Returns the one request that the text is; nil where it is more, less, or wrong.
    private static func request(in text: String) -> SavedRequest? {
        let file = HTTPFile(parsing: text + "\n", path: "")
        guard !file.hasErrors, file.requests.count == 1, file.definitions.isEmpty,
            file.requests[0].attachments.isEmpty
        else { return nil }
        return file.requests[0]
    }
}
