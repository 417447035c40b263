import ClientEngine

/// A form of named parts (RFC 7578), some of which may be files.
public struct MultipartForm: Sendable, Hashable {
    /// One part.
    public struct Part: Sendable, Hashable {
        /// The sources of a part's bytes.
        public enum Content: Sendable, Hashable {
            /// The text of a field.
            case text(String)
            /// The content of a file.
            case file(path: String)
        }

        /// The field's name.
        public var name: String
        /// The file name to give; nil for none.
        public var filename: String?
        /// The media type; nil writes none.
        public var type: String?
        /// The content.
        public var content: Content

        /// Creates a part.
        public init(name: String, filename: String? = nil, type: String? = nil, content: Content) {
            self.name = name
            self.filename = filename
            self.type = type
            self.content = content
        }

        /// The lines before the content, each with its CRLF.
        public var head: String {
            var head = "Content-Disposition: form-data; name=\"\(name.quotedInForm)\""
            if let filename { head += "; filename=\"\(filename.quotedInForm)\"" }
            head += "\r\n"
            if let type { head += "Content-Type: \(type)\r\n" }
            return head + "\r\n"
        }
    }

    /// The parts in their order.
    public var parts: [Part]

    /// Creates a form.
    public init(parts: [Part] = []) { self.parts = parts }

    /// The line between the parts: follows from the parts, and stands in none of their texts.
    public var boundary: String {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in texts.joined(separator: "\0").utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        while !allows(Self.boundary(hash)) { hash &+= 1 }
        return Self.boundary(hash)
    }

    func allows(_ boundary: String) -> Bool { !texts.contains { $0.contains(boundary) } }

    private var texts: [String] {
        parts.map { part in
            if case .text(let text) = part.content { part.head + text } else { part.head }
        }
    }

    private static func boundary(_ number: UInt64) -> String {
        let digits = String(number, radix: 16)
        return "form-" + String(repeating: "0", count: 16 - digits.count) + digits
    }

    /// The header that announces it.
    public var contentType: String { "multipart/form-data; boundary=\(boundary)" }

    /// Indicates whether files have to be read before it can be written.
    public var hasFiles: Bool {
        parts.contains { if case .file = $0.content { true } else { false } }
    }

    /// Writes the body, with the content of files from the closure.
    public func body<Failure: Error>(
        reading file: (String) throws(Failure) -> [UInt8]
    ) throws(Failure) -> [UInt8] {
        let boundary = boundary
        var bytes: [UInt8] = []
        for part in parts {
            bytes += Array("--\(boundary)\r\n\(part.head)".utf8)
            switch part.content {
            case .text(let text): bytes += Array(text.utf8)
            case .file(let path): bytes += try file(path)
            }
            bytes += [0x0D, 0x0A]
        }
        return bytes + Array("--\(boundary)--\r\n".utf8)
    }
}

extension MultipartForm.Part {
    /// Returns the type that curl gives a file by its name.
    public static func type(ofFile path: String) -> String {
        let types = [
            "gif": "image/gif", "jpg": "image/jpeg", "jpeg": "image/jpeg", "png": "image/png",
            "svg": "image/svg+xml", "txt": "text/plain", "htm": "text/html", "html": "text/html",
            "pdf": "application/pdf", "xml": "application/xml", "json": "application/json",
        ]
        let ending = path.split(at: ".").last.map { $0.lowercased() } ?? ""
        return types[ending] ?? "application/octet-stream"
    }

    /// Reads an argument of `-F`; nil for one that says more than a part can.
    init?(curl argument: String) {
        guard let (head, value) = argument.cut(at: "=") else { return nil }
        let name = String(head)
        guard let first = value.first else {
            self.init(name: name, content: .text(""))
            return
        }
        if first == "(" { return nil }
        let isFile = first == "@" || first == "<"
        let text = isFile ? value.dropFirst() : value
        // Behind a comma stands another file, and several are a part of parts.
        guard var pieces = Self.pieces(of: text, refusing: first == "@" ? "," : nil) else { return nil }
        let content = pieces.removeFirst()
        self.init(name: name, content: isFile ? .file(path: content) : .text(content))
        if first == "@" {
            filename = content.fileName
            type = Self.type(ofFile: content)
        }
        for piece in pieces {
            if piece.hasPrefix("type=") {
                type = String(piece.dropFirst(5))
            } else if piece.hasPrefix("filename=") {
                filename = String(piece.dropFirst(9))
            } else {
                return nil
            }
        }
    }

    /// Cuts `content;type=…;filename=…`, where each may stand in quotes; nil where something else stands in none.
    private static func pieces(of text: Substring, refusing refused: Character?) -> [String]? {
        var pieces = [""]
        var isQuoted = false
        var isEscaped = false
        var isStart = true
        for character in text {
            if isEscaped {
                pieces[pieces.count - 1].append(character)
                isEscaped = false
            } else if isQuoted, character == "\\" {
                isEscaped = true
            } else if character == "\"", isQuoted || isStart || pieces[pieces.count - 1].hasSuffix("=") {
                isQuoted.toggle()
            } else if character == refused, !isQuoted {
                return nil
            } else if character == ";", !isQuoted {
                pieces.append("")
                isStart = true
                continue
            } else if !(isStart && pieces.count > 1 && character == " ") {
                pieces[pieces.count - 1].append(character)
            } else {
                continue
            }
            isStart = false
        }
        return isQuoted ? nil : pieces
    }
}
