import FoundationEssentials
import RequestFormats

// The parts of a multipart body as rows.
extension Draft {
    var multipart: MultipartForm { MultipartForm(parts: parts.filter(\.isOn).map(\.part)) }

    /// The rows of a multipart body; nil where a part says more than a row can.
    static func parts(of text: String, type: String) -> [Row]? {
        guard let range = type.firstRange(of: "boundary=") else { return nil }
        let boundary = type[range.upperBound...].prefix(before: ";").trimming { $0 == "\"" || $0 == " " }
        var sections = ("\n" + text).components(separatedBy: "\n--\(boundary)")
        guard sections.count > 1, sections.removeFirst().isEmpty, sections.removeLast() == "--" else {
            return nil
        }
        var rows: [Row] = []
        for section in sections {
            guard let row = Row(part: section) else { return nil }
            rows.append(row)
        }
        return rows
    }
}

extension Draft.Row {
    /// The part that the row stands for; a value that begins with `@` names a file.
    var part: MultipartForm.Part {
        guard let path else {
            return .init(
                name: name, filename: filename.isEmpty ? nil : filename, type: type.isEmpty ? nil : type,
                content: .text(value))
        }
        return .init(
            name: name, filename: filename.isEmpty ? usualFilename : filename,
            type: type.isEmpty ? usualType : type, content: .file(path: path))
    }

    /// The media type that a part has when it names none; empty for a text.
    var usualType: String { path.map { MultipartForm.Part.type(ofFile: $0) } ?? "" }

    /// The file name that a part gives when it names none; empty for a text.
    var usualFilename: String { path.map { $0.split(at: "/").last.map(String.init) ?? $0 } ?? "" }

    private var path: String? { value.hasPrefix("@") ? String(value.dropFirst()) : nil }

    /// The row of a part; what goes without saying is left empty.
    init(_ part: MultipartForm.Part) {
        self.init(name: part.name)
        switch part.content {
        case .text(let text): value = text
        case .file(let path): value = "@" + path
        }
        if let type = part.type, type != usualType { self.type = type }
        if let filename = part.filename, filename != usualFilename { self.filename = filename }
    }

    /// Reads what stands between two boundaries; nil where it says more than a row can.
    fileprivate init?(part section: String) {
        guard let blank = section.firstRange(of: "\n\n"), let name = Self.parameter("name", in: section)
        else {
            return nil
        }
        let content = String(section[blank.upperBound...])
        let head = section[..<blank.upperBound].dropFirst()
        let lines = head.split(separator: "\n")
        let type = lines.count > 1 ? lines[1].split(at: ":", maxSplits: 1).last : nil
        guard !content.contains("\n") else { return nil }
        self.init(
            .init(
                name: name, filename: Self.parameter("filename", in: section),
                type: type?.trimmed,
                content: content.hasPrefix("< ") ? .file(path: String(content.dropFirst(2))) : .text(content))
        )
        guard part.head.components(separatedBy: "\r\n").joined(separator: "\n") == head else { return nil }
    }

    private static func parameter(_ name: String, in head: String) -> String? {
        guard let start = head.firstRange(of: " \(name)=\"")?.upperBound,
            let end = head[start...].unicodeScalars.firstIndex(of: "\"")
        else { return nil }
        return String(head[start..<end])
    }

    // MARK: Switched off

    /// What a comment says about a part behind its value.
    var partWords: String {
        let goesWithoutSaying = type.isEmpty && filename.isEmpty && !value.contains(Self.typeWord)
        return goesWithoutSaying ? "" : "\(Self.typeWord)\(type)\(Self.filenameWord)\(filename)"
    }

    /// Takes what a comment says about a part out of the value.
    mutating func takePartWords() {
        guard let type = value.ranges(of: Self.typeWord).last,
            let filename = value[type.upperBound...].firstRange(of: Self.filenameWord)
        else { return }
        self.type = String(value[type.upperBound..<filename.lowerBound])
        self.filename = String(value[filename.upperBound...])
        value = String(value[..<type.lowerBound])
    }

    private static let typeWord = ";type="
    private static let filenameWord = ";filename="
}
