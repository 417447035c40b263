import RequestFormats

extension Draft {
    /// A line of a table, which can be switched off without losing it.
    struct Row: Equatable, Sendable {
        var name = ""
        var value = ""
        var isOn = true
        /// Indicates whether it is written without `=`, as long as it has no value.
        var isBare = false
        /// The media type of a part of a multipart body; empty for the usual one.
        var type = ""
        /// The file name that a part gives; empty for the usual one.
        var filename = ""
    }
}

extension Draft.Row {
    init(_ field: EditableRequest.Field) {
        self.init(name: field.name, value: field.value, isOn: field.isEnabled, isBare: field.isBare)
    }

    var field: EditableRequest.Field { .init(name, value, isEnabled: isOn, isBare: isBare) }

    init(_ part: EditableBody.Part) {
        self.init(
            name: part.name, isOn: part.isEnabled, type: part.contentType ?? "", filename: part.filename ?? ""
        )
        switch part.content {
        case .text(let text): value = text
        case .file(let path): value = "@" + path
        }
    }

    /// The part that the row stands for; a value that begins with `@` names a file.
    var part: EditableBody.Part {
        .init(
            name, value.hasPrefix("@") ? .file(path: String(value.dropFirst())) : .text(value),
            contentType: type.isEmpty ? nil : type, filename: filename.isEmpty ? nil : filename,
            isEnabled: isOn)
    }
}
