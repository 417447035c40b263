/// Text with `{{…}}` in it, whatever stands between the braces.
enum TemplateText {
    /// Rewrites what stands between braces, and what stands around them.
    ///
    /// - Parameters:
    ///   - text: the text.
    ///   - literal: what becomes of the rest.
    ///   - reference: what becomes of a `{{…}}`, told by what is inside.
    /// - Returns: the rewritten text.
    static func map(
        _ text: String, literal: (Substring) -> String = { String($0) }, reference: (Substring) -> String
    ) -> String {
        let utf8 = text.utf8
        var output = ""
        var start = text.startIndex
        var index = text.startIndex
        while index < text.endIndex {
            guard utf8[index] == 0x7B, let inside = inside(text, at: index) else {
                index = utf8.index(after: index)
                continue
            }
            if start < index { output += literal(text[start..<index]) }
            output += reference(inside)
            index = utf8.index(inside.endIndex, offsetBy: 2)
            start = index
        }
        return start < text.endIndex ? output + literal(text[start...]) : output
    }

    /// Percent-encodes a text as a form does; the values of references are encoded when they are filled in.
    static func formEncoded(_ text: String) -> String {
        map(text, literal: { String($0).formEncoded }) { inside in
            Reference(inside, dialect: .union) == nil ? "{{\(inside)}}".formEncoded : encoding(inside)
        }
    }

    /// Percent-encodes a text of another program for a query or a segment of a path; so are the values of references,
    /// whose names are still that program's.
    static func percentEncoded(_ text: String) -> String {
        map(text, literal: { String($0).percentEncoded }, reference: encoding)
    }

    /// A reference that encodes what it brings: `{{%name}}`; what is made on the spot stays as it is.
    static func encoding(_ inside: Substring) -> String {
        let name = inside.trimmedBlanks
        return "{{\(name.hasPrefix("$") || name.hasPrefix("%") ? "" : "%")\(name)}}"
    }

    /// Rewrites the names between braces; the `%` before one stays.
    static func mapNames(_ text: String, _ change: (Substring) -> String) -> String {
        map(text) { inside in
            let name = inside.trimmedBlanks
            guard name.hasPrefix("%") else { return "{{\(change(name[...]))}}" }
            return encoding(change(name.dropFirst()[...])[...])
        }
    }

    /// The names of the variables that a text refers to.
    static func variables(in text: String) -> Set<String> {
        var names: Set<String> = []
        _ = map(text, literal: { _ in "" }) { inside in
            if case .variable(let name, _)? = Reference(inside, dialect: .union) { names.insert(name) }
            return ""
        }
        return names
    }

    /// Tells whether there is a reference in a text.
    static func hasReference(_ text: String) -> Bool {
        var found = false
        _ = map(text, literal: { _ in "" }) { inside in
            found = found || Reference(inside, dialect: .union) != nil
            return ""
        }
        return found
    }

    private static func inside(_ text: String, at index: String.Index) -> Substring? {
        let rest = text.utf8[index...].dropFirst()
        guard rest.first == 0x7B else { return nil }
        let content = rest.dropFirst()
        let inside = content.prefix { $0 != 0x7B && $0 != 0x7D && $0 != 0x0A }
        guard !inside.isEmpty, text.utf8[inside.endIndex...].starts(with: [0x7D, 0x7D]) else { return nil }
        return text[inside.startIndex..<inside.endIndex]
    }
}

extension CollectedRequest {
    /// Changes every text that variables are filled into.
    mutating func mapTexts(_ change: (String) -> String) {
        url = change(url)
        headers = headers.map { $0.mapTexts(change) }
        switch body {
        case .none: break
        case .text(let text): body = .text(change(text))
        case .form(let fields): body = .form(fields.map { $0.mapTexts(change) })
        case .multipart(let parts): body = .multipart(parts.map { $0.mapTexts(change) })
        case .file(let path): body = .file(path: change(path))
        case .graphQL(let query, let variables):
            body = .graphQL(query: change(query), variables: change(variables))
        }
    }
}

extension CollectedRequest.Field {
    fileprivate func mapTexts(_ change: (String) -> String) -> Self {
        Self(change(name), change(value), isEnabled: isEnabled)
    }
}

extension CollectedRequest.Part {
    fileprivate func mapTexts(_ change: (String) -> String) -> Self {
        var part = self
        part.name = change(name)
        part.content =
            switch content {
            case .text(let text): .text(change(text))
            case .file(let path, let filename): .file(path: change(path), filename: filename.map(change))
            }
        return part
    }
}

extension RequestCollection {
    /// Changes every request, folders within folders included; the place is the names of its folders and its own.
    mutating func mapRequests(_ change: (inout CollectedRequest, _ place: String) -> Void) {
        items = Self.map(items, in: [], change)
    }

    private static func map(
        _ items: [Item], in folders: [String], _ change: (inout CollectedRequest, String) -> Void
    ) -> [Item] {
        items.map { item in
            switch item {
            case .folder(var folder):
                folder.items = map(folder.items, in: folders + [folder.name], change)
                return .folder(folder)
            case .request(var request):
                change(&request, (folders + [request.name]).joined(separator: " / "))
                return .request(request)
            }
        }
    }
}
