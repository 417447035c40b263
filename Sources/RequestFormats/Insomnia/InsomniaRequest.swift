import EngineJSON

/// Makes a request of a resource of Insomnia; texts keep the templates they have.
struct InsomniaRequest {
    /// The headers and credentials that the folders above bring.
    struct Inherited {
        var headers: [EditableRequest.Field] = []
        var authentication: JSONObject?

        func adding(_ folder: JSONObject) -> Inherited {
            var sum = self
            sum.headers = headers.overlaid(by: InsomniaRequest.fields(folder["headers"]))
            if let own = folder["authentication"]?.object, own["type"] != nil { sum.authentication = own }
            return sum
        }
    }

    private let object: JSONObject
    private(set) var request: EditableRequest
    private(set) var warnings: [String] = []

    init(_ object: JSONObject, inheriting inherited: Inherited) {
        self.object = object
        request = EditableRequest(
            name: object.text("name") ?? "request", method: object.text("method") ?? "GET",
            url: object["url"]?.string ?? "")
        request.about = object.text("description") ?? ""
        request.headers = inherited.headers.overlaid(by: Self.fields(object["headers"]))
        readParameters()
        let own = object["authentication"]?.object
        readAuthentication(own?["type"] == nil ? inherited.authentication : own)
        readBody(object["body"]?.object ?? JSONObject())
        readScripts()
        let follows = object["settingFollowRedirects"]
        if follows?.string == "off" || follows?.bool == false { request.directives.append("@no-redirect") }
    }

    static func fields(_ value: JSONValue?) -> [EditableRequest.Field] {
        (value?.array ?? []).compactMap(\.object).compactMap { field in
            guard let name = field["name"]?.string, !name.isEmpty else { return nil }
            return .init(name, field["value"]?.plainText ?? "", isEnabled: field["disabled"]?.bool != true)
        }
    }

    private mutating func readParameters() {
        for field in Self.fields(object["pathParameters"]) {
            request.url = PathSegments.filled(
                request.url, name: field.name, encoded: InsomniaTemplates.encoded(field.value))
        }
        for field in Self.fields(object["parameters"]) {
            let (name, value) = (encoded(field.name), encoded(field.value))
            if field.isEnabled {
                request.addParameter(name, value)
            } else {
                request.query.append(.init(name, value, isEnabled: false))
            }
        }
    }

    /// Text of the query: percent-encoded, unless the request says that its URL is sent as it is.
    private func encoded(_ text: String) -> String {
        object["settingEncodeUrl"]?.bool == false ? text : InsomniaTemplates.encoded(text)
    }

    private mutating func readAuthentication(_ written: JSONObject?) {
        guard let written, written["disabled"]?.bool != true else { return }
        let value = { (name: String) in written[name]?.plainText ?? "" }
        switch value("type") {
        case "", "none": break
        case "basic":
            request.addCredential(header: "Authorization", "Basic \(value("username")):\(value("password"))")
        case "bearer":
            request.addCredential(
                header: "Authorization",
                "\(value("prefix").isEmpty ? "Bearer" : value("prefix")) \(value("token"))")
        case "apikey":
            switch value("addTo") {
            case "queryParams":
                request.credentials.insert(value("key"))
                request.addParameter(
                    InsomniaTemplates.encoded(value("key")), InsomniaTemplates.encoded(value("value")))
            case "cookie": request.addCredential(header: "Cookie", "\(value("key"))=\(value("value"))")
            default: request.addCredential(header: value("key"), value("value"))
            }
        case let kind: warnings.append("The credentials (\(kind)) are left out.")
        }
    }

    private mutating func add(_ name: String, _ value: String) {
        if !request.headers.sends(name) { request.headers.append(.init(name, value)) }
    }

    // MARK: Body

    private mutating func readBody(_ body: JSONObject) {
        let type = body["mimeType"]?.string ?? ""
        let text = body["text"]?.string ?? ""
        if type == "application/x-www-form-urlencoded" {
            request.body = .form(
                Self.fields(body["params"]).map {
                    .init(formEncoding: $0.name, $0.value, isEnabled: $0.isEnabled)
                })
        } else if type == "multipart/form-data" {
            request.body = .multipart(
                (body["params"]?.array ?? []).compactMap(\.object).compactMap(Self.part))
            // The boundary in an old header would not be that of the body.
            request.headers.removeAll {
                $0.name.lowercased() == "content-type" && $0.value.lowercased().hasPrefix(type)
            }
        } else if type == "application/graphql", let query = graphQL(text) {
            request.body = query
        } else if let path = body.text("fileName") {
            request.body = .file(path: path)
            add("Content-Type", type.isEmpty ? "application/octet-stream" : type)
        } else if !text.isEmpty {
            request.body = .text(text)
            if !type.isEmpty { add("Content-Type", type) }
        }
    }

    private static func part(_ part: JSONObject) -> EditableBody.Part? {
        guard let name = part["name"]?.string, !name.isEmpty else { return nil }
        let isFile = part["type"]?.string == "file"
        let content: MultipartForm.Part.Content =
            isFile
            ? .file(path: part["fileName"]?.string ?? "")
            : .text(part["value"]?.plainText ?? "")
        return .init(name, content, isEnabled: part["disabled"]?.bool != true)
    }

    /// Returns the query and its variables, which are JSON in the text.
    private func graphQL(_ text: String) -> EditableBody? {
        guard let value = try? JSONValue(parsing: text, maximumDepth: ImportFile.maximumDepth),
            let query = value["query"]?.string
        else { return nil }
        let variables = value["variables"].map { $0.string ?? $0.prettyPrinted() } ?? ""
        return .graphQL(query: query, variables: variables == "{}" || variables == "null" ? "" : variables)
    }

    private mutating func readScripts() {
        for (key, name) in [("preRequestScript", "before"), ("afterResponseScript", "after")] {
            guard let text = object.text(key) else { continue }
            request.comments +=
                ["not run: the script \(name) the request"]
                + text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { "  \($0)" }
            warnings.append("The script \(name) the request is not run; it is kept as a comment.")
        }
    }
}
