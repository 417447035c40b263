import EngineJSON

struct OpenAPIOperation {
    let method: String
    let path: String
    /// The path's own members: parameters and servers for all its operations.
    let item: JSONObject
    let object: JSONObject

    /// The label for people: the summary, else the identifier, else method and path.
    var name: String {
        (object.brief("summary") ?? object.brief("operationId"))
            .map { $0.split(whereSeparator: \.isNewline).joined(separator: " ") } ?? "\(method) \(path)"
    }

    var tag: String? {
        let tag = String(object["tags"]?[0]?.string?.prefix(200) ?? "").trimmedWhitespace
        return tag.isEmpty ? nil : tag
    }

    /// Its parameters and those of the path that it does not repeat.
    func parameters(in document: inout OpenAPIDocument, at place: String) -> [OpenAPIParameter] {
        var seen: Set<String> = []
        var parameters: [OpenAPIParameter] = []
        for list in [object["parameters"], item["parameters"]] {
            for value in list?.array ?? [] {
                guard document.spend(for: .requests, at: place) else { return parameters }
                guard let object = document.object(value, at: place) else { continue }
                guard let parameter = OpenAPIParameter(object, in: &document, at: place) else {
                    document.warnings.add(place, "A parameter without a name or a place is left out.")
                    continue
                }
                let key = "\(parameter.location) \(parameter.name)"
                if seen.insert(key).inserted { parameters.append(parameter) }
            }
        }
        return parameters
    }

    var about: String {
        var lines = (object.brief("description") ?? "").split(
            omittingEmptySubsequences: false, whereSeparator: \.isNewline
        ).map(String.init)
        if lines.count > 12 { lines = lines.prefix(12) + ["…"] }
        let text = lines.joined(separator: "\n")
        let about = text.count > 1000 ? text.prefix(1000) + "…" : text
        return object["deprecated"]?.bool == true
            ? ["Deprecated.", about].filter { !$0.isEmpty }.joined(separator: "\n") : about
    }

    /// The parts of it that no request has.
    var unsupported: [String] {
        let responses = object["responses"]?.object?.members.prefix(32) ?? []
        let hasLinks = responses.contains { $0.value["links"]?.object?.isEmpty == false }
        let hasCallbacks = object["callbacks"]?.object?.isEmpty == false
        return (hasCallbacks ? ["callbacks"] : []) + (hasLinks ? ["links"] : [])
    }

    /// Returns the media type of a successful response, for `Accept`.
    func accepted(in document: inout OpenAPIDocument, at place: String) -> String? {
        let responses = object["responses"]?.object?.members.prefix(32) ?? []
        let good = responses.first { $0.name.hasPrefix("2") } ?? responses.first { $0.name == "default" }
        guard let good, good.value["$ref"]?.string?.hasPrefix("#") ?? true,
            let response = document.object(good.value, at: place)
        else { return nil }
        let types = response["content"]?.object?.members.map(\.name) ?? []
        return types.first { OpenAPIBody.Kind($0) == .json } ?? types.first
    }
}
