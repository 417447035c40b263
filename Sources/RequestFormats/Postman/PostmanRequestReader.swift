import EngineJSON

struct PostmanRequestReader {
    private(set) var request: EditableRequest
    private(set) var losses: [String] = []
    private let source: JSONValue
    private let inheritedAuth: JSONValue?

    init(_ source: JSONValue, name: String, auth: JSONValue?) {
        self.source = source
        inheritedAuth = auth
        request = EditableRequest(name: name, url: "")
        read()
    }

    private mutating func read() {
        if let url = source.string {
            request.url = url
        } else {
            request.method = source["method"]?.string ?? "GET"
            request.about = source["description"]?.descriptionText ?? ""
            readURL()
            readHeaders()
            if let body = source["body"], !body.isNull { readBody(body) }
        }
        authorize()
        losses += PostmanMembers.request.unknown(in: source).map { "Its “\($0)” is left out." }
        for key in ["certificate", "proxy"] where source[key]?.object?.isEmpty == false {
            losses.append("Its \(key) is left out.")
        }
        var unknown: [String] = []
        request.mapTexts { text in
            unknown += PostmanReferences.unknown(in: text)
            return PostmanReferences.imported(text)
        }
        for name in Set(unknown).subtracting(["$guid", "$randomUUID"]).sorted() {
            losses.append("“\(name)” has no counterpart here and needs a value.")
        }
    }

    // MARK: URL

    private mutating func readURL() {
        guard let url = source["url"], !url.isNull else { return }
        let address = PostmanURL(url)
        request.url = address.text
        losses += address.losses
        if let hostless = address.hostless { request.comments.append("Its URL: \(hostless)") }
        request.query = address.disabledQuery
    }

    // MARK: Headers

    private mutating func readHeaders() {
        if let lines = source["header"]?.string {
            for line in lines.splitLines.map(\.text) {
                guard let colon = line.unicodeScalars.firstIndex(of: ":") else { continue }
                let value = line[line.unicodeScalars.index(after: colon)...].trimmedBlanks
                request.headers.append(.init(String(line[..<colon].trimmedBlanks), String(value)))
            }
            return
        }
        for header in source["header"]?.array ?? [] {
            guard let name = header["key"]?.string, !name.isEmpty else {
                if header["value"]?.string?.isEmpty == false {
                    losses.append("A header without a name is left out.")
                }
                continue
            }
            let isEnabled = header["disabled"]?.bool != true
            request.headers.append(.init(name, header["value"]?.plainText ?? "", isEnabled: isEnabled))
            noteDescription(of: header, name)
        }
    }

    private mutating func noteDescription(of field: JSONValue, _ name: String) {
        let text = field["description"]?.descriptionText ?? ""
        if !text.isEmpty { request.comments.append("\(name): \(text)") }
    }

    // MARK: Body

    private mutating func readBody(_ body: JSONValue) {
        if body["disabled"]?.bool == true {
            losses.append("The body is switched off and left out.")
            return
        }
        losses += PostmanMembers.body.unknown(in: body).map { "The member “\($0)” of its body is left out." }
        switch body["mode"]?.string {
        case "raw": readRaw(body)
        case "urlencoded": request.body = .form(fields(body["urlencoded"]))
        case "formdata": request.body = .multipart(parts(body["formdata"]))
        case "file": readFile(body["file"])
        case "graphql": readGraphQL(body["graphql"])
        case nil:
            if body.object?.isEmpty == false { losses.append("Its body says no “mode” and is left out.") }
        case let mode?: losses.append("The body of the kind “\(mode)” is left out.")
        }
    }

    private static let types = [
        "json": "application/json", "xml": "application/xml", "html": "text/html",
        "javascript": "application/javascript", "text": "text/plain",
    ]

    private mutating func readRaw(_ body: JSONValue) {
        guard let text = body["raw"]?.plainText, !text.isEmpty else { return }
        request.body = .text(text)
        let hasType = request.headers.contains { $0.isEnabled && $0.name.lowercased() == "content-type" }
        guard !hasType else { return }
        let language = body["options"]?["raw"]?["language"]?.string ?? "text"
        request.headers.append(.init("Content-Type", Self.types[language] ?? "text/plain"))
    }

    private mutating func fields(_ source: JSONValue?) -> [EditableRequest.Field] {
        if let text = source?.string {
            return text.split(at: "&").map { pair in
                let field = EditableRequest.Field(pair: pair)
                return .init(formEncoding: field.name, field.value)
            }
        }
        var fields: [EditableRequest.Field] = []
        for field in source?.array ?? [] {
            guard let name = field["key"]?.string else {
                losses.append("A field without a name is left out.")
                continue
            }
            let isEnabled = field["disabled"]?.bool != true
            fields.append(.init(formEncoding: name, field["value"]?.plainText ?? "", isEnabled: isEnabled))
            noteDescription(of: field, name)
        }
        return fields
    }

    private mutating func parts(_ source: JSONValue?) -> [EditableBody.Part] {
        var parts: [EditableBody.Part] = []
        for field in source?.array ?? [] {
            guard let name = field["key"]?.string else {
                losses.append("A field without a name is left out.")
                continue
            }
            let type = field["contentType"]?.string.flatMap { $0.isEmpty ? nil : $0 }
            let isEnabled = field["disabled"]?.bool != true
            noteDescription(of: field, name)
            guard field["type"]?.string == "file" else {
                let text = MultipartForm.Part.Content.text(field["value"]?.plainText ?? "")
                parts.append(.init(name, text, contentType: type, isEnabled: isEnabled))
                continue
            }
            let paths = field["src"]?.array?.map(\.plainText) ?? [field["src"]?.plainText ?? ""]
            for path in paths where !path.isEmpty {
                let filename = field["fileName"]?.string
                parts.append(
                    .init(
                        name, .file(path: path), contentType: type, filename: filename, isEnabled: isEnabled))
            }
            if !paths.contains(where: { !$0.isEmpty }) { losses.append("The field “\(name)” names no file.") }
        }
        return parts
    }

    private mutating func readFile(_ source: JSONValue?) {
        let path = source?["src"]?.plainText ?? source?.string ?? ""
        if let content = source?["content"]?.string, path.isEmpty {
            request.body = .text(content)
        } else if path.isEmpty {
            losses.append("The body names no file.")
        } else {
            request.body = .file(path: path)
        }
    }

    private mutating func readGraphQL(_ source: JSONValue?) {
        let query = source?["query"]?.plainText ?? ""
        let variables = source?["variables"]?.plainText ?? ""
        if let name = source?["operationName"]?.string, !name.isEmpty {
            losses.append("The name of the operation, “\(name)”, is left out.")
        }
        request.body = .graphQL(query: query, variables: variables)
    }

    // MARK: Authorization

    private mutating func authorize() {
        guard let auth = source["auth"]?.present ?? inheritedAuth, auth.object != nil else { return }
        if let kind = request.add(ImportedCredentials(postman: auth)) {
            losses.append("The authorization of the kind “\(kind)” is left out.")
        }
    }
}
