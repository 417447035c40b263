// Parts of a form, with and without their default values.
extension EditableBody.Part {
    package var sent: MultipartForm.Part {
        MultipartForm.Part(
            name: name, filename: filename ?? usualFilename, type: contentType ?? usualType, content: content)
    }

    /// A part without its default values.
    package init(_ part: MultipartForm.Part) {
        self.init(part.name, part.content)
        if part.type != usualType { contentType = part.type }
        if part.filename != usualFilename { filename = part.filename }
    }

    /// The media type that the part has when it names none.
    package var usualType: String? {
        if case .file(let path) = content { MultipartForm.Part.type(ofFile: path) } else { nil }
    }

    /// The file name that the part gives when it names none.
    package var usualFilename: String? {
        guard case .file(let path) = content else { return nil }
        return path.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last.map(String.init) ?? path
    }

    // MARK: Switched off

    /// The part as a comment says it, `name=value;type=…;filename=…`; nil where no comment can.
    var comment: String? {
        let value: String
        switch content {
        case .file(let path): value = "@" + path
        case .text(let text) where text.hasPrefix("@"): return nil
        case .text(let text): value = text
        }
        let goesWithoutSaying = contentType == nil && filename == nil && !value.contains(Self.typeWord)
        let words =
            goesWithoutSaying
            ? "" : "\(Self.typeWord)\(contentType ?? "")\(Self.filenameWord)\(filename ?? "")"
        let comment = "\(name)=\(value)\(words)"
        let isReadable = comment.trimmed == comment && !comment.contains(where: \.isNewline)
        return isReadable && !name.unicodeScalars.contains("=") ? comment : nil
    }

    init(off field: EditableRequest.Field) {
        var value = field.value
        var words: (type: String, filename: String) = ("", "")
        if let type = value.ranges(of: Self.typeWord).last,
            let filename = value[type.upperBound...].firstRange(of: Self.filenameWord)
        {
            words.type = String(value[type.upperBound..<filename.lowerBound])
            words.filename = String(value[filename.upperBound...])
            value = String(value[..<type.lowerBound])
        }
        self.init(
            field.name, value.hasPrefix("@") ? .file(path: String(value.dropFirst())) : .text(value),
            contentType: words.type.isEmpty ? nil : words.type,
            filename: words.filename.isEmpty ? nil : words.filename, isEnabled: false)
    }

    private static let typeWord = ";type="
    private static let filenameWord = ";filename="
}
