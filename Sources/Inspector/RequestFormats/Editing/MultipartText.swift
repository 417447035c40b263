import ClientEngine

struct MultipartText {
    private(set) var parts: [EditableBody.Part] = []
    let contentType: String
    private let boundary: String

    private enum Line {
        case text(String)
        case file(String)
    }

    /// Reads a body; nil when it is not made of named parts.
    init?(_ body: BodyTemplate, type: String) {
        guard let boundary = Self.boundary(of: type) else { return nil }
        self.boundary = boundary
        contentType = type
        var open: [Line]?
        for line in Self.lines(of: body) {
            if case .text(let text) = line, text == "--\(boundary)" || text == "--\(boundary)--" {
                if let open {
                    guard let part = Self.part(open) else { return nil }
                    parts.append(part)
                }
                if text.hasSuffix("--"), text != "--\(boundary)" { return }
                open = []
            } else {
                guard open != nil else { return nil }
                open?.append(line)
            }
        }
        return nil
    }

    /// Writes parts with the boundary of a type, if that can stand between them, or else with their own.
    init(_ parts: [EditableBody.Part], type: String?) {
        self.parts = parts.filter(\.isEnabled)
        let form = MultipartForm(parts: self.parts.map(\.sent))
        if let type, MediaType(type).essence == "multipart/form-data", let given = Self.boundary(of: type),
            form.allows(given)
        {
            (contentType, boundary) = (type, given)
        } else {
            (contentType, boundary) = (form.contentType, form.boundary)
        }
    }

    /// The body as it stands in a file, with the lines that stand for what a part holds.
    func text(_ lines: (MultipartForm.Part) -> String) -> String {
        let texts = parts.map { part in
            "--\(boundary)\n\(part.sent.head.replacingBytes("\r\n", with: "\n"))\(lines(part.sent))\n"
        }
        return texts.joined() + "--\(boundary)--"
    }

    private static func boundary(of type: String) -> String? {
        MediaType(type)["boundary"].flatMap { $0.isEmpty ? nil : $0 }
    }

    private static func lines(of body: BodyTemplate) -> [Line] {
        body.parts.flatMap { part -> [Line] in
            switch part.content {
            case .text(let piece): piece.text.splitLines.map { .text($0.text) }
            case .file(let path), .template(let path, _): [.file(path.text)]
            }
        }
    }

    private static func part(_ lines: [Line]) -> EditableBody.Part? {
        var headers: [String: String] = [:]
        var rest = lines[...]
        while let line = rest.popFirst() {
            guard case .text(let text) = line else { return nil }
            if text.isEmpty { break }
            guard let (name, value) = text.cut(at: ":") else { return nil }
            headers[name.lowercased()] = String(value.trimmedBlanks)
        }
        guard let disposition = headers["content-disposition"],
            let name = parameter("name", of: disposition)
        else { return nil }
        var written = MultipartForm.Part(
            name: name, filename: parameter("filename", of: disposition), type: headers["content-type"],
            content: .text(""))
        if rest.count == 1, case .file(let path) = rest.first {
            written.content = .file(path: path)
            return .init(written)
        }
        var text: [String] = []
        for line in rest {
            guard case .text(let line) = line else { return nil }
            text.append(line)
        }
        written.content = .text(text.joined(separator: "\r\n"))
        return .init(written)
    }

    /// Returns the value of `name="…"` in a Content-Disposition.
    private static func parameter(_ name: String, of header: String) -> String? {
        for piece in header.split(at: ";") {
            let pair = piece.trimmedBlanks
            guard pair.lowercased().hasPrefix(name + "=\""), pair.hasSuffix("\"") else { continue }
            let value = String(pair.dropFirst(name.count + 2).dropLast())
            return value.replacingBytes("%22", with: "\"").replacingBytes("%0D", with: "\r")
                .replacingBytes("%0A", with: "\n")
        }
        return nil
    }
}
