import EngineJSON

/// Makes a request of a resource of Insomnia; texts keep the templates they have.
struct InsomniaRequest {
    /// The headers and credentials that the folders above bring.
    struct Inherited {
        var headers: [EditableRequest.Field] = []
        var authentication: JSONObject?

        func adding(_ folder: JSONObject) -> Inherited {
            var sum = self
            sum.headers = headers.overlaid(by: InsomniaRequest.fields(folder["headers"]).inherited)
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
            url: (object["url"]?.string ?? "").trimmedWhitespace)
        request.about = object.text("description") ?? ""
        request.headers = inherited.headers.overlaid(by: Self.fields(object["headers"]))
        readParameters()
        let own = object["authentication"]?.object
        let isInherited = own?["type"] == nil
        readAuthentication(isInherited ? inherited.authentication : own, isInherited: isInherited)
        readBody(object["body"]?.object ?? JSONObject())
        readScripts()
        readSettings()
    }

    private mutating func readSettings() {
        let follows = object["settingFollowRedirects"]
        if follows?.string == "off" || follows?.bool == false { request.directives.append("@no-redirect") }
        switch (object["settingSendCookies"]?.bool, object["settingStoreCookies"]?.bool) {
        case (false, false): request.directives.append("@no-cookie-jar")
        case (false, _): warnings.append("That it sends no stored cookies is left out.")
        case (_, false): warnings.append("That it stores no cookies is left out.")
        default: break
        }
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
                request.url, name: field.name,
                encoded: PathSegments.text(for: field.name, field.value, encode: InsomniaTemplates.encoded))
        }
        if encodesURL { request.url = InsomniaTemplates.encodedURL(request.url) }
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
        encodesURL ? InsomniaTemplates.encodedParameter(text) : text
    }

    private var encodesURL: Bool { object["settingEncodeUrl"]?.bool != false }

    private mutating func readAuthentication(_ written: JSONObject?, isInherited: Bool) {
        guard let written, written["disabled"]?.bool != true else { return }
        let value = { (name: String) in written[name]?.plainText ?? "" }
        switch value("type") {
        case "", "none": break
        case "basic":
            let isLatin = written["useISO88591"]?.bool == true
            if isLatin, (value("username") + value("password")).utf8.contains(where: { $0 >= 0x80 }) {
                warnings.append("Its credentials are sent as UTF-8, not as ISO-8859-1.")
            }
            request.addCredential(
                header: "Authorization", "Basic \(value("username")):\(value("password"))",
                isInherited: isInherited)
        case "bearer" where value("token").isEmpty: break
        case "bearer":
            request.addCredential(
                header: "Authorization",
                "\(value("prefix").isEmpty ? "Bearer" : value("prefix")) \(value("token"))",
                isInherited: isInherited)
        case "apikey":
            switch value("addTo") {
            case "queryParams":
                request.credentials.insert(value("key"))
                request.addParameter(
                    InsomniaTemplates.encoded(value("key")), InsomniaTemplates.encoded(value("value")))
            case "cookie": request.addCredential(header: "Cookie", "\(value("key"))=\(value("value"))")
            default:
                request.addCredential(header: value("key"), value("value"), isInherited: isInherited)
            }
        case let kind:
            if let kind = request.add(
                ImportedCredentials(kind, isInQuery: false, value), isInherited: isInherited)
            {
                warnings.append("The credentials (\(kind)) are left out.")
            }
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
        let type = isFile ? nil : part["multiline"]?.string
        return .init(name, content, contentType: type, isEnabled: part["disabled"]?.bool != true)
    }

    /// Returns the query and its variables, which are JSON in the text.
    private mutating func graphQL(_ text: String) -> EditableBody? {
        guard let value = try? JSONValue(parsing: text, maximumDepth: ImportFile.maximumDepth),
            let query = value["query"]?.string
        else { return nil }
        if let name = value["operationName"]?.string, !name.isEmpty {
            warnings.append("The name of the operation, “\(name)”, is left out.")
        }
        let variables = value["variables"].map { $0.string ?? $0.prettyPrinted() } ?? ""
        return .graphQL(query: query, variables: variables == "{}" || variables == "null" ? "" : variables)
    }

    static let scripts = [(key: "preRequestScript", name: "before"), ("afterResponseScript", "after")]

    private mutating func readScripts() {
        for (key, name) in Self.scripts {
            guard let text = object.text(key) else { continue }
            request.comments +=
                ["not run: the script \(name) the request"]
                + text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { "  \($0)" }
            warnings.append("The script \(name) the request is not run; it is kept as a comment.")
        }
    }
}
