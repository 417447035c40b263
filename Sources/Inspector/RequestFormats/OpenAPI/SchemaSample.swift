import EngineJSON

/// Makes a value that a schema describes: the author's own example where there is one, else one by type and format.
///
///     example ▸ examples[0] ▸ default ▸ const ▸ enum[0] ▸ allOf, oneOf, anyOf ▸ type
///
/// A member that only a response holds (`readOnly`) is left out, and so is a schema within itself. Where a sample would become
/// too large, members that need not be there are left out from some depth on, and that is said.
struct SchemaSample {
    private static let deepest = 12
    private static let mostValues = 400
    /// The depths at which optional members may stand: the first that makes a sample small enough is taken.
    private static let optionalDepths: [Int?] = [nil, 2, 0]

    let place: String
    private var active: [String] = []
    private var made = 0
    private let optionalDepth: Int?
    private var depth = 0
    /// The number of values that are made up.
    private var inventions = 0

    /// Returns a value of a schema; nil when nothing can be said.
    static func value(of schema: JSONValue, in document: inout OpenAPIDocument, at place: String)
        -> JSONValue?
    {
        make(schema, in: &document, at: place).value
    }

    /// Returns a value of a schema, and whether some of it is made up.
    static func make(_ schema: JSONValue, in document: inout OpenAPIDocument, at place: String)
        -> (value: JSONValue?, isInvented: Bool)
    {
        var made: (value: JSONValue?, isInvented: Bool) = (nil, false)
        for depth in optionalDepths {
            var sample = SchemaSample(place: place, optionalDepth: depth)
            made.value = sample.value(of: schema, in: &document)
            made.isInvented = sample.inventions > 0
            guard sample.made > mostValues else {
                if let depth {
                    let level = depth == 0 ? "" : " where they stand more than \(depth) deep"
                    document.warnings.add(
                        place, "The sample is large: what is not required is left out of it\(level).")
                }
                return made
            }
        }
        document.warnings.add(
            place, "The sample is too large: also members that are required are left out of it.")
        return made
    }

    private mutating func value(of schema: JSONValue, in document: inout OpenAPIDocument) -> JSONValue? {
        made += 1
        guard made <= Self.mostValues, active.count < Self.deepest, document.spend(for: .samples, at: place),
            let found = document.resolve(schema, at: place), let object = found.value.object
        else { return nil }
        // In 3.1 an example may stand beside the reference.
        if let own = schema["example"], schema["$ref"] != nil { return own }
        let name = found.reference ?? ""
        guard name.isEmpty || !active.contains(name) else { return nil }
        active.append(name)
        defer { active.removeLast() }
        return stated(object, in: &document) ?? composed(object, in: &document)
            ?? typed(object, in: &document)
    }

    private func stated(_ schema: JSONObject, in document: inout OpenAPIDocument) -> JSONValue? {
        let written =
            schema["example"] ?? schema["examples"]?[0] ?? schema["default"] ?? schema["const"]
            ?? schema["enum"]?.array?.first { !$0.isNull }
        guard let written, !written.isNull || schema["enum"] != nil else { return nil }
        return document.spend(written.weight, for: .samples, at: place) ? written : nil
    }

    // MARK: Composition

    private mutating func composed(_ schema: JSONObject, in document: inout OpenAPIDocument) -> JSONValue? {
        var parts: [JSONValue] = []
        for part in schema["allOf"]?.array ?? [] {
            guard made <= Self.mostValues else { break }
            if let value = value(of: part, in: &document) { parts.append(value) }
        }
        for choice in ["oneOf", "anyOf"] {
            let chosen = schema[choice]?.array?.first { $0["type"]?.string != "null" }
            guard let chosen else { continue }
            if var value = value(of: chosen, in: &document) {
                discriminate(&value, schema, chosen)
                parts.append(value)
            }
        }
        guard !parts.isEmpty else { return nil }
        if schema["properties"] != nil, let own = typed(schema, in: &document) { parts.append(own) }
        return merged(parts)
    }

    /// Names the chosen schema in the property that tells them apart.
    private func discriminate(_ value: inout JSONValue, _ schema: JSONObject, _ chosen: JSONValue) {
        guard let property = schema["discriminator"]?["propertyName"]?.string,
            let reference = chosen["$ref"]?.string, case .object(var object) = value
        else { return }
        let mapping = schema["discriminator"]?["mapping"]?.object?.members ?? []
        let name = mapping.first { $0.value.string == reference }?.name
        object[property] = .string(name ?? reference.fileName)
        value = .object(object)
    }

    /// Objects become one object; of other values the first stands for all.
    private func merged(_ parts: [JSONValue]) -> JSONValue? {
        let objects = parts.compactMap(\.object)
        guard objects.count > 1, objects.count == parts.count else {
            return objects.first.map(JSONValue.object) ?? parts.first
        }
        var whole = JSONObject()
        for member in objects.flatMap(\.members).prefix(Self.mostValues) { whole[member.name] = member.value }
        return .object(whole)
    }

    // MARK: Types

    private mutating func typed(_ schema: JSONObject, in document: inout OpenAPIDocument) -> JSONValue? {
        switch Self.type(of: schema) {
        case "object": return object(schema, in: &document)
        case "array": return array(schema, in: &document)
        case "integer", "number": return invented(SchemaScalar.number(schema))
        case "boolean": return invented(true)
        case "null": return .null
        case "string": return invented(.string(text(schema, in: &document)))
        default: return schema.isEmpty ? .object(JSONObject()) : nil
        }
    }

    private mutating func invented(_ value: JSONValue) -> JSONValue {
        inventions += 1
        return value
    }

    /// Returns the type, also where it is a list or only to be guessed.
    static func type(of schema: JSONObject) -> String? {
        if let type = schema["type"]?.string { return type }
        if let types = schema["type"]?.array?.compactMap(\.string) {
            return types.first { $0 != "null" } ?? types.first
        }
        if schema["properties"] != nil || schema["additionalProperties"] != nil { return "object" }
        if schema["items"] != nil || schema["prefixItems"] != nil { return "array" }
        if ["format", "pattern", "minLength", "maxLength"].contains(where: { schema[$0] != nil }) {
            return "string"
        }
        if ["minimum", "maximum", "multipleOf"].contains(where: { schema[$0] != nil }) { return "number" }
        return nil
    }

    private mutating func object(_ schema: JSONObject, in document: inout OpenAPIDocument) -> JSONValue {
        var members: [JSONObject.Member] = []
        let required = Set((schema["required"]?.array ?? []).compactMap(\.string))
        let takesOptional = optionalDepth.map { depth < $0 } ?? true
        depth += 1
        defer { depth -= 1 }
        for property in schema["properties"]?.object?.members ?? [] {
            guard made <= Self.mostValues else { break }
            guard takesOptional || required.contains(property.name) else { continue }
            let known = inventions
            guard !isReadOnly(property.value, in: &document),
                let value = value(of: property.value, in: &document)
            else { continue }
            document.samples.add(property.name, isSample: inventions > known)
            members.append(.init(name: property.name, value: value))
        }
        if members.isEmpty, let extra = schema["additionalProperties"], extra.object != nil,
            let value = value(of: extra, in: &document)
        {
            members.append(.init(name: "key", value: value))
        }
        return .object(JSONObject(members))
    }

    private func text(_ schema: JSONObject, in document: inout OpenAPIDocument) -> String {
        guard let pattern = schema["pattern"]?.string, schema["format"] == nil else {
            return SchemaScalar.text(schema)
        }
        if let text = PatternSample.text(for: pattern), SchemaScalar.mayHold(text, schema) { return text }
        document.warnings.add(
            place,
            "A value stands for one that matches the pattern “\(pattern.prefix(200))”: put one in its place.")
        return SchemaScalar.text(schema)
    }

    private func isReadOnly(_ schema: JSONValue, in document: inout OpenAPIDocument) -> Bool {
        if schema["readOnly"]?.bool == true { return true }
        guard schema["$ref"] != nil else { return false }
        return document.resolve(schema, at: place)?.value["readOnly"]?.bool == true
    }

    private mutating func array(_ schema: JSONObject, in document: inout OpenAPIDocument) -> JSONValue {
        let items = schema["prefixItems"]?.array ?? schema["items"].map { [$0] } ?? []
        var elements: [JSONValue] = []
        for item in items.prefix(16) {
            if let element = value(of: item, in: &document) { elements.append(element) }
        }
        if let wanted = schema["minItems"]?.int, let last = elements.last, items.count == 1 {
            elements += Array(repeating: last, count: min(max(wanted, 1), 5) - 1)
        }
        return .array(elements)
    }
}
