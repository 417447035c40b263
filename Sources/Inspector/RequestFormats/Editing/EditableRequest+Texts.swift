extension EditableRequest {
    mutating func mapTexts(_ change: (String) -> String) {
        url = change(url)
        query = query.map { $0.mapTexts(change) }
        headers = headers.map { $0.mapTexts(change) }
        switch body {
        case .none: break
        case .text(let text): body = .text(change(text))
        case .lines(let text): body = .lines(change(text))
        case .form(let fields): body = .form(fields.map { $0.mapTexts(change) })
        case .multipart(let parts): body = .multipart(parts.map { $0.mapTexts(change) })
        case .file(let path): body = .file(path: change(path))
        case .graphQL(let query, let variables):
            body = .graphQL(query: change(query), variables: change(variables))
        }
    }
}

extension EditableBody {
    /// The body with every brace in it taken literally.
    var literal: Self {
        var holder = EditableRequest(url: "")
        holder.body = self
        holder.mapTexts(TextEscapes.literal)
        return holder.body
    }
}

extension EditableRequest.Field {
    fileprivate func mapTexts(_ change: (String) -> String) -> Self {
        Self(change(name), change(value), isEnabled: isEnabled, isBare: isBare)
    }
}

extension EditableBody.Part {
    fileprivate func mapTexts(_ change: (String) -> String) -> Self {
        var part = self
        part.name = change(name)
        part.content =
            switch content {
            case .text(let text): .text(change(text))
            case .file(let path): .file(path: change(path))
            }
        part.filename = filename.map(change)
        return part
    }
}

extension EditableRequest {
    /// Changes every text there is, also those that nothing is filled into.
    mutating func mapAllTexts(_ change: (String) -> String) {
        mapTexts(change)
        name = change(name)
        about = change(about)
        comments = comments.map(change)
        for index in attachments.indices { attachments[index].text = change(attachments[index].text) }
    }
}
