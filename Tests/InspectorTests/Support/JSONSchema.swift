import EngineJSON

/// Validates documents against a schema, with the part of draft 2020-12 that this repository's schemas use.
///
/// It is stricter than readers must be: a member without a schema is an error.
struct JSONSchema {
    private let root: JSONValue

    init(parsing text: String) throws {
        root = try JSONValue(parsing: text)
    }

    private static let known: Set = [
        "$schema", "$defs", "$ref", "title", "description", "oneOf", "type", "properties", "required",
        "items",
        "minItems", "maxItems", "minimum", "enum", "const",
    ]

    /// Returns the errors of a document with their paths, or nothing if it is valid.
    func offences(of document: JSONValue) -> [String] { offences(of: document, root, at: "$") }

    private func offences(of value: JSONValue, _ schema: JSONValue, at place: String) -> [String] {
        let unknown = (schema.object?.members.map(\.name) ?? []).filter { !Self.known.contains($0) }
        guard unknown.isEmpty else { return ["the schema of \(place) has \(unknown)"] }
        if let name = schema["$ref"]?.string?.split(separator: "/").last {
            guard let target = root["$defs"]?[String(name)] else { return ["there is no \(name)"] }
            return offences(of: value, target, at: place)
        }
        if let choices = schema["oneOf"]?.array {
            let found = choices.map { offences(of: value, $0, at: place) }
            let fitting = found.count(where: \.isEmpty)
            if fitting == 1 { return [] }
            return fitting == 0
                ? found.min { $0.count < $1.count } ?? [] : ["\(place) fits \(fitting) choices"]
        }
        return offences(ofPlain: value, schema, at: place) + offences(ofMembers: value, schema, at: place)
            + offences(ofElements: value, schema, at: place)
    }

    private func offences(ofPlain value: JSONValue, _ schema: JSONValue, at place: String) -> [String] {
        var offences: [String] = []
        let types = schema["type"].map { $0.array?.compactMap(\.string) ?? [$0.string ?? ""] }
        if let types, !types.contains(where: { Self.isType($0, of: value) }) {
            offences.append("\(place) is no \(types.joined(separator: " or "))")
        }
        if let constant = schema["const"], value != constant {
            offences.append("\(place) is not \(constant.serialized())")
        }
        if let choices = schema["enum"]?.array, !choices.contains(value) {
            offences.append("\(place) is none of its words: \(value.serialized())")
        }
        if let minimum = schema["minimum"]?.int, let number = value.int, number < minimum {
            offences.append("\(place) is less than \(minimum)")
        }
        return offences
    }

    private func offences(ofMembers value: JSONValue, _ schema: JSONValue, at place: String) -> [String] {
        guard let members = value.object?.members else { return [] }
        let names = Set(members.map(\.name))
        let required = schema["required"]?.array?.compactMap(\.string) ?? []
        let missing = required.filter { !names.contains($0) }.map { "\(place) has no \($0)" }
        return missing
            + members.flatMap { member -> [String] in
                guard let schema = schema["properties"]?[member.name] else {
                    return ["\(place) has \(member.name), which no schema names"]
                }
                return offences(of: member.value, schema, at: "\(place).\(member.name)")
            }
    }

    private func offences(ofElements value: JSONValue, _ schema: JSONValue, at place: String) -> [String] {
        guard let elements = value.array else { return [] }
        var offences: [String] = []
        if let least = schema["minItems"]?.int, elements.count < least {
            offences.append("\(place) is short")
        }
        if let most = schema["maxItems"]?.int, elements.count > most { offences.append("\(place) is long") }
        guard let items = schema["items"] else { return offences + ["\(place) has elements"] }
        return offences
            + elements.enumerated().flatMap { self.offences(of: $1, items, at: "\(place)[\($0)]") }
    }

    private static func isType(_ name: String, of value: JSONValue) -> Bool {
        switch (name, value) {
        case ("object", .object), ("array", .array), ("string", .string), ("boolean", .bool), ("null", .null),
            ("number", .number):
            true
        case ("integer", .number): value.int != nil
        default: false
        }
    }
}
