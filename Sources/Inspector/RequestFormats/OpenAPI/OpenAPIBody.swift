import EngineJSON

/// The body of a request: of the media types that an operation takes, the one that is easiest to write by hand.
struct OpenAPIBody {
    private(set) var body = EditableBody.none
    /// Media type, when the body does not bring its own.
    private(set) var contentType: String?
    private(set) var comments: [String] = []

    init(_ requestBody: JSONObject, in document: inout OpenAPIDocument, at place: String) {
        let types = requestBody["content"]?.object?.members.prefix(64) ?? []
        let ranked = types.map { (rank: Kind($0.name).rawValue, media: $0) }
        guard let best = ranked.map(\.rank).min(),
            let chosen = ranked.first(where: { $0.rank == best })?.media
        else { return }
        let others = types.map(\.name).filter { $0 != chosen.name }
        if !others.isEmpty { comments.append("Other types of body: \(others.joined(separator: ", ")).") }
        guard let media = document.object(chosen.value, at: place) else {
            comments.append("The body is \(chosen.name).")
            return
        }
        read(media, as: chosen.name, in: &document, at: place)
    }

    private mutating func read(
        _ media: JSONObject, as type: String, in document: inout OpenAPIDocument, at place: String
    ) {
        let kind = Kind(type)
        contentType = kind == .json && type.unicodeScalars.contains("*") ? "application/json" : type
        if kind == .file {
            body = .file(path: "./body\(Self.ending(of: type))")
            if type.unicodeScalars.contains("*") { contentType = nil }
            document.warnings.add(place, "The body is a file: put it beside the request.")
            return
        }
        let schema = media["schema"]
        let sample =
            OpenAPIParameter.example(of: media, in: &document, at: place)
            ?? schema.flatMap { SchemaSample.value(of: $0, in: &document, at: place) }
        switch kind {
        case .json: body = .text(TextEscapes.literal(Self.json(sample)))
        case .form: body = .form(Self.fields(sample, media))
        case .multipart:
            let form = MultipartSample(schema: schema, encoding: media["encoding"]?.object)
            body = .multipart(form.parts(sample, in: &document, at: place))
            contentType = nil
        case .xml:
            let text =
                sample?.string
                ?? XMLSample.text(of: sample ?? .null, schema: schema, in: &document, at: place)
            body = .text(TextEscapes.literal(text))
        case .text, .file: body = .text(TextEscapes.literal(sample?.plainText ?? ""))
        }
    }

    /// JSON; an example that is a text with JSON in it is that JSON.
    private static func json(_ sample: JSONValue?) -> String {
        if let text = sample?.string, let inner = try? JSONValue(parsing: text, maximumDepth: 256),
            inner.object != nil || inner.array != nil
        {
            return text
        }
        return (sample ?? .object(JSONObject())).prettyPrinted()
    }

    private static func fields(_ sample: JSONValue?, _ media: JSONObject) -> [EditableRequest.Field] {
        guard let object = sample?.object else { return [] }
        return object.members.flatMap { member -> [EditableRequest.Field] in
            let encoding = media["encoding"]?[member.name]?.object ?? JSONObject()
            let isJSON =
                encoding["contentType"]?.string?.contains("json")
                ?? (member.value.object != nil && encoding["style"] == nil)
            return ParameterStyle(encoding, location: .query, isJSON: isJSON)
                .pairs(member.name, member.value) { TextEscapes.literal($0) }
                .map { .init(formEncoding: $0.name, $0.value) }
        }
    }

    private static func ending(of type: String) -> String {
        let subtype = type.split(at: "/").last?.prefix(before: ";", "+") ?? ""
        return subtype.isEmpty || subtype == "*" || subtype == "octet-stream"
            ? ".bin" : ".\(SafeNames.file(String(subtype)))"
    }
}

extension OpenAPIBody {
    /// The kinds of text that can be made of a media type, the easiest first.
    enum Kind: Int {
        case json, form, multipart, xml, text, file

        init(_ type: String) {
            let essence = type.lowercased().prefix(before: ";", " ")
            switch essence {
            case "*/*", "application/*": self = .json
            case "application/x-www-form-urlencoded": self = .form
            case "application/xml", "text/xml": self = .xml
            case "application/graphql", "application/yaml", "application/x-yaml", "application/javascript":
                self = .text
            default:
                if essence.hasSuffix("json") || essence.hasSuffix("+json") {
                    self = .json
                } else if essence.hasPrefix("multipart/") {
                    self = .multipart
                } else if essence.hasSuffix("+xml") {
                    self = .xml
                } else {
                    self = essence.hasPrefix("text/") ? .text : .file
                }
            }
        }
    }
}
