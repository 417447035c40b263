import EngineJSON

/// XML for a sample, with the names, attributes and wrappers that its schema asks for.
struct XMLSample {
    private struct Shape {
        var schema: JSONObject
        var name: String
        var isAttribute: Bool
        var isWrapped: Bool
        var namespace: String

        init(_ schema: JSONObject, called fallback: String) {
            self.schema = schema
            let xml = schema["xml"]?.object
            let prefix = xml?.text("prefix").map { $0 + ":" } ?? ""
            name = prefix + XMLSample.element(xml?.text("name") ?? fallback)
            isAttribute = xml?["attribute"]?.bool == true || xml?["nodeType"]?.string == "attribute"
            isWrapped = xml?["wrapped"]?.bool == true
            let colon = prefix.isEmpty ? "" : ":" + prefix.dropLast()
            namespace = xml?.text("namespace").map { " xmlns\(colon)=\"\(XMLSample.escaped($0))\"" } ?? ""
        }
    }

    private static let deepest = 32
    private let place: String
    private var lines = [#"<?xml version="1.0" encoding="UTF-8"?>"#]

    static func text(
        of value: JSONValue, schema: JSONValue?, in document: inout OpenAPIDocument, at place: String
    ) -> String {
        var sample = XMLSample(place: place)
        let found = schema.flatMap { document.resolve($0, at: place) }
        let name = found?.reference?.split(at: "/").last.map(String.init) ?? "root"
        let shape = Shape(found?.value.object ?? JSONObject(), called: name)
        sample.write(value, shape, indent: "", in: &document)
        return sample.lines.joined(separator: "\n")
    }

    private mutating func write(
        _ value: JSONValue, _ shape: Shape, indent: String, in document: inout OpenAPIDocument
    ) {
        switch value {
        case .array(let elements):
            writeList(elements, shape, indent: indent, in: &document)
        case .object(let object):
            writeObject(object, shape, indent: indent, in: &document)
        default:
            let text = Self.escaped(value.plainText)
            lines.append("\(indent)<\(shape.name)\(shape.namespace)>\(text)</\(shape.name)>")
        }
    }

    /// The elements, one after the other; the name of the list itself is only written around them.
    private mutating func writeList(
        _ elements: [JSONValue], _ shape: Shape, indent: String, in document: inout OpenAPIDocument
    ) {
        let items = document.object(shape.schema["items"], at: place) ?? JSONObject()
        let element = Shape(items, called: shape.name)
        if shape.isWrapped { lines.append("\(indent)<\(shape.name)\(shape.namespace)>") }
        for value in elements {
            write(value, element, indent: shape.isWrapped ? indent + "  " : indent, in: &document)
        }
        if shape.isWrapped { lines.append("\(indent)</\(shape.name)>") }
    }

    private mutating func writeObject(
        _ object: JSONObject, _ shape: Shape, indent: String, in document: inout OpenAPIDocument
    ) {
        let properties = properties(of: shape.schema, depth: 0, in: &document)
        var attributes = ""
        var inner: [(value: JSONValue, shape: Shape)] = []
        for member in object.members {
            let schema = document.object(properties[member.name], at: place) ?? JSONObject()
            var own = Shape(schema, called: member.name)
            // Of a list without a wrapper the name of its elements counts.
            if schema["items"] != nil, !own.isWrapped { own.name = Self.element(member.name) }
            if own.isAttribute {
                attributes += " \(own.name)=\"\(Self.escaped(member.value.plainText))\""
            } else {
                inner.append((member.value, own))
            }
        }
        lines.append("\(indent)<\(shape.name)\(shape.namespace)\(attributes)\(inner.isEmpty ? "/" : "")>")
        guard !inner.isEmpty else { return }
        for (value, shape) in inner { write(value, shape, indent: indent + "  ", in: &document) }
        lines.append("\(indent)</\(shape.name)>")
    }

    /// Returns the schemas of an object's members, those of the parts it is made of included.
    private func properties(
        of schema: JSONObject, depth: Int, in document: inout OpenAPIDocument
    ) -> [String: JSONValue] {
        guard depth < Self.deepest, document.spend(for: .samples, at: place) else { return [:] }
        var found: [String: JSONValue] = [:]
        for member in schema["properties"]?.object?.members ?? [] { found[member.name] = member.value }
        let choices = ["oneOf", "anyOf"].compactMap { schema[$0]?[0] }
        for part in (schema["allOf"]?.array ?? []) + choices {
            guard let object = document.object(part, at: place) else { continue }
            found.merge(properties(of: object, depth: depth + 1, in: &document)) { own, _ in own }
        }
        return found
    }

    private static func element(_ name: String) -> String {
        let text = String(name.map { $0.isLetter || $0.isNumber || "_-.".contains($0) ? $0 : "_" })
        return text.first.map { $0.isLetter || $0 == "_" } ?? false ? text : "_" + text
    }

    private static func escaped(_ text: String) -> String {
        text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
            .replacing("\"", with: "&quot;")
    }
}
