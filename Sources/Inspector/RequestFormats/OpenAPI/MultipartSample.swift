import EngineJSON

/// The parts of a multipart form by its schema: binary properties are files, lists repeat their part.
struct MultipartSample {
    let schema: JSONValue?
    let encoding: JSONObject?

    func parts(
        _ sample: JSONValue?, in document: inout OpenAPIDocument, at place: String
    ) -> [EditableBody.Part] {
        guard let object = sample?.object else { return [] }
        let properties = schema.flatMap { document.object($0, at: place) }?["properties"]?.object
        var parts: [EditableBody.Part] = []
        for member in object.members {
            let property = document.object(properties?[member.name], at: place) ?? JSONObject()
            let type = encoding?[member.name]?["contentType"]?.string
                .flatMap { $0.split(at: ",").first.map { String($0).trimmedWhitespace } }
            let items = document.object(property["items"], at: place)
            let isList = property["items"] != nil
            if Self.isBinary(isList ? items ?? JSONObject() : property) {
                let name = SafeNames.file(member.name)
                parts.append(.init(member.name, .file(path: "./\(name).bin"), contentType: type))
                document.warnings.add(place, "The form sends files: put them beside the request.")
                continue
            }
            for value in isList ? member.value.array ?? [member.value] : [member.value] {
                parts.append(Self.part(member.name, value, type))
            }
        }
        return parts
    }

    private static func part(_ name: String, _ value: JSONValue, _ type: String?) -> EditableBody.Part {
        let isStructure = value.object != nil || value.array != nil
        return .init(
            TextEscapes.literal(name), .text(TextEscapes.literal(value.plainText)),
            contentType: type ?? (isStructure ? "application/json" : nil))
    }

    /// Returns whether a property holds bytes: by format in 3.0, by media type or the lack of a type in 3.1.
    private static func isBinary(_ property: JSONObject) -> Bool {
        if ["binary", "file"].contains(property["format"]?.string) || property["type"]?.string == "file" {
            return true
        }
        return property["contentMediaType"] != nil && property["contentEncoding"] == nil
    }
}
