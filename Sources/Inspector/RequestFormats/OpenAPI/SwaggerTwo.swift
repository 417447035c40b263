import EngineJSON

/// Turns the parts of Swagger 2.0 that differ into those of OpenAPI 3.
struct SwaggerTwo {
    let root: JSONValue

    /// `schemes`, `host` and `basePath` as servers.
    var servers: [JSONObject] {
        let path = root["basePath"]?.string ?? ""
        guard let host = root["host"]?.string, !host.isEmpty else { return [["url": .string(path)]] }
        let schemes = root["schemes"]?.array?.compactMap(\.string) ?? []
        // Without a scheme, `OpenAPIServers` chooses one.
        guard !schemes.isEmpty else { return [["url": .string("//\(host)\(path)")]] }
        return schemes.filter { $0.hasPrefix("http") }.prefix(4).map {
            ["url": .string("\($0)://\(host)\(path)")]
        }
    }

    /// Returns an operation and its path with parameters, body and responses as OpenAPI 3 has them.
    func modernized(
        _ operation: JSONObject, of item: JSONObject, in document: inout OpenAPIDocument, at place: String
    ) -> (operation: JSONObject, item: JSONObject) {
        var operation = operation
        var item = item
        var plain: [JSONValue] = []
        var form: [JSONObject] = []
        var body: JSONObject?
        for value in (operation["parameters"]?.array ?? []) + (item["parameters"]?.array ?? []) {
            guard document.spend(for: .requests, at: place), let parameter = document.object(value, at: place)
            else {
                continue
            }
            switch parameter["in"]?.string {
            case "body": body = body ?? parameter
            case "formData": form.append(parameter)
            default: plain.append(.object(Self.modernized(parameter)))
            }
        }
        item["parameters"] = nil
        operation["parameters"] = .array(plain)
        operation["requestBody"] = requestBody(of: operation, body: body, form: form)
        operation["responses"] = responses(of: operation)
        return (operation, item)
    }

    /// Turns what describes the value into a schema, and what separates lists into a style.
    private static func modernized(_ parameter: JSONObject) -> JSONObject {
        var modern = parameter
        modern["schema"] = .object(parameter)
        modern["example"] = parameter["x-example"]
        guard parameter["type"]?.string == "array", parameter["in"]?.string == "query" else { return modern }
        let format = parameter["collectionFormat"]?.string ?? "csv"
        modern["explode"] = .bool(format == "multi")
        modern["style"] = format == "pipes" ? "pipeDelimited" : format == "ssv" ? "spaceDelimited" : "form"
        return modern
    }

    private func requestBody(of operation: JSONObject, body: JSONObject?, form: [JSONObject]) -> JSONValue? {
        let consumes = (operation["consumes"] ?? root["consumes"])?.array?.compactMap(\.string) ?? []
        if let body {
            let media: JSONObject = ["schema": body["schema"] ?? .object(JSONObject())]
            let types = consumes.isEmpty ? ["application/json"] : consumes
            return Self.content(types.map { ($0, media) })
        }
        guard !form.isEmpty else { return nil }
        let hasFile = form.contains { $0["type"]?.string == "file" }
        let isMultipart = hasFile || consumes.contains { $0.hasPrefix("multipart/") }
        let properties = form.map { parameter in
            JSONObject.Member(
                name: parameter["name"]?.string ?? "field", value: .object(Self.property(parameter)))
        }
        let schema: JSONObject = ["type": "object", "properties": .object(JSONObject(properties))]
        let type = isMultipart ? "multipart/form-data" : "application/x-www-form-urlencoded"
        return Self.content([(type, ["schema": .object(schema)])])
    }

    private static func property(_ parameter: JSONObject) -> JSONObject {
        guard parameter["type"]?.string == "file" else { return parameter }
        return ["type": "string", "format": "binary"]
    }

    private static func content(_ types: [(name: String, media: JSONObject)]) -> JSONValue {
        ["content": .object(JSONObject(types.map { .init(name: $0.name, value: .object($0.media)) }))]
    }

    /// One successful response with the media types that are produced.
    private func responses(of operation: JSONObject) -> JSONValue? {
        let produces = (operation["produces"] ?? root["produces"])?.array?.compactMap(\.string) ?? []
        guard !produces.isEmpty else { return nil }
        return ["200": Self.content(produces.map { ($0, JSONObject()) })]
    }
}
