/// The parts of a multipart body as it stands in a `.http` file.
struct MultipartText {
    private(set) var parts: [CollectedRequest.Part] = []

    private enum Line {
        case text(String)
        case file(String)
    }

    /// Reads a body; nil when it is not made of named parts.
    init?(_ body: BodyTemplate, type: String) {
        guard let boundary = Self.boundary(of: type) else { return nil }
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

    private static func boundary(of type: String) -> String? {
        guard let range = type.lowercased().unicodeScalars.firstRange(of: "boundary=".unicodeScalars) else {
            return nil
        }
        let offset = type.utf8.index(
            type.startIndex,
            offsetBy: type.lowercased().utf8.distance(from: type.startIndex, to: range.upperBound))
        let value = type[offset...].prefix(before: ";").trimmedBlanks
        let bare = value.hasPrefix("\"") && value.hasSuffix("\"") && value.count > 1
        let boundary = bare ? value.dropFirst().dropLast() : value
        return boundary.isEmpty ? nil : String(boundary)
    }

    private static func lines(of body: BodyTemplate) -> [Line] {
        body.parts.flatMap { part -> [Line] in
            switch part.content {
            case .text(let piece): piece.text.splitLines.map { .text($0.text) }
            case .file(let path), .template(let path, _): [.file(path.text)]
            }
        }
    }

    private static func part(_ lines: [Line]) -> CollectedRequest.Part? {
        var headers: [String: String] = [:]
        var rest = lines[...]
        while let line = rest.popFirst() {
            guard case .text(let text) = line else { return nil }
            if text.isEmpty { break }
            guard let colon = text.unicodeScalars.firstIndex(of: ":") else { return nil }
            headers[text[..<colon].lowercased()] = String(
                text[text.unicodeScalars.index(after: colon)...].trimmedBlanks)
        }
        guard let disposition = headers["content-disposition"],
            let name = parameter("name", of: disposition)
        else { return nil }
        let type = headers["content-type"]
        if rest.count == 1, case .file(let path) = rest.first {
            let filename = parameter("filename", of: disposition)
            let ownName = path.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last.map(String.init)
            let ownType = MultipartForm.Part.type(ofFile: path)
            return .init(
                name, .file(path: path, filename: filename == ownName ? nil : filename),
                contentType: type == ownType ? nil : type)
        }
        var text: [String] = []
        for line in rest {
            guard case .text(let line) = line else { return nil }
            text.append(line)
        }
        return .init(name, .text(text.joined(separator: "\r\n")), contentType: type)
    }

    /// The value of `name="…"` in a Content-Disposition.
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
