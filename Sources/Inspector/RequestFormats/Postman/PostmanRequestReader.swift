import EngineJSON

struct PostmanRequestReader {
    private(set) var request: EditableRequest
    private(set) var warnings: [String] = []
    private let source: JSONValue
    private let inheritedAuth: JSONValue?
    private let encodesURL: Bool

    init(_ source: JSONValue, name: String, auth: JSONValue?, encodesURL: Bool) {
        self.source = source
        self.encodesURL = encodesURL
        inheritedAuth = auth
        request = EditableRequest(name: name, url: "")
        read()
    }

    private mutating func read() {
        if source.string != nil {
            readURL(source)
        } else {
            request.method = source["method"]?.string ?? "GET"
            request.about = source["description"]?.descriptionText ?? ""
            readURL(source["url"])
            readHeaders()
            if let body = source["body"], !body.isNull { readBody(body) }
        }
        authorize()
        warnings += PostmanMembers.request.unknown(in: source).map { "Its “\($0)” is left out." }
        for key in ["certificate", "proxy"] where source[key]?.object?.isEmpty == false {
            warnings.append("Its \(key) is left out.")
        }
        var unknown: [String] = []
        request.mapTexts { text in
            unknown += PostmanReferences.unknown(in: text)
            return PostmanReferences.imported(text)
        }
        for name in Set(unknown).subtracting(["$guid", "$randomUUID"]).sorted() {
            warnings.append("“\(name)” has no counterpart here and needs a value.")
        }
    }

    // MARK: URL

    private mutating func readURL(_ url: JSONValue?) {
        guard let url, !url.isNull else { return }
        let address = PostmanURL(url, isEncoded: encodesURL)
        request.url = address.text
        warnings += address.warnings
        if let hostless = address.hostless { request.comments.append("Its URL: \(hostless)") }
        request.query = address.disabledQuery
    }

    // MARK: Headers

    private mutating func readHeaders() {
        if let lines = source["header"]?.string {
            for line in lines.splitLines.map(\.text) {
                guard let (name, value) = line.cut(at: ":") else { continue }
                request.headers.append(.init(String(name.trimmedBlanks), String(value.trimmedBlanks)))
            }
            return
        }
        for header in source["header"]?.array ?? [] {
            guard let name = header["key"]?.string, !name.isEmpty else {
                if header["value"]?.string?.isEmpty == false {
                    warnings.append("A header without a name is left out.")
                }
                continue
            }
            let value = header["value"]?.plainText ?? ""
            request.headers.append(.init(name, value, isEnabled: header.isEnabled))
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
            warnings.append("The body is switched off and left out.")
            return
        }
        warnings += PostmanMembers.body.unknown(in: body).map {
            "The member “\($0)” of its body is left out."
        }
        switch body["mode"]?.string {
        case "raw": readRaw(body)
        case "urlencoded": request.body = .form(fields(body["urlencoded"]))
        case "formdata": request.body = .multipart(parts(body["formdata"]))
        case "file": readFile(body["file"])
        case "graphql": readGraphQL(body["graphql"])
        case nil:
            if body.object?.isEmpty == false { warnings.append("Its body says no “mode” and is left out.") }
        case let mode?: warnings.append("The body of the kind “\(mode)” is left out.")
        }
    }

    private static let types = [
        "json": "application/json", "xml": "application/xml", "html": "text/html",
        "javascript": "application/javascript", "text": "text/plain",
    ]

    private mutating func readRaw(_ body: JSONValue) {
        guard let text = body["raw"]?.plainText, !text.isEmpty else { return }
        let written = body["options"]?["raw"]?["language"]?.string
        let type = request.headers.sent("content-type")
        let isJSON = written.map { $0 == "json" } ?? (type?.contains("json") == true)
        request.body = .text(isJSON ? JSONComments.removed(from: text) : text)
        guard type == nil else { return }
        let language = written ?? "text"
        request.headers.append(.init("Content-Type", Self.types[language] ?? "text/plain"))
    }

    private mutating func fields(_ source: JSONValue?) -> [EditableRequest.Field] {
        if let text = source?.string {
            return text.split(at: "&").map { pair in
                let field = EditableRequest.Field(pair: pair)
                return .init(formEncoding: field.name, field.value)
            }
        }
        return named(source).map { name, field in
            .init(formEncoding: name, field["value"]?.plainText ?? "", isEnabled: field.isEnabled)
        }
    }

    /// Returns the fields of a form that have names.
    private mutating func named(_ source: JSONValue?) -> [(name: String, field: JSONValue)] {
        (source?.array ?? []).compactMap { field in
            guard let name = field["key"]?.string else {
                warnings.append("A field without a name is left out.")
                return nil
            }
            noteDescription(of: field, name)
            return (name, field)
        }
    }

    private mutating func parts(_ source: JSONValue?) -> [EditableBody.Part] {
        var parts: [EditableBody.Part] = []
        for (name, field) in named(source) {
            let type = field["contentType"]?.string.flatMap { $0.isEmpty ? nil : $0 }
            let isEnabled = field.isEnabled
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
            if !paths.contains(where: { !$0.isEmpty }) {
                warnings.append("The field “\(name)” names no file.")
            }
        }
        return parts
    }

    private mutating func readFile(_ source: JSONValue?) {
        let path = source?["src"]?.plainText ?? source?.string ?? ""
        if let content = source?["content"]?.string, path.isEmpty {
            request.body = .text(content)
        } else if path.isEmpty {
            warnings.append("The body names no file.")
        } else {
            request.body = .file(path: path)
        }
    }

    private mutating func readGraphQL(_ source: JSONValue?) {
        let query = source?["query"]?.plainText ?? ""
        let variables = source?["variables"]?.plainText ?? ""
        if let name = source?["operationName"]?.string, !name.isEmpty {
            warnings.append("The name of the operation, “\(name)”, is left out.")
        }
        request.body = .graphQL(query: query, variables: variables)
    }

    // MARK: Authorization

    private mutating func authorize() {
        let own = source["auth"]?.present
        guard let auth = own ?? inheritedAuth, auth.object != nil else { return }
        if let kind = request.add(ImportedCredentials(postman: auth), isInherited: own == nil) {
            warnings.append("The authorization of the kind “\(kind)” is left out.")
        }
    }
}

extension JSONValue {
    fileprivate var isEnabled: Bool { self["disabled"]?.bool != true }
}
