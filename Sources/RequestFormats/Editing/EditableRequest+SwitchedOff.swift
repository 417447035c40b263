extension EditableRequest {
    /// What is written and not sent, a sentence each: for formats that have no words for it.
    var switchedOff: [String] {
        let fields: [(kind: String, name: String)]
        switch body {
        case .form(let rows): fields = rows.filter { !$0.isEnabled }.map { ("field", $0.name) }
        case .multipart(let parts): fields = parts.filter { !$0.isEnabled }.map { ("field", $0.name) }
        case .none, .text, .lines, .file, .graphQL: fields = []
        }
        let rows =
            query.filter { !$0.isEnabled }.map { ("parameter", $0.name) }
            + headers.filter { !$0.isEnabled }.map { ("header", $0.name) } + fields
        return rows.map { "The \($0) “\($1)” is switched off and left out." }
    }
}

extension RequestResolver {
    /// What of a request is written and not sent, a sentence each.
    package func switchedOff(in saved: SavedRequest) -> [String] {
        EditableRequest(saved, in: file).switchedOff
    }
}
